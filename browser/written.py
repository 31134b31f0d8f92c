"""Where the text of a record says what is done on a board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from ..findings import Finding, Rule
from ..formats import Reading
from ..replayer.replay.trajectory import Trajectory, TrajectoryStep

_NO_RULE = Rule("", "", "note", "", "", "")
"""Stands in findings that serve only to ask where something is."""


class Written(Struct, frozen=True):
    """An action in a text: its step, the number of its ply (0 if it is none), and its place."""

    step: TrajectoryStep[Any]
    ply: int
    place: Finding


def actions_written(reading: Reading[Any], line: Trajectory[Any, Any]) -> Iterator[Written]:
    """What is done in the own steps of a line, where the text of its record says it."""
    for step in line.own:
        for ahead, pointer in enumerate(line.pointers(step).values()):
            ply = step.ply and step.ply + ahead
            found = place_of(reading, pointer, line.number, ply)
            if found is not None:
                yield Written(step, ply, found)


def place_of(reading: Reading[Any], pointer: str, number: int, ply: int = 0) -> Finding | None:
    """Where a part of a round stands, None where its notation cannot say.

    A notation knows where findings stand, so it is asked where one would stand.
    """
    asked = Finding(rule=_NO_RULE, message="", pointer=pointer, round=number, ply=ply or None)
    found = reading.place(asked)
    return None if found is None or found.line is None else found
