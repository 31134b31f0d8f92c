"""What stands in a text of moves, one thing after the other, each with its place.

`start` and `end` are offsets in the text. Nothing here knows a game: what headers and moves say is
for its adapter.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from ...findings import Finding, Rule
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
    """Several headers, with so many characters between two of their values and nothing else.

    Where a notation is as terse as that, this is quicker than an event for each.
    """

    names: tuple[str, ...]
    values: tuple[str, ...]
    between: int = 1

    def each(self) -> Iterator[Header]:
        """The headers one by one."""
        start = self.start
        for name, value in zip(self.names, self.values, strict=True):
            yield Header(start, start + len(value), name, value)
            start += len(value) + self.between


class Move(Event, frozen=True):
    """An action as it is spelled. It is not `counted` as a ply if chance does it."""

    spelled: str
    counted: bool = True


class Moves(Event, frozen=True):
    """Several moves, with so many characters between two of them and nothing else.

    All are counted as plies.
    """

    spelled: tuple[str, ...]
    between: int = 1

    def each(self) -> Iterator[Move]:
        """The moves one by one."""
        start = self.start
        for spelled in self.spelled:
            yield Move(start, start + len(spelled), spelled)
            start += len(spelled) + self.between


class Comment(Event, frozen=True):
    """A comment on what stands before it; if it stands `before` what it is about, on the next move.

    Before all moves of a line, a comment is about the whole line: the match before its first round,
    the round, or the variation.
    """

    text: str
    before: bool = False


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
    of the record. `hides` are rules that the round may seem to break only because of this.
    """

    finding: Finding | None = None
    cuts: bool = True
    hides: tuple[Rule, ...] = ()


class Next(Event, frozen=True):
    """The next record begins."""


Note: TypeAlias = Comment | Glyph | Clock | Remark
"""What people note of the play."""
