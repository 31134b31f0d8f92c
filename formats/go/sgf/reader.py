"""Makes records from the events of games in SGF."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from .events import OTHER, POSITION, STONES, TURN, UNSURE
from .properties import FIELDS, FORMS

_OF_HANDICAP = (game_codes.HANDICAP_DIFFERS, game_codes.HANDICAP_NOT_PLACED)
_OF_PLAY = (game_codes.OFF_BOARD, game_codes.TWICE_RUNNING)
"""Rules about moves that do not depend on the stones that are set up."""
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

    def round(self, match: DraftMatch, played: DraftRound) -> Round:
        """Return the game; its variations are numbered by where they leave their line."""
        played.line.order()
        said = match.values
        for each in (*match.events, *played.events):
            if isinstance(each, Header) and each.name.startswith(UNSURE):
                self.lost.append(["rounds", 0, *each.name.split()])
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
        if lost[-1] == STONES:
            return finding.rule in _OF_HANDICAP
        match lost[2:]:
            case ["setup"]:
                in_play = finding.round is not None and finding.rule not in _OF_PLAY
                return in_play or finding.rule in _OF_HANDICAP
            case ["settings"]:
                return finding.rule is game_codes.SET_UP_LATER
            case ["unsure", ply]:
                return finding.rule in _OF_TURN and str(finding.ply) == ply
            case _:
                return follows(finding, lost)


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
