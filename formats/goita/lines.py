"""Rounds as lines of text: where the plies of a Goita record stand in them."""

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
    """Raise CannotHold where a round has no dealer or no four hands of pieces to write."""
    pieces = all(hand and set(hand) <= {*KINDS, HIDDEN} for hand in played.hands)
    if len(played.hands) != 4 or played.dealer not in range(4) or not pieces:
        raise CannotHold(f"{notation} cannot hold a deal that is none")


NO_PIECE = "\ufffd"
"""Stands in a record for a digit where the notation has none: there, it would mean a piece."""


class Ply(Struct, frozen=True):
    """Where a ply stands, and each of its pieces; `shown` is its pointer in the file."""

    start: int
    end: int
    pieces: tuple[tuple[int, int], ...] = ()
    shown: str | None = None


class Places(lines.Places):
    """Where in a text the places of a record stand, its plies among them."""

    def __init__(self, text: Text, reword: lines.Reword, written: lines.Written) -> None:
        super().__init__(text, reword, written)
        self._plies: dict[int, list[Ply]] = {}
        self._later: dict[int, Callable[[Places], None]] = {}
        self._unknown: set[tuple[int, str]] = set()

    def ply(self, number: int, ply: Ply) -> None:
        """Remember where the next ply of a round (numbered from 1) stands."""
        self._plies.setdefault(number, []).append(ply)

    def later(self, number: int, remember: Callable[[Places], None]) -> None:
        """Remember where the parts of a round stand only when somebody asks: most rounds are right,
        and texts may be long.
        """
        self._later[number] = remember

    def unknown(self, number: int, rule: Rule) -> None:
        """Remember that a round could not be read whole, and may seem to break a rule by that."""
        self._unknown.add((number, rule.code))

    def place_known(self, finding: Finding) -> Finding | None:
        """A finding in its place, None where it only follows from what could not be read."""
        if (finding.round, finding.code) in self._unknown:
            return None
        return self.place(finding)

    def place(self, finding: Finding) -> Finding:
        """A finding about the record in its place; it quotes what stands in the text."""
        placed = super().place(finding)
        if NO_PIECE not in placed.message:
            return placed
        start, end, _ = self.span(finding)
        return placed.but(message=placed.message.replace(NO_PIECE, self.text.content[start:end]))

    def span(self, finding: Finding) -> tuple[int, int, str | None]:
        """The offsets of what a finding is about, and its pointer in the file."""
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
