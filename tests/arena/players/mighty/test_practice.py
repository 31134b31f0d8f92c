"""Contract practice: plans are legal under all options, keep what is fixed, and never peek."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from kifu.arena.players.limit import Limit
from kifu.arena.players.mighty.practice import Given, Plan, plans
from kifu.arena.players.player import Seen
from kifu.replayer import game, new_record
from kifu.replayer.mighty.cards import DECK, in_order
from kifu.replayer.mighty.rules.deal import deal_action
from kifu.replayer.mighty.rules.state import State
from kifu.replayer.replay.round import Step
from kifu.replayer.rules import CHANCE, Decision, IllegalAction, Rules

from ....loops import all_of

LITTLE, NOTHING = Limit(playouts=20), Given()

OPTIONS: list[dict[str, Any]] = [
    {"preset": "seed"},
    {"preset": "pagat"},
    {"preset": "league"},
    {"first_bidder": "left-of-dealer", "all_pass": "dealer-plays-minimum", "pass_final": False},
    {"friend_modes": ["seat", "last-trick"], "nt_min_offset": -1, "bid_max": 15},
    {"friend_modes": ["card"], "nt_ties": "must-exceed", "change_cost": 1, "bid_min": 10},
]


def actor_in(rules: Rules[Any], state: Any) -> int:
    """Return the player to act in a state."""
    node = rules.node(state)
    return node.players[0] if isinstance(node, Decision) else CHANCE


def auction(
    options: dict[str, Any], calls: Sequence[str] = (), seed: int = 1, keep: int | None = None
) -> Seen:
    """Deal with all cards visible and make some calls. `keep`: the seat whose hand is kept."""
    record = replace(new_record("mighty"), rules=game("mighty").options(options))
    rules = game("mighty").rules(record)
    cards, dice = list(Random(seed).sample(DECK, 53)), Random(seed + 1)
    if keep is not None:
        own = cards[10 * keep : 10 * keep + 10]
        others = [card for card in cards if card not in own]
        dice.shuffle(others)
        cards = [*others[: 10 * keep], *own, *others[10 * keep :]]
    hands = [in_order(cards[10 * seat : 10 * seat + 10]) for seat in range(5)]
    state, steps = rules.initial_state(), list[Step[State]]()
    for number, action in enumerate([deal_action(hands, in_order(cards[50:])), *calls]):
        node = rules.node(state)
        actor = actor_in(rules, state)
        rules.verify(state, actor, action)
        after = rules.apply(state, {actor: action})
        steps.append(Step(number, state, node, {actor: action}, after))
        state = after.state
    steps.append(Step(len(calls) + 1, state, rules.node(state)))
    return Seen(game("mighty"), record, rules, 0, [steps])


def found(seen: Seen, seat: int, given: Given = NOTHING, *, kitty: bool = True) -> list[Plan]:
    return plans(seen, seat, given, kitty=kitty, limit=LITTLE, seed=1)


def after(seen: Seen, line: Sequence[str]) -> Any:
    """Play a line from the actual deal, checking that it is legal, and return the state reached."""
    state = seen.state
    for action in line:
        actor = actor_in(seen.rules, state)
        seen.rules.verify(state, actor, action)
        state = seen.rules.apply(state, {actor: action}).state
    return state


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seat", [0, 3])
def test_plans_are_legal(options: dict[str, Any], seat: int) -> None:
    seen = auction(options, seed=seat)
    proposed = found(seen, seat)
    assert 1 < len(proposed) < 12
    means = [plan.estimate.mean for plan in proposed]
    assert means == sorted(means, reverse=True)
    for plan in proposed:
        state = after(seen, plan.line)
        assert (state.phase, state.president) == ("play", seat)
        assert (str(state.contract), state.friend) == (plan.contract, plan.friend)
        assert state.discard == plan.discards
        assert plan.bid == plan.contract
    for plan in found(seen, seat, kitty=False):
        state = after(seen, plan.line)
        assert (state.phase, state.president) == ("exchange", seat)
        assert (plan.bid, plan.discards) == (str(state.contract), ())
        assert plan.contract is plan.friend is None


def test_given_values_are_kept() -> None:
    seen = auction({})
    held = seen.state.hands[2][:3]
    for given in (
        Given(trump="C"),
        Given(points=17),
        Given(friend="none"),
        Given(discards=held),
        Given(held, "N", 14, "first"),
    ):
        for kitty in (True, False):
            proposed = found(seen, 2, given, kitty=kitty)
            assert proposed
            for plan in proposed:
                assert plan.bid is not None
                assert plan.contract in (None, plan.bid)
                assert given.trump in (None, plan.bid[-1])
                assert given.points in (None, int(plan.bid[:-1]))
                assert given.friend in (None, plan.friend)
                assert given.discards in (None, plan.discards)
    assert len(found(seen, 2, Given(held, "N", 14, "first"))) == 1


def test_a_plan_that_is_not_wholly_given_is_never_the_only_one() -> None:
    seen = auction({})
    assert len(found(seen, 2, Given(None, "N", 14, "first"))) == 6
    assert len({plan.discards for plan in found(seen, 2, Given(None, "N", 14, "first"))}) == 6


@pytest.mark.parametrize("calls", [["pass", "14H"], ["13S", "14N", "pass"]])
def test_an_auction_goes_on_from_where_it_is(calls: list[str]) -> None:
    for kitty in (True, False):
        for plan in found(seen := auction({}, calls), 4, kitty=kitty):
            assert after(seen, plan.line).president == 4


def test_a_player_who_has_bid_wins_if_all_others_pass() -> None:
    seen = auction({}, ["pass", "14H", "pass"])
    assert {plan.line for plan in found(seen, 1, kitty=False)} == {("pass", "pass")}
    assert len(found(seen, 1, kitty=False)) == 1
    assert {plan.line[:2] for plan in found(seen, 1)} == {("pass", "pass")}


def test_the_dealer_plays_the_minimum_where_all_have_passed() -> None:
    seen = auction({"all_pass": "dealer-plays-minimum"}, ["pass"] * 5)
    assert {plan.line[0][:-1] for plan in found(seen, 0, kitty=False)} == {"13"}
    with pytest.raises(IllegalAction, match="P1 has passed"):
        found(seen, 1)


def test_the_winner_of_the_auction_goes_on() -> None:
    calls = ["pass", "14H", "pass", "pass", "pass"]
    seen = auction({"preset": "pagat"}, calls)
    contracts = {plan.contract for plan in found(seen, 1)}
    assert len(contracts) > 1
    assert all(plan.bid == "14H" for plan in found(seen, 1))
    assert {plan.contract for plan in found(seen, 1, Given(trump="N"))} == {"15N"}
    buried = auction({}, [*calls, "bury " + " ".join(seen.state.hands[1][:3])])
    assert {plan.discards for plan in found(buried, 1)} == {seen.state.hands[1][:3]}
    settled = auction({}, [*calls, "bury " + " ".join(seen.state.hands[1][:3]), "14H"])
    assert {plan.line for plan in found(settled, 1)} == {(p.friend,) for p in found(settled, 1)}


@pytest.mark.parametrize("kitty", [False, True])
def test_only_what_the_seat_sees_counts(kitty: bool) -> None:
    one, other = auction({}), auction({}, keep=2)
    assert one.state.hands[2] == other.state.hands[2] != one.state.hands[1]
    same = found(one, 2, kitty=kitty) == found(other, 2, kitty=kitty)
    assert same is not kitty  # The kitty differs too.


IMPOSSIBLE: list[tuple[dict[str, Any], list[str], Given, str]] = [
    ({}, [], Given(trump="X"), "'X' is not a trump"),
    ({}, [], Given(points=25), "the bid is 25 points, but the highest allowed bid is 20"),
    ({}, [], Given(points=12), "the bid is 12 points, but the lowest allowed bid is 13"),
    ({}, [], Given(friend="P1"), "the friend may not be named by 'P1'"),
    ({}, [], Given(friend="nobody"), "'nobody' does not name a friend"),
    ({}, [], Given(discards=("SA",)), "the president buries 3 cards, not 1"),
    ({}, ["14H"], Given(points=14, trump="S"), "14♠ does not beat the 14♥ of P0"),
    ({}, ["pass", "pass", "pass"], Given(), "P2 has passed and is out of the auction"),
    (
        {},
        ["14H", "pass", "pass", "pass", "pass"],
        Given(),
        "P2 does not become the president",
    ),
    ({"bid_max": 13}, ["pass", "pass", "13N"], Given(trump="S"), "would lead to 15♠"),
    ({"bid_max": 13}, ["pass", "pass", "13N"], Given(points=15), "the winning bid is 13N"),
]


@all_of(("options", "calls", "given", "why"), IMPOSSIBLE)
def test_impossible_work_is_reported(
    options: dict[str, Any], calls: list[str], given: Given, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        found(auction(options, calls), 2, given)


def test_cards_that_count_are_known() -> None:
    seen = auction({})
    hidden = plans(seen, 2, Given(), kitty=False, limit=LITTLE, seed=1)
    assert hidden
    with pytest.raises(ValueError, match="there is no player 5"):
        found(seen, 5)
    missing = next(card for card in DECK if card not in seen.state.hands[2])
    discards = (missing, *seen.state.hands[2][:2])
    with pytest.raises(ValueError, match="before seeing the kitty"):
        found(seen, 2, Given(discards=discards), kitty=False)
    card = next(card for card in seen.state.hands[1])
    with pytest.raises(IllegalAction, match="in neither the hand nor the kitty"):
        found(seen, 2, Given(discards=(card, *seen.state.hands[2][:2])))
