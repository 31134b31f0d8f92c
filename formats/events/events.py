"""What stands in a text of moves, one thing after the other, each with its place.

`start` and `end` are offsets in the text. Nothing here knows a game: what headers and moves say is
for its adapter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from ...findings import Finding
from ...replayer.play.annotation import Evaluation, Mark, Number, Property
from ...replayer.play.ended import Ended


class Event(Struct, frozen=True, gc=False):
    """Something that stands at a place of a text."""

    start: int
    end: int


class Round(Event, frozen=True):
    """A round begins. Headers, moves and notes are its own from here on.

    A move begins the first round of a record, too.
    """


class Header(Event, frozen=True):
    """What is said of a match, before its first round, or of a round.

    The span is that of the value.
    """

    name: str
    value: str


class Headers(Event, frozen=True):
    """Several headers whose values follow one another.

    Where a notation is as terse as that, this is quicker than an event for each.
    """

    names: tuple[str, ...]
    values: tuple[str, ...]

    def each(self, content: str) -> Iterator[Header]:
        """The headers one by one, found in the content of the text."""
        spans = _spans(content, self.start, self.values)
        for name, value, span in zip(self.names, self.values, spans, strict=True):
            yield Header(*span, name, value)


class Move(Event, frozen=True):
    """An action as it is spelled. It is not `counted` as a ply if chance does it."""

    spelled: str
    counted: bool = True


class Moves(Event, frozen=True):
    """Several moves that follow one another, such as those of a line of a table.

    What stands at the head of them is their `label`, and the span begins with it. `blank` stands
    where there is no move. All others are counted as plies.
    """

    spelled: tuple[str, ...]
    label: str = ""
    blank: str | None = None

    def made(self) -> Sequence[str]:
        """The moves that are there."""
        if self.blank is None or self.blank not in self.spelled:
            return self.spelled
        return [each for each in self.spelled if each != self.blank]

    def each(self, content: str) -> Iterator[Move]:
        """The moves one by one, and blanks as if they were some, found in the content."""
        start = self.start + len(self.label)
        for spelled, span in zip(self.spelled, _spans(content, start, self.spelled), strict=True):
            yield Move(*span, spelled)


def _spans(content: str, start: int, words: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Where words stand that follow one another, whatever separates them."""
    end = start
    for each in words:
        start = content.index(each, end)
        end = start + len(each)
        yield start, end


class Comment(Event, frozen=True):
    """A comment on what stands before it; if it stands `before` what it is about, on the next move.

    Before all moves of a line, a comment is about the whole line: the match before its first round,
    the round, or the variation. It may say otherwise: that it is about a `ply`, or about the
    `whole` line.
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
    """What else is noted of the last move."""

    what: Evaluation | Mark | Property


class Open(Event, frozen=True):
    """A variation begins, of the line that is open.

    It is played instead of a ply, counted from 1 as in the whole round; if none is named, instead
    of the last move.
    """

    ply: int | None = None
    name: str | None = None


class Close(Event, frozen=True):
    """The variation that began last ends; its parent goes on."""


class End(Event, frozen=True):
    """The end of a line, as it is written; `ended` is an end outside play."""

    written: str
    ended: Ended | None = None


class Unread(Event, frozen=True):
    """Something that cannot be read, and what is wrong with it, in its place.

    If it `cuts` its line, nobody knows what is played behind it: moves and notes there are left out
    of the record. `lost` are the parts of the round, or of the match before its first round, that
    are not known because of this: other findings may only follow from that.
    """

    finding: Finding | None = None
    cuts: bool = True
    lost: tuple[Lost, ...] = ()


class Next(Event, frozen=True):
    """The next record begins, where the span says. The first one needs no such event."""


Lost: TypeAlias = tuple[str | int, ...]
"""The path of what could not be read, in its match or round; it is empty for all of that."""


Note: TypeAlias = Comment | Glyph | Clock | Remark
"""What people note of the play."""
