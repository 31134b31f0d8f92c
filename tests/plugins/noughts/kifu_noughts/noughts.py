"""The whole game: records, rules, codes, notation.

Nothing in it is hidden, so nothing here deals with views. A draw gives each player half a point,
and a square has several names.
"""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kifu.findings import Example, Finding, declare
from kifu.formats.document.canonical import canonical
from kifu.formats.document.form import Form, JsonMapping, pretty
from kifu.formats.interface.losses import changed, changed_rounds
from kifu.replayer.check import Place, check_variations
from kifu.replayer.game import Checked, Game, MatchResult
from kifu.replayer.play.annotation import Annotation
from kifu.replayer.play.ended import Ended
from kifu.replayer.play.start import Setup
from kifu.replayer.play.variations import Variation
from kifu.replayer.positions import Positions
from kifu.replayer.record import GameRecord
from kifu.replayer.replay.round import RecordedRound, RoundReplay, Step, walk
from kifu.replayer.rules import (
    Action,
    Decision,
    IllegalAction,
    Node,
    Terminal,
    Transition,
)

SQUARES = "123456789"
ROWS = ("123", "456", "789", "147", "258", "369", "159", "357")
NAMES = {number: "abc"[place % 3] + "321"[place // 3] for place, number in enumerate(SQUARES)}
KINDS = {"centre": "5", "corner": "1379", "edge": "2468"}


def _example(*squares: str) -> Example:
    rounds = [{"squares": each} for each in squares]
    return Example("noughts/json", json.dumps({"format": "noughts/json", "rounds": rounds} | V))


V = {"version": 1}
NO_SQUARE = declare(
    code="X001",
    name="noughts-no-square",
    means="A square that is taken is not free.",
    why="The rules.",
    mend="Write a digit from 1 to 9 that was not written before.",
    example=_example("55"),
)
GOES_ON = declare(
    code="X002",
    name="noughts-goes-on",
    means="A game continues after its end.",
    why="The rules.",
    mend="Take away what follows.",
    example=_example("513276"),
)

NO_POSITION = declare(
    code="X003",
    name="noughts-no-position",
    means="A game starts from an invalid position.",
    why="The rules.",
    mend="Write different digits from 1 to 9.",
    example=Example(
        "noughts/json",
        json.dumps(
            {"format": "noughts/json", "rounds": [{"squares": "1", "setup": {"position": "55"}}]}
            | V
        ),
    ),
)


class State(Struct, frozen=True):
    """The squares taken, and each player's half points, which change when the game is over."""

    taken: str = ""
    halves: tuple[int, int] = (0, 0)

    @property
    def over(self) -> bool:
        return self.won or len(self.taken) == len(SQUARES)

    @property
    def won(self) -> bool:
        own = set(self.taken[-1::-2])
        return any(own >= set(row) for row in ROWS)


class Round(Struct, frozen=True, kw_only=True, omit_defaults=True):
    squares: str
    variations: tuple[Variation, ...] = ()
    setup: Setup | None = None
    ended: Ended | None = None
    annotations: tuple[Annotation, ...] = ()

    @property
    def plies(self) -> int:
        return len(self.squares)


class Record(GameRecord[State], frozen=True, kw_only=True, omit_defaults=True):
    players: tuple[str, str] | None = None
    rounds: tuple[Round, ...]


class Rules(Struct, frozen=True):
    players: int = 2

    def initial_state(self) -> State:
        return State()

    def next_round(self, end: State) -> State:
        return State(halves=end.halves)

    def node(self, state: State) -> Node:
        return Terminal() if state.over else Decision((len(state.taken) % 2,))

    def legal_actions(self, state: State, player: int) -> Sequence[Action]:
        return [each for each in SQUARES if self._allows(state, player, each)]

    def _allows(self, state: State, player: int, action: Action) -> bool:
        node = self.node(state)
        acts = isinstance(node, Decision) and player in node.players
        return acts and len(action) == 1 and action in SQUARES and action not in state.taken

    def chance_outcomes(self, state: State) -> None:
        raise NotImplementedError

    def sample(self, state: State, rng: Random) -> Action:
        raise NotImplementedError

    def verify(self, state: State, player: int, action: Action) -> None:
        if not self._allows(state, player, action):
            raise IllegalAction(NO_SQUARE, f"{action!r} is not a free square for player {player}")

    def apply(self, state: State, actions: Mapping[int, Action]) -> Transition[State]:
        ((player, action),) = actions.items()
        after = replace(state, taken=state.taken + action)
        if after.over:
            won = [1, 1] if not after.won else [2 * (seat == player) for seat in (0, 1)]
            after = replace(after, halves=(state.halves[0] + won[0], state.halves[1] + won[1]))
        return Transition(after, {"player": player, "square": action}, {})

    def returns(self, state: State) -> Sequence[Fraction]:
        return [Fraction(each, 2) for each in state.halves]

    def parse(self, state: State, player: int, spelled: str) -> Action:
        """Accept a digit, a name as in chess, or a kind of square if only one is free."""
        for number, name in NAMES.items():
            if spelled.lower() == name:
                return number
        if spelled not in KINDS:
            return spelled
        free = [each for each in KINDS[spelled] if each not in state.taken]
        if len(free) != 1:
            why = f"several {spelled}s are free" if free else f"no {spelled} is free"
            raise IllegalAction(NO_SQUARE, f"{why}: name the square")
        return free[0]

    def spell(self, state: State, player: int, action: Action) -> str:
        for kind, squares in KINDS.items():
            if [each for each in squares if each not in state.taken] == [action]:
                return kind
        return NAMES[action]


RULES = Rules()


class Shown(Positions[Record, State]):
    type = State


class Noughts(Game[Record, State]):
    name = "noughts"
    positions = Shown()

    def rules(self, record: Record) -> Rules:
        return RULES

    def recorded_round(
        self, record: Record, number: int, before: Callable[[], State | None]
    ) -> RecordedRound[State]:
        last = before()
        start = State() if last is None else RULES.next_round(last)
        return _recorded(record.rounds[number - 1], start)

    def check(self, record: Record, unsupported: Collection[str] = ()) -> Checked[State]:
        found, ends, state = list[Finding](), list[State | None](), State()
        for number, each in enumerate(record.rounds, 1):
            place = Place(number)
            try:
                recorded = _recorded(each, state)
            except IllegalAction as why:
                found.append(place.finding(why.rule, str(why), "/setup"))
                ends.append(None)
                continue
            line = RoundReplay(number, tuple(walk(RULES, recorded)))
            last = line.steps[-1]
            at = len(last.state.taken)
            if last.breach is not None:
                here = {"ply": last.ply, "offset": at - len(recorded.start.taken), "length": 1}
                found.append(place.finding(NO_SQUARE, str(last.breach), "/squares", **here))
            elif at - len(recorded.start.taken) < len(each.squares):
                found.append(place.finding(GOES_ON, "the game is over", "/squares"))
            found += check_variations(RULES, line, each.variations, place)
            ends.append(last.state if last.over else None)
            state = RULES.next_round(last.state)
        return Checked(found, ends)

    def written(self, record: Record, rounds: Sequence[Sequence[Step[State]]]) -> Record:
        played = [Round(squares=steps[-1].state.taken) for steps in rounds]
        return replace(record, rounds=tuple(played))

    def match_result(self, record: Record, ends: Sequence[State | None]) -> MatchResult | None:
        end = ends[-1]
        return None if end is None else MatchResult(record.players, tuple(RULES.returns(end)))

    def generate(self, rng: Random) -> Record:
        return Record(rounds=tuple(_random(rng) for _ in range(rng.randint(1, 3))))


GAME = Noughts()


def _recorded(each: Round, start: State) -> RecordedRound[State]:
    if each.setup is not None:
        start = replace(start, taken=_set_up(each.setup))
    before = len(start.taken)

    def choose(state: State, node: Node) -> Mapping[int, Action] | None:
        done = len(state.taken)
        left = each.squares[done - before : done - before + 1]
        return {done % 2: left} if left else None

    return RecordedRound(start, choose, {})


def _set_up(setup: Setup) -> str:
    """Parse a position given as the squares taken: `513` is the position after three plies."""
    taken = setup.position
    if not set(taken) <= set(SQUARES) or len(set(taken)) < len(taken):
        raise IllegalAction(NO_POSITION, f"{taken!r} is not a position")
    if setup.to_act not in (None, len(taken) % 2):
        raise IllegalAction(NO_POSITION, f"player {len(taken) % 2} is to act after {taken!r}")
    return taken


def _random(rng: Random) -> Round:
    state = State()
    while isinstance(node := RULES.node(state), Decision):
        (player,) = node.players
        action = rng.choice(RULES.legal_actions(state, player))
        state = RULES.apply(state, {player: action}).state
    return Round(squares=state.taken)


def _record_of(values: dict[str, Any]) -> Record:
    return msgspec.convert(values, Record)


_FORM = Form(
    JsonMapping(schema="noughts/json", build=_record_of),
    msgspec.to_builtins,
    lambda values: pretty(values) + "\n",
)

NOTATION = canonical("noughts/json", lambda: _FORM)


def differences(before: Record, after: Record) -> list[str]:
    rounds = changed_rounds(before.rounds, after.rounds, "rounds")
    return list(dict.fromkeys([*changed(before, after, without="rounds"), *rounds]))
