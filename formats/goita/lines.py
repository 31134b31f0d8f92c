"""The places of plies in rounds written as lines of text."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from ...findings import Finding, Rule
from ...replayer.goita.pieces import HIDDEN, KINDS
from ...replayer.goita.record import Round
from ..interface.notation import CannotHold
from ..text import lines
from ..text.text import Text


def require_deal(played: Round, notation: str) -> None:
    """Raise CannotHold if a round lacks a dealer or four hands of pieces."""
    pieces = all(hand and set(hand) <= {*KINDS, HIDDEN} for hand in played.hands)
    if len(played.hands) != 4 or played.dealer not in range(4) or not pieces:
        raise CannotHold(f"{notation} cannot hold a round without a dealer and four hands")


NO_PIECE = "\ufffd"
"""Replaces an unknown digit in a record, as the digit in the text might mean a different piece."""


class Ply(Struct, frozen=True):
    """The place of a ply and of each of its pieces; `shown` is its pointer in the file."""

    start: int
    end: int
    pieces: tuple[tuple[int, int], ...] = ()
    shown: str | None = None


class Places(lines.Places):
    """The places of a record's parts, including plies, in a text."""

    def __init__(self, text: Text, reword: lines.Reword, written: lines.Written) -> None:
        super().__init__(text, reword, written)
        self._plies: dict[int, list[Ply]] = {}
        self._later: dict[int, Callable[[Places], None]] = {}
        self._unknown: set[tuple[int, str]] = set()

    def ply(self, number: int, ply: Ply) -> None:
        """Remember the place of the next ply of a round (numbered from 1)."""
        self._plies.setdefault(number, []).append(ply)

    def later(self, number: int, remember: Callable[[Places], None]) -> None:
        """Remember how to find the parts of a round.

        They are only searched for when needed, as most rounds are right and texts may be long.
        """
        self._later[number] = remember

    def unknown(self, number: int, rule: Rule) -> None:
        """Remember that a round could not be read completely, which may cause further findings."""
        self._unknown.add((number, rule.code))

    def place_known(self, finding: Finding) -> Finding | None:
        """Place a finding; return None if it only follows from something that could not be read."""
        if (finding.round, finding.code) in self._unknown:
            return None
        return self.place(finding)

    def place(self, finding: Finding) -> Finding:
        """Place a finding about the record, quoting the text."""
        placed = super().place(finding)
        if NO_PIECE not in placed.message:
            return placed
        start, end, _ = self.span(finding)
        return placed.but(message=placed.message.replace(NO_PIECE, self.text.content[start:end]))

    def span(self, finding: Finding) -> tuple[int, int, str | None]:
        """Return the span that a finding is about, and its pointer in the file."""
        where = finding.pointer or ""
        number = finding.round or 0
        if number in self._later:
            self._later.pop(number)(self)
        plies = self._plies.get(number, [])
        if finding.ply is None or not where.endswith("/record") or not plies:
            return super().span(finding)
        if finding.ply > len(plies):
            return plies[-1].end, plies[-1].end, plies[-1].shown
        ply = plies[finding.ply - 1]
        if finding.offset is not None and finding.offset < len(ply.pieces):
            return *ply.pieces[finding.offset], ply.shown
        return ply.start, ply.end, ply.shown
