"""The elements of a text of moves in order, each with its place.

`start` and `end` are offsets in the text. Nothing here depends on the game: its adapter interprets
headers and moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from ...findings import Finding
from ...replayer.play.annotation import Annotation, Evaluation, Mark, Number, Property
from ...replayer.play.ended import Ended


class Event(Struct, frozen=True, gc=False):
    """An element of a text, with its place."""

    start: int
    end: int


class Round(Event, frozen=True):
    """The beginning of a round, to which the following headers, moves and notes belong.

    The first round of a record may also begin with a move.
    """


class Header(Event, frozen=True):
    """A header of a match (before its first round) or of a round. The span covers the value."""

    name: str
    value: str


class Headers(Event, frozen=True):
    """Several headers with consecutive values.

    In terse notations, this is faster than one event each.
    """

    names: tuple[str, ...]
    values: tuple[str, ...]

    def each(self, content: str) -> Iterator[Header]:
        """Yield the headers one by one, finding them in the text's content."""
        spans = _spans(content, self.start, self.values)
        for name, value, span in zip(self.names, self.values, spans, strict=True):
            yield Header(*span, name, value)


class Move(Event, frozen=True):
    """An action as written. A chance action is not `counted` as a ply."""

    spelled: str
    counted: bool = True


class Moves(Event, frozen=True):
    """Several consecutive moves, such as those in a row of a table.

    The `label` is the text before them, where the span begins. `blank` stands for a missing move.
    All others count as plies.
    """

    spelled: tuple[str, ...]
    label: str = ""
    blank: str | None = None

    def made(self) -> Sequence[str]:
        """The moves that are not missing."""
        if self.blank is None or self.blank not in self.spelled:
            return self.spelled
        return [each for each in self.spelled if each != self.blank]

    def each(self, content: str) -> Iterator[Move]:
        """Yield the moves one by one, including missing ones, finding them in the content."""
        start = self.start + len(self.label)
        for spelled, span in zip(self.spelled, _spans(content, start, self.spelled), strict=True):
            yield Move(*span, spelled)


def _spans(content: str, start: int, words: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Yield the places of consecutive words, whatever separates them."""
    end = start
    for each in words:
        start = content.index(each, end)
        end = start + len(each)
        yield start, end


class Comment(Event, frozen=True):
    """A comment on what precedes it, or on the next move if it comes `before` its subject.

    A comment before all moves of a line is about the whole line: the match (before its first
    round), the round, or the variation. It may also name a `ply`, or be about the `whole` line.
    """

    text: str
    before: bool = False
    ply: int | None = None
    whole: bool = False


class Glyph(Event, frozen=True):
    """A glyph on the last move, by its number in the PGN table."""

    number: int


class Clock(Event, frozen=True):
    """The seconds that the last move took, and the seconds its player had left."""

    used: Number | None = None
    left: Number | None = None


class Remark(Event, frozen=True):
    """Another annotation on the last move, or all of its annotations at once."""

    what: Evaluation | Mark | Property | Annotation


class Open(Event, frozen=True):
    """The beginning of a variation of the open line. It replaces a ply, counted from 1 throughout
    the round, or by default the last move.

    `known`: whether it branches off before any text that cuts its line.
    """

    ply: int | None = None
    name: str | None = None
    known: bool = False


class Close(Event, frozen=True):
    """The end of the innermost variation; its parent continues."""


class End(Event, frozen=True):
    """The end of a line, as written; `ended` is an end outside play."""

    written: str
    ended: Ended | None = None


class Unread(Event, frozen=True):
    """Text that cannot be read, what is wrong with it, and its place.

    If it `cuts` its line, later play is unknown, and its moves and notes are left out of the
    record. `lost` are the parts of the round, or of the match before its first round, that this
    makes unknown: other findings may merely follow from it.
    """

    finding: Finding | None = None
    cuts: bool = True
    lost: tuple[Lost, ...] = ()


class Next(Event, frozen=True):
    """The beginning of the next record at the span. The first record needs no such event."""


Lost: TypeAlias = tuple[str | int, ...]
"""The path of an unreadable part, within its match or round; empty for all of it."""


Note: TypeAlias = Comment | Glyph | Clock | Remark
"""Annotations of the play."""
