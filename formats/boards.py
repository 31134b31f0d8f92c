"""Boards: how a game shows its records to people, line by line; and what all of them share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, TypeVar

from ..replayer.game import IllegalAction
from ..replayer.replay import RoundReplay, Step
from .columns import visible

MOST = 100
"""More legal actions than these are counted, not listed."""

RecordT = TypeVar("RecordT", contravariant=True)
StateT = TypeVar("StateT")


class Board(Protocol[RecordT, StateT]):
    """What the module of a game in `BOARDS` offers.

    Whatever a stranger wrote into a record is shown with `columns.visible`.
    """

    def head(self, record: RecordT) -> Iterator[str]:
        """What the record says of the match as a whole: its name, players, options."""
        ...

    def course(self, record: RecordT, replayed: RoundReplay[StateT]) -> Iterator[str]:
        """A line of a round from its deal to its result, or to the action that breaks a rule."""
        ...

    def variation(self, record: RecordT, replayed: RoundReplay[StateT]) -> Iterator[str]:
        """A variation, in few words: what is done in it from where it leaves, and its result."""
        ...

    def position(
        self, record: RecordT, replayed: RoundReplay[StateT], step: Step[StateT]
    ) -> Iterator[str]:
        """The moment of a line before what is done in one of its steps."""
        ...


def heading(record: Any) -> Iterator[str]:
    """The name of a match, and when it was played."""
    if record.title is not None:
        yield visible(record.title)
    if record.start_time is not None or record.end_time is not None:
        times = [f"from {record.start_time}" if record.start_time else ""]
        times.append(f"to {record.end_time}" if record.end_time else "")
        yield visible(" ".join(filter(None, times)))


def name_of(players: Sequence[str] | None, seat: int) -> str:
    """The name of a player, nothing where there is none."""
    names = players or ()
    return visible(names[seat]) if seat in range(len(names)) else ""


def broken(breach: IllegalAction) -> str:
    """The rule that is broken, and how."""
    return f"  {breach.rule.code} {breach.rule.name}: {visible(str(breach))}"
