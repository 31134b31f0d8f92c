"""The elements of a text of moves, one after the other, each with its place.

`start` and `end` are offsets in the text. Nothing here knows a game: its adapter interprets headers
and moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from ...findings import Finding
from ...replayer.play.annotation import Evaluation, Mark, Number, Property
from ...replayer.play.ended import Ended


class Event(Struct, frozen=True, gc=False):
    """An element at a place of a text."""

    start: int
    end: int


class Round(Event, frozen=True):
    """The beginning of a round, to which the following headers, moves and notes belong.

    A move begins the first round of a record, too.
    """


class Header(Event, frozen=True):
    """A header of a match, before its first round, or of a round. The span is the value's."""

    name: str
    value: str


class Headers(Event, frozen=True):
    """Several headers whose values follow one another.

    In terse notations, this is faster than an event for each.
    """

    names: tuple[str, ...]
    values: tuple[str, ...]

    def each(self, content: str) -> Iterator[Header]:
        """Yield the headers one by one, found in the content of the text."""
        spans = _spans(content, self.start, self.values)
        for name, value, span in zip(self.names, self.values, spans, strict=True):
            yield Header(*span, name, value)


class Move(Event, frozen=True):
    """An action as it is spelled. It is not `counted` as a ply if it is a chance action."""

    spelled: str
    counted: bool = True


class Moves(Event, frozen=True):
    """Several moves that follow one another, such as those of a line of a table.

    The `label` is the text before them, with which the span begins. `blank` stands for a missing
    move. All others are counted as plies.
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
        """Yield the moves, including missing ones, one by one, found in the content."""
        start = self.start + len(self.label)
        for spelled, span in zip(self.spelled, _spans(content, start, self.spelled), strict=True):
            yield Move(*span, spelled)


def _spans(content: str, start: int, words: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Yield the places of words that follow one another, with any separators."""
    end = start
    for each in words:
        start = content.index(each, end)
        end = start + len(each)
        yield start, end


class Comment(Event, frozen=True):
    """A comment on what precedes it, or if it comes `before` its subject, on the next move.

    Before all moves of a line, a comment is about the whole line: the match before its first round,
    the round, or the variation. It may also name a `ply`, or be about the `whole` line.
    """

    text: str
    before: bool = False
    ply: int | None = None
    whole: bool = False


class Glyph(Event, frozen=True):
    """A glyph of the last move, by its number in the table of PGN."""

    number: int


class Clock(Event, frozen=True):
    """The seconds that the last move took, and those that its player had left."""

    used: Number | None = None
    left: Number | None = None


class Remark(Event, frozen=True):
    """Another annotation of the last move."""

    what: Evaluation | Mark | Property


class Open(Event, frozen=True):
    """The beginning of a variation of the open line.

    It is played instead of a ply, counted from 1 in the whole round, by default instead of the last
    move.
    """

    ply: int | None = None
    name: str | None = None


class Close(Event, frozen=True):
    """The end of the variation that began last; its parent goes on."""


class End(Event, frozen=True):
    """The end of a line, as written; `ended` is an end outside play."""

    written: str
    ended: Ended | None = None


class Unread(Event, frozen=True):
    """Text that cannot be read, and what is wrong with it, in its place.

    If it `cuts` its line, later play is unknown: moves and notes there are left out of the record.
    `lost` are the parts of the round, or of the match before its first round, that are unknown
    because of this: other findings may only follow from that.
    """

    finding: Finding | None = None
    cuts: bool = True
    lost: tuple[Lost, ...] = ()


class Next(Event, frozen=True):
    """The beginning of the next record at the span. The first one needs no such event."""


Lost: TypeAlias = tuple[str | int, ...]
"""The path of a part that could not be read, in its match or round; empty for all of it."""


Note: TypeAlias = Comment | Glyph | Clock | Remark
"""Annotations of the play."""
