"""Playouts of records of every game; the conformance kit compares engines with walks."""

from fractions import Fraction
from random import Random
from typing import Any, cast

import pytest

import kifu
from kifu import replayer
from kifu.replayer.beliefs.dice import Dice
from kifu.replayer.beliefs.playouts import PlayedOut, outcome, play_out, walk_out
from kifu.replayer.rules import Decision

GAMES = ["goita", "leduc", "mighty", "planowanie"]


@pytest.mark.parametrize("name", GAMES)
def test_a_seed_gives_the_same_and_another_something_else(name: str) -> None:
    record = replayer.generate(name, 4)
    found = kifu.playouts(record, 1, 12, seed=1)
    assert found == kifu.playouts(record, 1, 12, seed=1) != kifu.playouts(record, 1, 12, seed=2)
    assert len(found.returns) == 12
    assert found.decisions >= 12


@pytest.mark.parametrize("name", GAMES)
def test_a_round_that_is_over_is_worth_what_it_brought(name: str) -> None:
    record = replayer.generate(name, 4)
    last = kifu.replay(record)[0]
    ends = last.steps[-1].state
    returns = tuple(replayer.game(name).rules(record).returns(ends))
    assert kifu.playouts(record, last.plies + 1, 3) == PlayedOut(0, [returns] * 3)


@pytest.mark.parametrize("name", GAMES)
def test_hidden_cards_must_be_drawn_first(name: str) -> None:
    view = kifu.deals(replayer.generate(name, 4), 1, 1).seen
    with pytest.raises(ValueError, match=r"^part of round 1 is hidden: .*\(`kifu\.deals`\)$"):
        kifu.playouts(view, 1, 1)
    drawn = kifu.deals(view, None, 1).sample(Random(1))
    assert len(kifu.playouts(drawn, 1, 3).returns) == 3


class _Biased:
    """Rules under which a coin shows heads five times out of six."""

    def chance_outcomes(self, _: object) -> dict[str, Fraction]:
        return {"tails": Fraction(1, 6), "heads": Fraction(5, 6)}


def test_outcomes_are_drawn_with_their_probabilities() -> None:
    rules, dice = cast("Any", _Biased()), Dice(1)
    heads = [outcome(rules, None, dice) for _ in range(600)].count("heads")
    assert 450 < heads < 550


SMALL_GO = kifu.loads("(;GM[1]SZ[3]RU[Chinese];B[bb];W[ab])")


@pytest.mark.parametrize("name", [*GAMES, "go"])
def test_a_fast_playout_draws_what_a_walk_draws(name: str) -> None:
    record = SMALL_GO if name == "go" else replayer.generate(name, 4)
    rules = replayer.game(name).rules(record)
    steps = [each for each in kifu.replay(record)[0].steps if isinstance(each.node, Decision)]
    for step in steps[:: max(1, len(steps) // 3)]:
        found = play_out(rules, step.state, 2, Dice(3))
        assert found == walk_out(rules, step.state, 2, Dice(3))


def test_no_playout_and_less_than_none() -> None:
    record = replayer.generate("goita", 4)
    assert kifu.playouts(record, 1, 0) == PlayedOut(0, [])
    assert kifu.playouts(record, 1, 0).means == ()
    with pytest.raises(ValueError, match=r"^times must be from 0 to a billion, not -1$"):
        kifu.playouts(record, 1, -1)


def test_dice_are_even() -> None:
    dice = Dice(5)
    found = [dice.below(6) for _ in range(6000)]
    assert all(850 < found.count(face) < 1150 for face in range(6))
    with pytest.raises(ValueError, match="nothing to draw from"):
        dice.below(0)
    with pytest.raises(ValueError, match="nothing to draw from"):
        dice.one_of(0)
    bits = [dice.one_of(2**63 + 0b101) for _ in range(3000)]
    assert set(bits) == {0, 2, 63}
    assert all(850 < bits.count(bit) < 1150 for bit in (0, 2, 63))
