"""From one deal to the next: the dealer, the first bidder, and the running totals."""

from typing import Any

import pytest

import kifu

from ...helpers import codes, only
from .helpers import SPADES, Json, dealt, passed, run, text

POOR = dealt("S2 S3 S4 S5 S6 S7 S8 S9 ST SA")
CLAIM = [[2, "pass"], [3, "13H"], [4, "pass"], [0, "misdeal"]]
MISDEAL: Json = {"dealer": 2, "hands": POOR[:5], "kitty": POOR[5], "bids": CLAIM}

TURNED = SPADES[4::-1]
"""The hands in a different order, so that no deal occurs twice."""


@pytest.mark.parametrize(
    ("before", "dealer"),
    [
        (run(2, "DA"), 3),
        (run(2, "none"), 0),
        (run(2, "S4"), 0),
        (passed(2, hands=TURNED), 2),
        (MISDEAL, 2),
    ],
    ids=["the friend", "alone", "a buried friend", "all passed", "a misdeal"],
)
def test_the_next_dealer(before: Json, dealer: int) -> None:
    rules = {"misdeal": "half-point"}
    for seat in range(5):
        due = [] if seat == dealer else ["M501"]
        assert codes(text(before, passed(seat), rules=rules)) == due


def test_nothing_follows_from_a_deal_that_is_not_finished() -> None:
    part = run()
    del part["tricks"][9]
    assert codes(text(part, passed(4))) == []


def test_nothing_follows_over_a_gap() -> None:
    later = passed(4, totals=[1, -1, 0, 0, 0], gap=True)
    assert codes(text(run(totals=[0, 0, 0, 0, 0]), later)) == []


# Totals: P0, playing alone, wins 2100 from each opponent

START, AFTER = [5, -5, 0, 0, 0], [8405, -2105, -2100, -2100, -2100]


def test_the_totals_run_on() -> None:
    deals = [run(totals=START), passed(0, totals=AFTER), passed(0, totals=AFTER, hands=TURNED)]
    assert codes(text(*deals)) == []


@pytest.mark.parametrize("number", [1, 2])
def test_totals_that_do_not_follow(number: int) -> None:
    deals = [run(totals=START), passed(0, totals=AFTER), passed(0, totals=AFTER)]
    deals[number] = passed(0, totals=START)
    finding = only(text(*deals[: number + 1]))
    assert (finding.code, finding.pointer) == ("M502", f"/deals/{number}/totals")
    assert "8405 -2105 -2100 -2100 -2100" in finding.message


def test_the_play_decides_what_follows_and_not_the_result() -> None:
    before = run(totals=START, result={"end": "won", "score": 100})
    assert codes(text(before, passed(0, totals=AFTER))) == ["M406"]


def test_a_replay_goes_on_with_the_totals() -> None:
    (replayed, _) = kifu.replay(kifu.loads(text(run(totals=START), passed(0))))
    assert replayed.steps[-1].state.totals == tuple(AFTER)
    assert replayed.steps[-1].over


# The first bidder


def bids(first: int) -> list[Any]:
    return [[(first + place) % 5, "pass"] for place in range(5)]


@pytest.mark.parametrize(
    ("option", "first"), [("dealer", 3), ("left-of-dealer", 4), ("previous-president", 0)]
)
def test_the_president_of_the_last_deal_that_was_played_may_bid_first(
    option: str, first: int
) -> None:
    rules = {"first_bidder": option}
    opening = run({"left-of-dealer": 1}.get(option, 2), "DA")
    opening["dealer"] = {"left-of-dealer": 0}.get(option, 2)
    thrown_in = passed(3) | {"bids": bids(first)}
    assert codes(text(opening, thrown_in, thrown_in | {"hands": TURNED}, rules=rules)) == []
    other = passed(3) | {"bids": bids((first + 1) % 5)}
    assert codes(text(opening, thrown_in, other, rules=rules)) == ["M101"]


def test_the_dealer_bids_first_as_long_as_there_was_no_president() -> None:
    rules = {"first_bidder": "previous-president"}
    assert codes(text(passed(2), passed(2, hands=TURNED), rules=rules)) == []


def test_anybody_may_have_been_president_of_a_deal_that_is_not_recorded() -> None:
    rules = {"first_bidder": "previous-president"}
    sheet = {"dealer": 2, "result": {"end": "unfinished"}}
    assert codes(text(sheet, passed(3) | {"bids": bids(1)}, rules=rules)) == ["M601"]
