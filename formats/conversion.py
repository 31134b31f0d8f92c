"""What a record loses when it is written in a notation."""

from __future__ import annotations

from typing import Any

from .. import replayer
from .base import CannotHold, Notation
from .catalog import differences
from .text import Text


def lost(record: Any, target: Notation[Any]) -> list[str]:
    """What a notation cannot hold of a record, each in the words of its `unsupported`.

    This writes the record and reads it back. Raises CannotHold if the record cannot be written, or
    if something changes that `unsupported` does not name.
    """
    require_game(record, target)
    readings = list(target.read(Text(target.write(record))))
    kept = readings[0].record if len(readings) == 1 and readings[0].whole else None
    if kept is None:
        raise CannotHold(f"{target.id} cannot hold this record")
    names = differences(target.game, record, kept)
    undeclared = [name for name in names if name not in target.unsupported]
    if undeclared:
        raise CannotHold(
            f"{target.id} cannot hold this record: {', '.join(undeclared)} would change"
        )
    return [f"{name}: {target.unsupported[name]}" for name in names]


def require_game(record: object, target: Notation[Any]) -> None:
    """Raise CannotHold if a notation is not one of the record's game."""
    name = replayer.game_of(record).name
    if name != target.game:
        raise CannotHold(f"{target.id} cannot hold a record of {name}")
