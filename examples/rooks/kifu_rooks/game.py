"""The game: checking, replaying and generating records."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random

from msgspec.structs import replace

from kifu.findings import Finding
from kifu.replayer.check import Place, check_variations
from kifu.replayer.game import Checked, Game, MatchResult
from kifu.replayer.play.ended import Ended
from kifu.replayer.positions import Positions
from kifu.replayer.replay.round import RecordedRound, RoundReplay, Step, walk
from kifu.replayer.rules import Action, Decision, Node

from .codes import GOES_ON, WRONG_RESULT
from .record import Record, Round
from .rules import RULES, Rules, State, halves

RESULTS = {(2, 0): "1-0", (0, 2): "0-1", (1, 1): "1/2-1/2"}
"""The result for each pair of half points."""


class Shown(Positions[Record, State]):
    """States as positions, since nothing is hidden."""

    type = State


class Rooks(Game[Record, State]):
    """The game of rooks."""

    name = "rooks"
    positions = Shown()

    def rules(self, record: Record) -> Rules:
        """Return the rules, which are the same for all records."""
        return RULES

    def recorded_round(
        self, record: Record, number: int, before: Callable[[], State | None]
    ) -> RecordedRound[State]:
        """Return the moves of a game, as recorded."""
        return _recorded(record.rounds[number - 1])

    def check(self, record: Record, unsupported: Collection[str] = ()) -> Checked[State]:
        """Return everything wrong with the moves and the result."""
        found, ends = list[Finding](), list[State | None]()
        for number, each in enumerate(record.rounds, 1):
            place = Place(number)
            line = RoundReplay(number, tuple(walk(RULES, _recorded(each))))
            last = line.steps[-1]
            at = f"/moves/{last.state.ply}"
            if last.breach is not None:
                why = last.breach
                found.append(place.finding(why.rule, str(why), at, ply=last.ply))
            elif last.state.ply < len(each.moves):
                found.append(place.finding(GOES_ON, "the game is over", at))
            elif "result" not in unsupported:
                found += _wrong_result(each, last, place)
            found += check_variations(RULES, line, each.variations, place)
            ends.append(last.state if last.over else None)
        return Checked(found, ends)

    def written(self, record: Record, rounds: Sequence[Sequence[Step[State]]]) -> Record:
        """Return a record of games that were played."""
        played = [
            Round(moves=tuple(move for step in steps for move in (step.actions or {}).values()))
            for steps in rounds
        ]
        return replace(record, rounds=tuple(played))

    def match_result(self, record: Record, ends: Sequence[State | None]) -> MatchResult | None:
        """Return the points of a finished match."""
        end = ends[-1]
        return None if end is None else MatchResult(record.players, tuple(RULES.returns(end)))

    def generate(self, rng: Random) -> Record:
        """Return a game of random moves."""
        state, moves = State(), list[str]()
        while isinstance(RULES.node(state), Decision):
            moves.append(rng.choice(RULES.legal_actions(state, state.player)))
            state = RULES.apply(state, {state.player: moves[-1]}).state
        result = RESULTS[halves(state.board, state.player) or (1, 1)]
        return Record(rounds=(Round(moves=tuple(moves), result=result),))


GAME = Rooks()


def _recorded(each: Round) -> RecordedRound[State]:
    def choose(state: State, node: Node) -> Mapping[int, Action] | None:
        if state.ply >= len(each.moves):
            return None
        return {state.player: each.moves[state.ply]}

    return RecordedRound(State(), choose, {})


def _wrong_result(each: Round, last: Step[State], place: Place) -> list[Finding]:
    """Return what is wrong with the recorded result of a game whose moves are right."""
    if each.result is None:
        return []
    if last.over:
        due = RESULTS.get(halves(last.state.board, last.state.player) or (0, 0))
    else:
        due = _agreed(each.ended)
    if due is None or each.result == due:
        return []
    why = f"the result is {each.result}, but should be {due}"
    return [place.finding(WRONG_RESULT, why, "/result")]


def _agreed(ended: Ended | None) -> str | None:
    """Return the result if the game's end outside play, such as a resignation, determines it."""
    if ended is None:
        return None
    if ended.how == "agreement":
        return "1/2-1/2"
    if ended.how in ("resignation", "time") and ended.by in (0, 1):
        return ("0-1", "1-0")[ended.by]
    return None
