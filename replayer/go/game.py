"""The operations on records of Go."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from ..check import Place
from ..game import Checked, GameInFolder
from ..play.ended import Ended
from ..play.start import Setup
from ..replay.round import RecordedRound, Step
from .check.check import check, rules_of, wrong_size
from .hoshi import handicap_points
from .options import Options, resolved, stated
from .points import COLOURS, NAMES
from .position import GoPositions
from .record import Record, Result, Round, plies_in
from .recorded import recorded_round
from .rules import GoRules
from .state import State
from .symmetry import standard
from .written import written

_ENDS = {"R": "resignation", "T": "time"}


class Go(GameInFolder[Record, State]):
    """The game of Go."""

    name = "go"
    settings = ("size", "komi", "handicap")
    positions = GoPositions()

    def rules(self, record: Record) -> GoRules:
        """Return the rules of a game, with its board, komi and handicap."""
        return rules_of(record)

    def options(self, values: Mapping[str, Any]) -> Options:
        """Return the options of a game: a preset with some options changed."""
        return resolved(values)

    def options_of(self, record: Record) -> Mapping[str, Any]:
        """Return a game's board, komi, handicap and preset, and the options that differ from it."""
        size = record.columns_and_rows
        said: dict[str, Any] = stated(record.rules) | {"size": size}
        if size[0] == size[1]:
            said["size"] = size[0]
        if record.komi is not None:
            said["komi"] = record.komi
        if record.handicap is not None:
            said["handicap"] = record.handicap
        return said

    def begun(self, record: Record) -> Record:
        """Return a game with its handicap stones on the usual points."""
        if record.handicap is None:
            return record
        points = handicap_points(*record.columns_and_rows, record.handicap)
        setup = Setup(position=f"B {' '.join(points)}", to_act=COLOURS.index("W"))
        return self.with_rounds(record, (Round(setup=setup),))

    def plies_of(self, actions: Sequence[str]) -> int:
        """Return the number of moves and passes."""
        return plies_in(actions)

    def recorded_round(
        self, record: Record, number: int, before: Callable[[], State | None]
    ) -> RecordedRound[State]:
        """Return a game that starts from the position set up."""
        wrong = wrong_size(record)
        if wrong is not None:
            raise wrong
        rules, played = rules_of(record), record.rounds[number - 1]
        return recorded_round(rules, played, rules.start(played.setup))

    def pointer_of(self, record: Record, number: int, step: Step[State], player: int) -> str | None:
        """Return the place of an action."""
        return Place(number).pointer(f"/actions/{step.state.table.done}")

    def check(self, record: Record, unsupported: Collection[str] = ()) -> Checked[State]:
        """Return everything wrong with a game."""
        return check(record)

    def contradicts(self, record: Record, number: int, ended: Ended) -> str | None:
        """Compare an end by resignation or on time with the result."""
        result = record.rounds[number - 1].result
        if ended.how not in _ENDS.values() or ended.by not in (0, 1):
            return None
        if not isinstance(result, Result):
            return f"the result is {result}" if result in ("draw", "void") else None
        if result.winner == COLOURS[ended.by]:
            return f"{NAMES[ended.by]} won according to the result"
        if result.by is None or _ENDS.get(str(result.by)) == ended.how:
            return None
        return f"the result is {result.winner}+{result.by}"

    def standard(self, record: Record) -> Record:
        """Return the game with its board rotated or mirrored into a standard orientation."""
        return standard(record)

    def written(self, record: Record, rounds: Sequence[Sequence[Step[State]]]) -> Record:
        """Return the record of a game that was played; its result is the area (Tromp-Taylor)."""
        rules, found = rules_of(record), list[Round]()
        for number, steps in enumerate(rounds):
            end = steps[-1].state
            setup = record.rounds[number].setup if number < len(record.rounds) else None
            margin = rules.returns(end)[0] if end.table.over else None
            found.append(written(steps, margin, setup))
        return self.with_rounds(record, found)


GAME = Go()
