"""Players of Planowanie: both builds of the engine make the same decisions."""

from random import Random

import pytest

from kifu.arena.players.planowanie.strategy import STRATEGY
from kifu.arena.players.strategy import NoStrategy
from kifu.replayer.beliefs.dice import Dice
from kifu.replayer.planowanie.record import Deck, Planned
from kifu.replayer.planowanie.rules import PlanowanieRules
from kifu.replayer.planowanie.state import State
from kifu.replayer.rules import CHANCE, Decision

LARGE = Deck("23456789TJQKA", "CDHSX")
STRANGE = "2X"
"""A card that is not in the deck."""


def dealt(deck: Deck, seats: int) -> tuple[PlanowanieRules, State]:
    """Return a state in which everybody has six cards."""
    rules = PlanowanieRules(deck, seats, (Planned(6, 0),))
    state = rules.initial_state()
    return rules, rules.apply(state, {CHANCE: rules.sample(state, Random(1))}).state


def declared(deck: Deck, seats: int) -> tuple[PlanowanieRules, State]:
    """Return a state in which everybody has declared 1."""
    rules, state = dealt(deck, seats)
    return rules, rules.apply(state, dict.fromkeys(range(seats), "1")).state


@pytest.mark.parametrize(("deck", "seats"), [(Deck(), 5), (LARGE, 4)])
def test_a_deal_too_large_for_the_compiled_engine_is_played_at_random(
    deck: Deck, seats: int
) -> None:
    assert is_random(*declared(deck, seats))


def test_a_deal_with_a_card_from_outside_the_deck_is_played_at_random() -> None:
    rules, state = declared(Deck(), 4)
    assert not is_random(rules, state)
    assert is_random(rules, rules.apply(state, {0: STRANGE}).state)


@pytest.mark.parametrize("player", [-1, 4])
def test_only_players_declare(player: int) -> None:
    rules, state = dealt(Deck(), 4)
    with pytest.raises(IndexError, match=f"there is no player {player}"):
        STRATEGY.choose(rules, state, player, Dice(1))


def is_random(rules: PlanowanieRules, state: State) -> bool:
    """Return whether decisions and playouts are those of a player without a strategy."""
    node = rules.node(state)
    assert isinstance(node, Decision)
    (player,) = node.players
    return all(
        STRATEGY.choose(rules, state, player, Dice(seed))
        == NoStrategy().choose(rules, state, player, Dice(seed))
        and STRATEGY.play_out(rules, state, 1, Dice(seed))
        == NoStrategy().play_out(rules, state, 1, Dice(seed))
        for seed in range(10)
    )
