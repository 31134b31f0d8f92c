"""Encodings that follow the rules: amounts in digits, chance, players who act at once."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from kifu.replayer.choices import ActionRange, Choices
from kifu.replayer.encoding.encoding import DIGITS, Amounts, Encoding
from kifu.replayer.encoding.fields import Field, Layout
from kifu.replayer.rules import CHANCE, Action, Chance, Decision, Node, Terminal, Transition

CARDS = "low", "middle", "high"
RANGES = [
    (ActionRange("raise ", 3, 47, step=4), ActionRange("raise ", 100, 120)),
    (ActionRange("raise ", 9, 9),),
    (ActionRange("raise ", 0, 999, step=111),),
    (ActionRange("raise ", 90, 110, step=7), ActionRange("raise ", 5, 6)),
]


class State(Struct, frozen=True):
    """A card, and what both players bet after it is dealt."""

    card: str | None = None
    bets: tuple[Action, ...] = ()
    before: int = 10


class Bets(Struct, frozen=True):
    """Both players bet at once on a card; the second one gets what the first one loses."""

    ranges: tuple[ActionRange, ...] = RANGES[0]
    players: int = 2

    def initial_state(self) -> State:
        return State()

    def next_round(self, end: State) -> None:
        return None

    def node(self, state: State) -> Node:
        if state.card is None:
            return Chance()
        return Terminal() if state.bets else Decision((0, 1))

    def legal_actions(self, state: State, player: int) -> Sequence[Action]:
        return Choices(["fold"], self.ranges)

    def chance_outcomes(self, state: State) -> Mapping[Action, Fraction]:
        return dict.fromkeys(CARDS, Fraction(1, 3))

    def sample(self, state: State, rng: Random) -> Action:
        return rng.choice(CARDS)

    def verify(self, state: State, player: int, action: Action) -> None:
        return None

    def apply(self, state: State, actions: Mapping[int, Action]) -> Transition[State]:
        if CHANCE in actions:
            return Transition(replace(state, card=actions[CHANCE]), {}, {})
        return Transition(replace(state, bets=(actions[0], actions[1])), {}, {})

    def returns(self, state: State) -> Sequence[int]:
        won = [len(each) for each in state.bets] or [0, 0]
        return state.before + won[0] - won[1], won[1] - won[0] - state.before


class BetsEncoding(Encoding[Any, State]):
    """The ids of `Bets`: an amount has three digits."""

    names = ("fold", "raise ", *DIGITS)
    amounts = (Amounts("raise ", 3),)
    observation = Layout((Field("seat", (2,)), Field("card", (3,))))
    perfect = Layout((Field("card", (3,)),))
    max_chance_outcomes = len(CARDS)

    def observe(self, state: State, player: int, out: bytearray, at: int) -> None:
        out[at + player] = 1
        self.reveal(state, out, at + 2)

    def reveal(self, state: State, out: bytearray, at: int) -> None:
        if state.card is not None:
            out[at + CARDS.index(state.card)] = 1


def encoding(ranges: tuple[ActionRange, ...] = RANGES[0]) -> BetsEncoding:
    game: Any = None
    rules: Any = Bets(ranges)
    return BetsEncoding(game, rules)


def spelled(made: BetsEncoding, begun: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Yield the ids of all actions that the masks allow."""
    for number in made.legal_actions(State("low"), 0, begun):
        ids = (*begun, number)
        if made.decode(State("low"), 0, ids) is None:
            yield from spelled(made, ids)
        else:
            yield ids


@pytest.mark.parametrize("ranges", RANGES)
def test_the_ids_of_amounts_spell_every_legal_action(ranges: tuple[ActionRange, ...]) -> None:
    made, state = encoding(ranges), State("low")
    found = {made.decode(state, 0, ids): ids for ids in spelled(made)}
    legal = Bets(ranges).legal_actions(state, 0)
    assert sorted(map(str, found)) == sorted(legal)
    assert found == {each: made.encode(state, 0, each) for each in legal}


@pytest.mark.parametrize("action", ["call", "raise", "raise 1000", "raise -1", "raise x", "fold 1"])
def test_other_words_have_no_ids(action: str) -> None:
    with pytest.raises(KeyError):
        encoding().encode(State("low"), 0, action)


def test_a_round_is_followed() -> None:
    round_ = encoding().begin(State())
    assert (round_.seat, round_.over, round_.returns()) == (-1, False, None)
    assert not any(round_.mask())
    for wrong in (-1, 3):
        with pytest.raises(ValueError, match="chance cannot take"):
            round_.draw(wrong)
    round_.draw(1)
    assert (round_.seat, [*round_.reveal()]) == (0, [0, 1, 0])
    assert [*round_.mask()] == [1, 1, *[0] * 10]
    with pytest.raises(ValueError, match="chance cannot take"):
        round_.draw(1)
    for number in encoding().encode(State("low"), 0, "raise 23"):
        assert (round_.seat, [*round_.observe(0)]) == (0, [1, 0, 0, 1, 0])
        round_.step(number)
    other = round_.copy()
    assert (round_.seat, other.seat, [*round_.observe(1)]) == (1, 1, [0, 1, 0, 1, 0])
    round_.step(0)
    with pytest.raises(ValueError, match="not legal"):
        other.step(2)
    for number in encoding().encode(State("low"), 1, "raise 110"):
        other.step(number)
    assert (round_.seat, round_.over, round_.returns()) == (-1, True, [4, -4])
    assert (other.seat, other.over, other.returns()) == (-1, True, [-1, 1])
    with pytest.raises(ValueError, match="not legal"):
        round_.step(0)
