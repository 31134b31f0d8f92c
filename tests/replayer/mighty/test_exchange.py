"""The president's decisions before the play: the exchange, the contract, the friend."""

from typing import Any

import pytest

from ...loops import all_of
from .helpers import Position, begun, dealt

DEAL = dealt("SA SK SQ JK", "C3", "DA", "", "", "HA HK HQ")


def bidden(bid: str, **options: Any) -> Position:
    """Return a deal in which P0 has won the auction."""
    calls = [bid] if bid == "20N" else [bid, *["pass"] * 4]
    return begun(DEAL, **options).on(calls)


def contracts(bid: str, **options: Any) -> list[str]:
    return bidden(bid, **options).on(["bury HA HK HQ"]).legal


def named(**options: Any) -> Position:
    return bidden("15H", **options).on(["bury HA SA SK", "15H"])


def test_three_of_thirteen_cards_are_buried() -> None:
    now = bidden("15H")
    assert len(now.legal) == 286
    assert now.broken("bury SA JK HQ") is None
    assert now.broken("bury SA JK") == "M002"
    assert now.broken("bury SA JK C3") == "M202"
    assert now.broken("bury SA SA HQ") == "M004"
    assert now.broken("bury SA SA HQ", player=1) == "M201"


def test_a_change_of_the_trump_costs_two_points() -> None:
    assert contracts("15H") == ["15H", "17S", "17D", "17C", "17N"]
    assert contracts("15N") == ["15N", "17S", "17D", "17H", "17C"]


def test_a_change_costs_exactly_its_cost() -> None:
    settling = bidden("15H").on(["bury HA HK HQ"])
    assert settling.broken("16S") == settling.broken("18S") == "M204"
    assert settling.broken("16H") == "M203"


def test_a_change_to_no_trump_may_cost_less() -> None:
    assert contracts("15H", change_to_nt_cost=1) == ["15H", "17S", "17D", "17C", "16N"]


def test_a_change_beyond_the_highest_bid_is_illegal() -> None:
    assert contracts("19H", change_to_nt_cost=1) == ["19H", "20N"]
    assert bidden("19H").on(["bury HA HK HQ"]).broken("21S") == "M203"


@pytest.mark.parametrize(("bid", "changed"), [("17H", "19S"), ("19H", "20S"), ("20H", "20S")])
def test_a_change_may_cost_only_up_to_a_cap(bid: str, changed: str) -> None:
    assert changed in contracts(bid, change_cap=20)


def test_a_change_up_to_a_cap_may_go_beyond_the_highest_bid() -> None:
    assert contracts("15H", bid_max=15, change_cap=16) == ["15H", "16S", "16D", "16C", "16N"]


def test_the_contract_may_be_raised_by_option() -> None:
    assert contracts("18H", raise_same_suit=True)[:3] == ["18H", "19H", "20H"]


@all_of("friend", ["SA", "HA", "C3", "JK", "first", "none"])
def test_any_card_the_first_trick_or_nobody_may_be_named(friend: str) -> None:
    assert named().broken(friend) is None


@pytest.mark.parametrize("friend", ["P3", "last"])
def test_other_ways_to_name_a_friend_are_options(friend: str) -> None:
    assert named().broken(friend) == "M205"
    assert named(friend_modes=["seat", "last-trick"]).broken(friend) is None


def test_the_president_is_not_the_friend() -> None:
    assert named(friend_modes=["seat"]).broken("P0") == "M205"


def test_a_friend_by_seat_is_known_at_once() -> None:
    assert named(friend_modes=["seat"]).on("P3").state.friend_player == 3
