"""The game: checking, replaying and generating records."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from random import Random

from msgspec.structs import replace

from kifu.findings import Finding
from kifu.replayer.check import Place, check_variations
from kifu.replayer.game import Checked, Game, MatchResult
from kifu.replayer.play.ended import Ended
from kifu.replayer.positions import Positions
from kifu.replayer.replay.round import RecordedRound, RoundReplay, Step, walk
from kifu.replayer.rules import Action, Node, Rules

from .codes import GOES_ON, WRONG_RESULT
from .encoding import TicTacToeEncoding
from .record import Record, Round
from .rules import RULES, State, TicTacToeRules

DRAWN, WON = "1/2-1/2", ("1-0", "0-1")


class Shown(Positions[Record, State]):
    """States as positions, since nothing is hidden."""

    type = State


class TicTacToe(Game[Record, State]):
    """The game of tic-tac-toe."""

    name = "tictactoe"
    positions = Shown()

    def rules(self, record: Record) -> TicTacToeRules:
        """Return the rules, which are the same for all records."""
        return RULES

    def encoding(self, rules: Rules[State]) -> TicTacToeEncoding:
        """Return the action ids and observations for programs that learn."""
        return TicTacToeEncoding(self, rules)

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
            found += _check_line(each, line.steps[-1], place)
            found += check_variations(RULES, line, each.variations, place)
            ends.append(line.steps[-1].state if line.steps[-1].over else None)
        return Checked(found, ends)

    def written(self, record: Record, rounds: Sequence[Sequence[Step[State]]]) -> Record:
        """Return a record of games that were played."""
        return replace(record, rounds=tuple(_played(steps) for steps in rounds))

    def match_result(self, record: Record, ends: Sequence[State | None]) -> MatchResult | None:
        """Return the points of a finished match."""
        end = ends[-1]
        return None if end is None else MatchResult(record.players, tuple(RULES.returns(end)))

    def generate(self, rng: Random) -> Record:
        """Return a game of random moves."""
        state, moves = State(), list[str]()
        while not state.over:
            moves.append(rng.choice(RULES.legal_actions(state, state.player)))
            state = RULES.apply(state, {state.player: moves[-1]}).state
        return Record(rounds=(Round(moves=tuple(moves), result=_result(state)),))


GAME = TicTacToe()


def _recorded(each: Round) -> RecordedRound[State]:
    def choose(state: State, node: Node) -> Mapping[int, Action] | None:
        return {state.player: each.moves[state.ply]} if state.ply < len(each.moves) else None

    return RecordedRound(State(), choose, {})


def _played(steps: Sequence[Step[State]]) -> Round:
    moves = [move for step in steps for move in (step.actions or {}).values()]
    result = _result(steps[-1].state) if steps[-1].over else None
    return Round(moves=tuple(moves), result=result)


def _check_line(each: Round, last: Step[State], place: Place) -> Iterator[Finding]:
    """Yield what is wrong with the main line, or with the recorded result."""
    at = f"/moves/{last.state.ply}"
    if last.breach is not None:
        yield place.finding(last.breach.rule, str(last.breach), at, ply=last.ply)
    elif last.state.ply < len(each.moves):
        yield place.finding(GOES_ON, "the game is over", at)
    else:
        right = _result(last.state) if last.over else _agreed(each.ended)
        if right and each.result not in (None, right):
            why = f"the result is {each.result}, but should be {right}"
            yield place.finding(WRONG_RESULT, why, "/result")


def _result(end: State) -> str:
    return WON[1 - end.player] if end.rows else DRAWN


def _agreed(ended: Ended | None) -> str | None:
    """Return the result if the game's end outside play, such as a resignation, determines it."""
    if ended is not None and ended.how == "agreement":
        return DRAWN
    if ended is not None and ended.how in ("resignation", "time") and ended.by in (0, 1):
        return WON[1 - ended.by]
    return None
