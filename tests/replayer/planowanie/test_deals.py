"""Deals are listed if there are few: their probabilities, and their numbers in the encoding."""

from fractions import Fraction
from random import Random

import pytest

from kifu.replayer import game
from kifu.replayer.planowanie.encoding import PlanowanieEncoding
from kifu.replayer.planowanie.record import Deck, Planned
from kifu.replayer.planowanie.rules import PlanowanieRules


def rules(ranks: str, *plan: int) -> PlanowanieRules:
    """Return the rules of a game for two players with two suits."""
    return PlanowanieRules(Deck(ranks, "CD"), 2, tuple([Planned(each, 0) for each in plan]))


@pytest.mark.parametrize(("plan", "deals"), [((1,), 30), ((2,), 90), ((3,), 20)])
def test_few_deals_are_listed(plan: tuple[int, ...], deals: int) -> None:
    small, rng = rules("JQK", *plan), Random(1)
    start = small.initial_state()
    found = small.chance_outcomes(start) or {}
    assert (len(found), {*found.values()}) == (deals, {Fraction(1, deals)})
    assert {small.sample(start, rng) for _ in range(20 * deals)} == {*found}
    for each in found:
        small.verify(start, -1, each)


def test_a_plan_with_too_many_deals_lists_none() -> None:
    large = rules("89TJQKA", 1, 3)
    assert large.chance_outcomes(large.initial_state()) is None
    assert large.most_deals() == 1


def test_the_encoding_numbers_them_in_any_order_of_the_cards() -> None:
    small = rules("JQK", 1, 2)
    encoding = PlanowanieEncoding(game("planowanie"), small)
    assert encoding.max_chance_outcomes == 90
    state = small.begin(1, (0, 0))
    numbers = [encoding.outcome(state, each) for each in small.chance_outcomes(state) or {}]
    assert numbers == [*range(90)]
    assert encoding.outcome(state, "KC JC\nKD JD") == encoding.outcome(state, "JC KC\nJD KD")
