"""The auction: whose turn it is, which call beats which, and when it is over."""

from typing import Any

import pytest

from .helpers import Position, begun, dealt

DEAL = dealt()


def after(calls: str, dealer: int = 0, **options: Any) -> Position:
    return begun(DEAL, dealer, **options).on(calls)


def test_bids_go_round_and_who_passed_stays_out() -> None:
    now = after("14S pass 15D pass 15N", dealer=2)
    assert now.state.turn == 2
    assert now.on("16C").state.turn == 4
    assert now.broken("16C", player=3) == "M104"


@pytest.mark.parametrize(
    ("first_bidder", "seat"),
    [("dealer", 3), ("left-of-dealer", 4), ("previous-president", 3)],
)
def test_the_first_bidder_in_the_first_deal(first_bidder: str, seat: int) -> None:
    assert begun(DEAL, 3, first_bidder=first_bidder).state.turn == seat


def test_the_winner_is_the_last_bidder_left() -> None:
    now = after("14S pass pass 15H pass pass")
    assert (now.state.phase, now.state.president, str(now.state.contract)) == ("exchange", 3, "15H")


def test_a_bid_of_the_last_seat_ends_the_auction_when_all_others_passed() -> None:
    now = after("pass pass pass pass 13C")
    assert (now.state.phase, now.state.president) == ("exchange", 4)


@pytest.mark.parametrize(
    ("bid", "code"),
    [("15S", "M102"), ("15D", "M102"), ("14N", "M102"), ("15N", None), ("16S", None)],
)
def test_no_trump_beats_a_suit_at_the_same_number(bid: str, code: str | None) -> None:
    assert after("15D").broken(bid) == code


def test_a_suit_does_not_beat_no_trump_at_the_same_number() -> None:
    assert after("15N").broken("15S") == after("15N").broken("15N") == "M102"


def test_no_trump_may_have_to_exceed() -> None:
    assert after("15D", nt_ties="must-exceed").broken("15N") == "M102"


def test_no_trump_may_be_bid_one_lower() -> None:
    assert after("", nt_min_offset=-1).broken("12N") is None
    assert after("", nt_min_offset=-1).broken("12S") == "M102"
    assert after("").broken("12N") == "M102"


def test_an_unbeatable_bid_ends_the_auction() -> None:
    assert after("20S").state.phase == "auction"
    assert after("20N").state.phase == "exchange"
    assert after("20S", nt_ties="must-exceed").state.phase == "exchange"


def test_no_trump_that_is_too_low_to_be_bid_beats_nothing() -> None:
    assert after("20S", bid_min=20, nt_min_offset=1).state.phase == "exchange"


def test_a_player_who_passed_may_bid_again_by_option() -> None:
    now = after("pass 13S pass pass pass", pass_final=False)
    assert (now.state.phase, now.state.turn) == ("auction", 0)
    assert now.on("14S pass pass pass pass").state.president == 0


def test_the_auction_ends_after_four_passes_behind_a_bid() -> None:
    now = after("pass 13S pass pass pass", pass_final=False)
    assert now.on("pass").state.president == 1


@pytest.mark.parametrize("pass_final", [True, False])
def test_a_deal_that_all_pass_is_thrown_in(pass_final: bool) -> None:
    outcome = after("pass pass pass pass pass", pass_final=pass_final).state.outcome
    assert outcome is not None
    assert outcome.end == "thrown-in"


def test_the_dealer_plays_the_minimum_by_option() -> None:
    now = after("pass pass pass pass pass", 2, all_pass="dealer-plays-minimum", nt_min_offset=-1)
    assert now.legal == ["12N", "13S", "13D", "13H", "13C"]
    assert now.broken("14S") == "M103"
    assert now.broken("pass") == "M108"
    assert now.broken("misdeal") == "M107"
    assert now.on("13H").state.president == 2


# Misdeals

POOR = "S2 S3 S4 S5 S6 D2 D3 H2 SA HT"


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        (POOR, None),
        (POOR.replace("D3", "DT"), "M107"),
        (POOR.replace("D3", "DK"), "M107"),
        (POOR.replace("D3", "DK").replace("H2", "JK"), None),
        (POOR.replace("SA", "DA"), "M107"),
    ],
)
def test_a_hand_worth_half_a_point_may_be_thrown_in(hand: str, code: str | None) -> None:
    assert begun(dealt(hand), misdeal="half-point").broken("misdeal") == code


UNSEEN = ["??"] * 10


@pytest.mark.parametrize(
    ("hand", "other", "code"),
    [
        (["S2", "S3", "S4", "S5", "S6", "D2", "D3", "DT", "SA", "HT"], UNSEEN, "M107"),
        (["SK", "HT", *UNSEEN[2:]], UNSEEN, None),
        (["SK", "HT", *UNSEEN[2:]], ["JK", *UNSEEN[1:]], "M107"),
        (["SK", "HT", "DT", "CT", *UNSEEN[4:]], UNSEEN, "M107"),
    ],
)
def test_a_hidden_card_may_be_the_joker(
    hand: list[str], other: list[str], code: str | None
) -> None:
    piles = [hand, other, UNSEEN, UNSEEN, UNSEEN, UNSEEN[:3]]
    assert begun(piles, misdeal="half-point").broken("misdeal") == code


def test_a_misdeal_is_claimed_in_place_of_the_first_bid_or_pass() -> None:
    now = begun(dealt("", POOR), misdeal="half-point").on("13S")
    assert now.on("misdeal").state.outcome is not None
    assert now.on("14S pass pass pass 15S").broken("misdeal") == "M107"


def test_misdeals_are_off_by_default() -> None:
    assert begun(dealt(POOR)).broken("misdeal") == "M107"


def test_numbers_are_written_in_one_way() -> None:
    assert after("").broken("013S") == "M108"
