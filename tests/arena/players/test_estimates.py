"""Estimates of lines from a seat's knowledge, made the way the monte-carlo player makes them."""

from random import Random

import pytest
from hypothesis import given, settings

from kifu.arena.players import estimates as module
from kifu.arena.players.estimates import Estimate, estimates
from kifu.arena.players.levels import player
from kifu.arena.players.limit import Limit
from kifu.arena.players.player import Seen
from kifu.replayer.rules import IllegalAction

from ...campaign import in_a_campaign
from ...helpers import RANDOM
from .seats import HIDING, THINKS_LITTLE, decisions, played, shown, swapped


def somewhere(name: str, seed: int, among: slice = slice(None)) -> Seen:
    """Return what a seat has seen before a random decision, when all players use rules of thumb."""
    (steps,) = played(name, ["rules"], seed, rounds=1).rounds
    number, seat = Random(seed).choice(list(decisions(steps))[among])
    return shown(name, seat, steps, number)


def following() -> Seen:
    """Find a moment in a deal of Mighty where a player has to follow and has a choice."""
    (steps,) = played("mighty", ["rules"], 4, rounds=1).rounds
    for number, seat in list(decisions(steps))[-44:]:
        seen = shown("mighty", seat, steps, number)
        if len(seen.state.table) == 1 and 2 < len(seen.legal) < 6:
            return seen
    raise AssertionError("no player has a choice")


@pytest.mark.parametrize("name", ["leduc", "mighty"])
def test_the_player_chooses_the_best_action(name: str) -> None:
    """In a zero-sum game, gains are others' losses; otherwise players weigh what others gain.

    Of more than two actions, it soon drops some.
    """
    compared = 0
    for seed in range(40):
        seen, limit = somewhere(name, seed), Limit(playouts=40)
        found = estimates(seen, None, limit, "seed")
        if len(found) == 2:
            choice = player(name, "monte-carlo", "seed", limit).choose(seen)
            assert max(found, key=lambda each: each.mean).line == (choice,)
            compared += 1
    assert compared > 3


@pytest.mark.parametrize("name", HIDING)
@settings(max_examples=3)
@given(rng=RANDOM)
def test_no_estimate_peeks(name: str, rng: Random) -> None:
    (steps,) = played(name, ["rules"], rng.getrandbits(32), rounds=1).rounds
    number, seat = rng.choice(list(decisions(steps)))
    seen = shown(name, seat, steps, number)
    again = shown(name, seat, swapped(seen, rng), number)
    found = estimates(seen, None, THINKS_LITTLE, 1)
    assert found == estimates(again, None, THINKS_LITTLE, 1)
    assert all((each.low or each.mean) <= each.mean for each in found)
    assert all(0 <= each.wins <= 1 for each in found)


def test_a_game_without_rules_of_thumb_is_played_out_at_random(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nothing(game: str) -> None:
        return None

    seen = somewhere("leduc", 1)
    with_rules = estimates(seen, None, Limit(playouts=30), 1)
    monkeypatch.setattr(module, "strategy", nothing)
    found = estimates(seen, None, Limit(playouts=30), 1)
    assert {each.line[0] for each in found} == set(seen.legal)
    assert found != with_rules


@in_a_campaign
def test_an_interval_holds_what_many_more_deals_come_to() -> None:
    seen = following()
    few = estimates(seen, None, Limit(playouts=200), 3)
    many = estimates(seen, None, Limit(playouts=2000), 2)
    assert len(few) > 1
    for one, other in zip(few, many, strict=True):
        assert one.low is not None
        assert one.high is not None
        assert one.low <= other.mean <= one.high
        assert (other.high or 0) - other.mean < (one.high - one.mean) / 2


def test_a_line_counts_in_deals_in_which_it_is_legal() -> None:
    seen = following()
    own, after = seen.legal[0], (seen.player + 1) % 5
    others = [card for card in seen.state.unseen if card[0] == seen.state.table[0][0]]
    lines = [(own,), *((own, card) for card in others)]
    found = estimates(seen, lines, Limit(playouts=50 * len(lines)), 1)
    assert found[0].deals == 50
    # The next player holds at most one of these cards, and in some deals none.
    assert all(0 < each.deals < 50 for each in found[1:])
    assert after not in (seen.player, seen.state.lead)


def test_where_a_line_is_not_legal_its_action_is_named() -> None:
    seen = following()
    own, *rest = (card for card in seen.state.hands[seen.player])
    for line, why in (
        ([seen.legal[0], own if own != seen.legal[0] else rest[0]], "action 2"),
        (["XX"], "action 1, XX: 'XX' is not a card"),
    ):
        with pytest.raises(IllegalAction, match=why):
            estimates(seen, [line], THINKS_LITTLE, 1)
    (steps,) = played("leduc", ["rules"], 1, rounds=1).rounds
    number, seat = next(iter(decisions(steps)))
    seen = shown("leduc", seat, steps, number)
    with pytest.raises(IllegalAction, match="the round is over after action 2 of 3"):
        estimates(seen, [["raise", "fold", "call"]], THINKS_LITTLE, 1)


def test_an_empty_line_is_the_position() -> None:
    (found,) = estimates(following(), [()], Limit(playouts=10), 1)
    assert (found.line, found.deals) == ((), 10)


def test_where_several_act_at_once_a_line_says_what_the_seat_does() -> None:
    (steps,) = played("planowanie", ["rules"], 1, rounds=1).rounds
    number, seat = next((n, s) for n, s in decisions(steps) if s == 2)
    seen = shown("planowanie", seat, steps, number)
    assert [each.deals for each in estimates(seen, [("0",), ("1",)], Limit(playouts=8), 1)] == [
        4,
        4,
    ]


def test_few_deals_have_no_interval() -> None:
    for number in (1, 9):
        (found,) = estimates(following(), [()], Limit(playouts=number), 1)
        assert found == Estimate((), found.mean, None, None, found.wins, number)


def test_where_there_is_nothing_to_estimate() -> None:
    (steps,) = played("leduc", ["rules"], 1, rounds=1).rounds
    over = shown("leduc", 0, steps, len(steps) - 1)
    with pytest.raises(ValueError, match="nobody acts here"):
        estimates(over, None, THINKS_LITTLE, 1)
    number, seat = next(iter(decisions(steps)))
    with pytest.raises(ValueError, match=f"player {1 - seat} does not act here"):
        estimates(shown("leduc", 1 - seat, steps, number), None, THINKS_LITTLE, 1)
    with pytest.raises(ValueError, match="playouts must be at least 1, not 0"):
        estimates(shown("leduc", seat, steps, number), None, Limit(playouts=0), 1)
