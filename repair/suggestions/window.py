"""A part of a text with only some of its rounds, so that it is read again in less time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from ...formats.text.vocabulary import Change, Span
from .candidates import Candidate


class Window(Struct, frozen=True):
    """The head of a text, the rounds from one offset up to another, and its tail.

    Rounds are left out from `first` up to `start`, and from `end` up to `last`.
    """

    content: str
    first: int
    start: int
    end: int
    last: int

    @property
    def text(self) -> str:
        """What remains."""
        content = self.content
        return content[: self.first] + content[self.start : self.end] + content[self.last :]

    def inside(self, offset: int) -> int | None:
        """Where an offset of the whole text is in the window, None if it is left out."""
        if offset < self.first:
            return offset
        if self.start <= offset <= self.end:
            return offset - self.start + self.first
        if offset >= self.last:
            return offset - self.last + self.first + self.end - self.start
        return None

    def outside(self, candidate: Candidate) -> Candidate:
        """A candidate of the window as one of the whole text."""
        changes = tuple(
            Change(
                self._outside(each.start),
                self._outside(each.start) + each.end - each.start,
                each.text,
            )
            for each in candidate.changes
        )
        return Candidate(changes, candidate.rank)

    def _outside(self, offset: int) -> int:
        if offset < self.first:
            return offset
        if offset <= self.first + self.end - self.start:
            return offset - self.first + self.start
        return offset - self.first - (self.end - self.start) + self.last


def windows(content: str, rounds: Sequence[Span], place: int) -> Iterator[Window]:
    """Windows around a place: its round, this one and the one before, and the whole text."""
    number = sum(start <= place for start, _ in rounds) - 1
    if number >= 0 and place <= rounds[number][1]:
        first, last = rounds[0][0], rounds[-1][1]
        for earliest in dict.fromkeys((number, max(0, number - 1))):
            yield Window(content, first, rounds[earliest][0], rounds[number][1], last)
    yield Window(content, 0, 0, len(content), len(content))
