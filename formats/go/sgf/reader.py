"""Makes records from the events of games in SGF."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any

from ....findings import Finding
from ....replayer.go import codes as game_codes
from ....replayer.go.points import PASS, SETUP
from ....replayer.go.record import Record, Round
from ....replayer.play.start import Setup
from ...document.mapping import Path
from ...events.adapter import Adapter
from ...events.drafts import DraftLine, DraftMatch, DraftRound, Said
from ...events.events import Header
from ..unknown import follows
from . import values
from .events import OTHER, POSITION, SCORE, SETTINGS, STONES, TURN, UNCLEAR, UNSURE
from .properties import FIELDS, FORMS

_OF_PARTS = {
    STONES: (game_codes.HANDICAP_DIFFERS, game_codes.HANDICAP_NOT_PLACED),
    SCORE: (game_codes.WRONG_SCORE,),
    SETTINGS: (game_codes.SET_UP_LATER,),
}
"""The rules whose findings may follow from a lost part."""
_OF_POSITION = (
    game_codes.OCCUPIED,
    game_codes.SUICIDE,
    game_codes.PERHAPS_SUICIDE,
    game_codes.KO,
    game_codes.KO_ALLOWED,
    game_codes.SUPERKO,
    game_codes.PERHAPS_SUPERKO,
    game_codes.REPETITION,
)
"""Rules about moves that depend on the stones that are set up."""
_OF_TURN = (game_codes.TWICE_RUNNING, game_codes.WRONG_COLOUR_FIRST)


class GameReader(Adapter[Record]):
    """One game."""

    def actions(self, played: DraftRound, line: DraftLine) -> list[str]:
        """Return the moves of a line as the record spells them."""
        return [*map(self._action, line.moves)]

    def _action(self, move: str) -> str:
        """Return a move or a change of the position as the record spells it."""
        if move.startswith(SETUP):
            return move
        point = move[2:-1]
        return f"{move[0]} {PASS if values.is_pass(point, *self._size) else point}"

    _size: tuple[int, int] = (19, 19)
    _unclear: Sequence[tuple[int, int]] = ()
    """The spans of the text in which the position is unclear."""

    def round(self, match: DraftMatch, played: DraftRound) -> Round:
        """Return the game; its variations are numbered by where they leave their line."""
        played.line.order()
        said = match.values
        headers = [each for each in (*match.events, *played.events) if isinstance(each, Header)]
        for each in headers:
            if each.name.startswith(UNSURE):
                self.lost.append(["rounds", 0, *each.name.split()])
        self._unclear = _outermost(headers)
        if self._unclear:
            self.lost.append(["rounds", 0, UNCLEAR])
        setup = None
        if POSITION in said:
            turn = said.get(TURN)
            setup = Setup(
                position=said[POSITION], to_act=None if turn is None else "BW".index(turn)
            )
        return Round(
            setup=setup,
            actions=tuple(played.line.actions),
            variations=played.line.made(),
            annotations=played.line.annotations(),
            result=result(said),
        )

    def record(self, match: DraftMatch, rounds: Sequence[Any]) -> Record | None:
        """Return the record, or None if the game is not Go."""
        said = match.values
        if OTHER in said or not rounds:
            self.whole = False
            return None
        return Record(**fields(said), rounds=tuple(rounds), annotations=match.annotations())

    def start(self, match: DraftMatch, played: DraftRound) -> None:
        """Remember the size of the board, on which the meaning of `tt` depends."""
        size = values.size(match.values.get("SZ", ""))
        if size is not None:
            self._size = (size, size) if isinstance(size, int) else size

    # Places

    def remember_headers(self, here: str, said: Said) -> None:
        """Remember where the values of the root are."""
        for each in said.headers(self.text.content):
            if each.name in FIELDS:
                self.places.add(f"/{FORMS[each.name].field}", each.start, each.end)
            elif each.name == POSITION:
                self.places.add("/rounds/0/setup", each.start, each.end)
                self.places.add("/rounds/0/setup/position", each.start, each.end)

    def follows(self, finding: Finding, lost: Path) -> bool:
        """Return whether a finding may merely follow from something that could not be read."""
        if lost == ["size"]:
            return finding.round is not None
        if lost[-1] in _OF_PARTS:
            return finding.rule in _OF_PARTS[lost[-1]]
        match lost[2:]:
            case ["unclear"]:
                return finding.rule in _OF_POSITION and self._is_unclear(finding)
            case ["unsure", ply]:
                return finding.rule in _OF_TURN and str(finding.ply) == ply
            case _:
                return follows(finding, lost)

    def _is_unclear(self, finding: Finding) -> bool:
        """Return whether a finding is at a place where the position is unclear."""
        at, _, _ = self.places.span(finding)
        before = bisect_right(self._unclear, at, key=itemgetter(0))
        return before > 0 and at < self._unclear[before - 1][1]


def _outermost(headers: Sequence[Header]) -> list[tuple[int, int]]:
    """Return the spans in which the position is unclear, in order, without those inside others."""
    found = list[tuple[int, int]]()
    for start, end in sorted((each.start, each.end) for each in headers if each.name == UNCLEAR):
        if not found or start >= found[-1][1]:
            found.append((start, end))
    return found


def fields(said: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields of a record from the values of the root."""
    found: dict[str, Any] = {}
    for key in said.keys() & FIELDS:
        known = FORMS[key]
        if "/" not in known.field and known.read is not None:
            found[known.field] = known.read(said[key])
    if "PB" in said or "PW" in said:
        found["players"] = tuple(values.text(said.get(key, "")) for key in ("PB", "PW"))
    return found


def result(said: Mapping[str, str]) -> Any:
    """Return the result from the values of the root."""
    return values.result(said["RE"]) if "RE" in said else None
