"""Boards: how a game shows its records to people, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, TypeVar

from ..replayer.replay import RoundReplay, Step

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
