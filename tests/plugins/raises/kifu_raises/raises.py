"""The whole game: two players raise in turn, as much as they like, until one folds.

A raise is to an even number of chips, at least twice the last one, and at most a million. A player
who folds loses the amount of the previous raise; nobody can raise once a million is reached.
"""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
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
from kifu.replayer.choices import ActionRange, Choices
from kifu.replayer.encoding.encoding import DIGITS, Amounts, Encoding
from kifu.replayer.encoding.fields import Field, Layout
from kifu.replayer.game import Checked, Game
from kifu.replayer.play.variations import Variation
from kifu.replayer.positions import Positions
from kifu.replayer.record import GameRecord
from kifu.replayer.replay.round import RecordedRound, RoundReplay, Step, walk
from kifu.replayer.rules import Action, Decision, IllegalAction, Node, Terminal, Transition
from kifu.replayer.rules import Rules as RulesOf

MOST = 1_000_000
EXAMPLE = {"format": "raises/json", "version": 1, "stacks": [{"actions": ["raise 3"]}]}
NOT_ALLOWED = declare(
    code="R901",
    name="raises-not-allowed",
    means="An action is neither a fold nor a legal raise.",
    why="The rules.",
    mend="Write `fold`, or `raise` and an even number that is large enough.",
    example=Example("raises/json", json.dumps(EXAMPLE)),
)


class State(Struct, frozen=True):
    raises: tuple[int, ...] = ()
    folded: bool = False
    totals: tuple[int, int] = (0, 0)

    @property
    def turn(self) -> int:
        return len(self.raises) % 2


class Round(Struct, frozen=True, kw_only=True, omit_defaults=True):
    actions: tuple[str, ...]
    variations: tuple[Variation, ...] = ()

    @property
    def plies(self) -> int:
        return len(self.actions)


class Record(GameRecord[State], frozen=True, kw_only=True, omit_defaults=True):
    stacks: tuple[Round, ...]


class Rules(Struct, frozen=True):
    players: int = 2

    def initial_state(self) -> State:
        return State()

    def next_round(self, end: State) -> State:
        return State(totals=end.totals)

    def node(self, state: State) -> Node:
        return Terminal() if state.folded else Decision((state.turn,))

    def legal_actions(self, state: State, player: int) -> Sequence[Action]:
        if state.folded or player != state.turn:
            return []
        least = 2 * state.raises[-1] if state.raises else 2
        return Choices(["fold"], [ActionRange("raise ", least, MOST, step=2)])

    def verify(self, state: State, player: int, action: Action) -> None:
        if action not in self.legal_actions(state, player):
            raise IllegalAction(NOT_ALLOWED, f"{action!r} is not allowed for player {player}")

    def apply(self, state: State, actions: Mapping[int, Action]) -> Transition[State]:
        ((player, action),) = actions.items()
        if action != "fold":
            after = replace(state, raises=(*state.raises, int(action.split()[1])))
        else:
            lost = state.raises[-2] if len(state.raises) > 1 else 0
            won = -lost if player == 0 else lost
            totals = (state.totals[0] + won, state.totals[1] - won)
            after = replace(state, folded=True, totals=totals)
        return Transition(after, {"player": player, "action": action}, {})

    def chance_outcomes(self, state: State) -> None:
        raise NotImplementedError

    def sample(self, state: State, rng: Random) -> Action:
        raise NotImplementedError

    def returns(self, state: State) -> Sequence[int]:
        return state.totals


RULES = Rules()


class RaisesEncoding(Encoding[Record, State]):
    names = ("fold", "raise ", *DIGITS)
    amounts = (Amounts("raise ", 7),)
    observation = Layout((Field("highest", (7,), 9), Field("raises", (1,), 255)))
    max_game_length = 8 * 20
    max_utility, min_utility = MOST, -MOST
    max_chance_outcomes = 0

    def observe(self, state: State, player: int, out: bytearray, at: int) -> None:
        highest = str(state.raises[-1] if state.raises else 0).zfill(7)
        out[at : at + 7] = bytes(map(int, highest))
        out[at + 7] = len(state.raises)


class Shown(Positions[Record, State]):
    type = State


class Raises(Game[Record, State]):
    name = "raises"
    rounds_field = "stacks"
    positions = Shown()

    def encoding(self, rules: RulesOf[State]) -> RaisesEncoding:
        return RaisesEncoding(self, rules)

    def rules(self, record: Record) -> Rules:
        return RULES

    def recorded_round(
        self, record: Record, number: int, before: Callable[[], State | None]
    ) -> RecordedRound[State]:
        last = before()
        start = State() if last is None else RULES.next_round(last)
        return _recorded(record.stacks[number - 1], start)

    def check(self, record: Record, unsupported: Collection[str] = ()) -> Checked[State]:
        found, ends, state = list[Finding](), list[State | None](), State()
        for number, each in enumerate(record.stacks, 1):
            line = RoundReplay(number, tuple(walk(RULES, _recorded(each, state))))
            last, place = line.steps[-1], Place(number, "stacks")
            if last.breach is not None:
                at = f"/actions/{last.ply - 1}"
                found.append(place.finding(NOT_ALLOWED, str(last.breach), at, ply=last.ply))
            found += check_variations(RULES, line, each.variations, place)
            ends.append(last.state if last.over else None)
            state = RULES.next_round(last.state)
        return Checked(found, ends)

    def written(self, record: Record, rounds: Sequence[Sequence[Step[State]]]) -> Record:
        lines = [
            [action for step in steps for action in (step.actions or {}).values()]
            for steps in rounds
        ]
        return replace(record, stacks=tuple(Round(actions=tuple(each)) for each in lines))

    def generate(self, rng: Random) -> Record:
        return Record(stacks=tuple(_random(rng) for _ in range(rng.randint(1, 3))))


GAME = Raises()


def _recorded(each: Round, start: State) -> RecordedRound[State]:
    def choose(state: State, node: Node) -> Mapping[int, Action] | None:
        done = len(state.raises)
        return {state.turn: each.actions[done]} if done < len(each.actions) else None

    return RecordedRound(start, choose, {})


def _random(rng: Random) -> Round:
    state, actions = State(), list[Action]()
    while isinstance(RULES.node(state), Decision):
        legal = RULES.legal_actions(state, state.turn)
        actions.append(
            rng.choice(legal[: rng.choice([2, 100, None])]) if rng.random() < 0.8 else "fold"
        )
        state = RULES.apply(state, {state.turn: actions[-1]}).state
    return Round(actions=tuple(actions))


def _record_of(values: dict[str, Any]) -> Record:
    return msgspec.convert(values, Record)


_FORM = Form(
    JsonMapping(schema="raises/json", build=_record_of),
    msgspec.to_builtins,
    lambda values: pretty(values) + "\n",
)

NOTATION = canonical("raises/json", lambda: _FORM)


def differences(before: Record, after: Record) -> list[str]:
    rounds = changed_rounds(before.stacks, after.stacks, "stacks")
    return list(dict.fromkeys([*changed(before, after, without="stacks"), *rounds]))
