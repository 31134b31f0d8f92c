"""Records as lines of text: blocks of them, and where in them the places of a record stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from ...findings import Finding
from ...replayer.goita.pieces import HIDDEN, KINDS
from ...replayer.goita.record import Round
from ..notation import CannotHold
from ..place import place
from ..text import Text

if TYPE_CHECKING:
    from lark import Token


class LineOfText(Struct, frozen=True):
    """A line, and the offsets at which it starts and ends."""

    content: str
    start: int

    @property
    def end(self) -> int:
        """The offset behind its last character."""
        return self.start + len(self.content)

    def span(self, token: Token) -> tuple[int, int]:
        """The offsets of a token of the line."""
        start = self.start + (token.start_pos or 0)
        return start, start + len(token)


def lines(text: Text) -> Iterator[LineOfText]:
    """The lines of a text, without white space at their ends."""
    starts = [*text.starts(), len(text.content)]
    for start, end in pairwise(starts):
        raw = text.content[start:end].rstrip()
        indent = len(raw) - len(raw.lstrip())
        yield LineOfText(raw.lstrip(), start + indent)


def blocks(text: Text) -> Iterator[Iterator[LineOfText]]:
    """The lines of a text in blocks, with empty lines between them; each is to be read in turn."""
    for filled, block in groupby(lines(text), key=lambda line: bool(line.content)):
        if filled:
            yield block


def require_deal(played: Round, notation: str) -> None:
    """Raise CannotHold where a round has no dealer or no four hands of pieces to write."""
    pieces = all(hand and set(hand) <= {*KINDS, HIDDEN} for hand in played.hands)
    if len(played.hands) != 4 or played.dealer not in range(4) or not pieces:
        raise CannotHold(f"{notation} cannot hold a deal that is none")


class Ply(Struct, frozen=True):
    """Where a ply stands, and each of its pieces; `shown` is its pointer in the file."""

    start: int
    end: int
    pieces: tuple[tuple[int, int], ...] = ()
    shown: str | None = None


class Places:
    """Where in a text the places of a record stand, as they are found while reading."""

    def __init__(self, text: Text) -> None:
        self._text = text
        self._spans: dict[str, tuple[int, int, str | None]] = {"": (0, 0, None)}
        self._plies: dict[int, list[Ply]] = {}
        self._later: dict[int, Callable[[Places], None]] = {}

    def add(self, pointer: str, start: int, end: int, shown: str | None = None) -> None:
        """Remember the span of a place, given by its pointer in the canonical record."""
        self._spans[pointer] = (start, end, shown)

    def ply(self, number: int, ply: Ply) -> None:
        """Remember where the next ply of a round (numbered from 1) stands."""
        self._plies.setdefault(number, []).append(ply)

    def later(self, number: int, remember: Callable[[Places], None]) -> None:
        """Remember where the parts of a round stand only when somebody asks: most rounds are right,
        and texts may be long.
        """
        self._later[number] = remember

    def place(self, finding: Finding) -> Finding:
        """A finding about the record in its place, or in the nearest above it."""
        start, end, shown = self._span(finding)
        # What the rules offer as a fix are values of JSON.
        return place(finding, self._text, start, end).but(pointer=shown, fix=None)

    def _span(self, finding: Finding) -> tuple[int, int, str | None]:
        where = finding.pointer or ""
        number = finding.round or 0
        if number in self._later:
            self._later.pop(number)(self)
        plies = self._plies.get(number, [])
        if finding.ply is not None and where.endswith("/record") and plies:
            if finding.ply > len(plies):
                return plies[-1].end, plies[-1].end, plies[-1].shown
            ply = plies[finding.ply - 1]
            if finding.offset is not None and finding.offset < len(ply.pieces):
                return *ply.pieces[finding.offset], ply.shown
            return ply.start, ply.end, ply.shown
        if where in self._spans:
            start, end, shown = self._spans[where]
            if finding.offset is not None and start + finding.offset < end:
                start += finding.offset
                end = start + (finding.length or 1)
            return start, end, shown
        while where not in self._spans:
            where = where.rpartition("/")[0]
        start, _, shown = self._spans[where]
        return start, start + 1, shown
