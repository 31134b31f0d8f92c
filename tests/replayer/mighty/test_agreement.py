"""Errors in a table with several interpretations."""

import json
from typing import NamedTuple

import pytest

import kifu
from kifu.replayer.mighty.examples import finished, match

from ...loops import all_of
from .helpers import TABLE, Json, text


def errors(table: str) -> list[tuple[str, int | None, int | None]]:
    """Return the errors and their places, without the notes."""
    found = kifu.validate(table, "mighty/gibo")
    return [(each.code, each.line, each.column) for each in found if each.severity == "error"]


def messages(table: str) -> list[str]:
    """Return the messages of the errors."""
    return [each.message for each in kifu.validate(table) if each.severity == "error"]


def test_either_mark_may_be_wrong_where_two_disagree_on_the_president() -> None:
    moved = TABLE.replace("P0!  P1 ", "P0   P1!")
    assert errors(moved) == [("M403", 1, 10)]
    assert messages(moved) == [
        "if P0 is the president: P1 is marked as the president, but P0 leads the first trick; "
        "otherwise, something else is wrong"
    ]


def test_an_error_under_every_trump_has_no_condition() -> None:
    first = "\n".join(TABLE.split("\n")[:2]).replace("♦Q ", "♦2 ") + "\n"
    assert errors(first) == [("M004", 2, 25)]
    assert messages(first) == ["♦2 was played already"]


def test_where_no_trump_explains_a_table_one_error_tells_the_first_fault() -> None:
    """♦3 takes the second trick only if ♦ is trump, and then ♦2 takes the third."""
    rows = "1 (♠K* ♠2 ♠3 ♠5 ♠6\n2 (♣4 ♣2 ♦3* ♣5 ♣6\n3 ♥5 ♥6 ♥4 ♦2 ♥8*\n"
    assert messages(f"R P0! P1 P2 P3 P4\n{rows}") == [
        "if ♥ is trump: P2 is marked as winning, but P4 wins the trick; "
        "otherwise, something else is wrong"
    ]


class Stated(NamedTuple):
    """What a table states about its result, and the code of the error in the last line."""

    lines: str
    code: str | None = None


STATED = {
    "a score of some contract": Stated("Score: 1100"),
    "a score of no contract": Stated("Score: 1101", "M406"),
    "a score of the other side": Stated("Score: -1100", "M406"),
    "a score of no contract with these points": Stated("Points: 15\nScore: 901", "M406"),
    "payoffs of some contract": Stated("Payoffs: 2200 -1100 1100 -1100 -1100"),
    "payoffs of no score": Stated("Payoffs: 2201 -1100 1100 -1100 -1101", "M407"),
    "payoffs of a score of no contract": Stated("Payoffs: 2202 -1101 1101 -1101 -1101", "M407"),
    "payoffs of another friend": Stated("Payoffs: 2200 1100 -1100 -1100 -1100", "M407"),
    "payoffs of a president alone": Stated("Payoffs: 4400 -1100 -1100 -1100 -1100", "M407"),
}


@all_of("name", STATED)
def test_a_result_that_no_contract_gives(name: str) -> None:
    """The contract is unknown, but no contract gives some of these results."""
    lines, code = STATED[name]
    column = lines.rpartition("\n")[2].index(":") + 3
    line = 12 + lines.count("\n")
    assert errors(f"{TABLE}{lines}\n") == ([] if code is None else [(code, line, column)])


AUCTIONS: dict[str, tuple[Json, str]] = {
    "a president and a contract": (
        {"bids": [[0, "pass"], [1, "15H"], [2, "pass"], [3, "pass"], [4, "pass"]]},
        "P1 bids highest, 15H, but the deal goes on with P0 as the president and 15H as the "
        "contract",
    ),
    "a president": (
        {"bids": [[seat, "pass"] for seat in range(5)], "contract": None},
        "nobody bids, but the deal goes on with P0 as the president",
    ),
}


@pytest.mark.parametrize("name", AUCTIONS)
def test_an_auction_that_does_not_fit_the_deal_behind_it(name: str) -> None:
    changes, why = AUCTIONS[name]
    values = json.loads(match(finished()).content())
    deal = values["deals"][0] | changes
    values["deals"] = [{key: each for key, each in deal.items() if each is not None}]
    (found,) = (each for each in kifu.validate(json.dumps(values)) if each.severity == "error")
    assert (found.code, found.message) == ("M109", f"in the auction {why}")


def test_a_deal_thrown_in_by_a_misdeal_has_no_president() -> None:
    thrown = {
        "dealer": 1,
        "bids": [[1, "13S"], [2, "13N"], [3, "misdeal"]],
        "result": {"end": "thrown-in"},
    }
    match = text(thrown, {"dealer": 1, "bids": [[1, "13S"]]}, rules={"preset": "pagat"})
    assert [each.code for each in kifu.validate(match) if each.severity == "error"] == []


def test_a_wrong_dealer_does_not_make_the_auction_wrong() -> None:
    passed = {"dealer": 0, "bids": [[seat, "pass"] for seat in range(5)]}
    again = passed | {"dealer": 2, "result": {"end": "won"}}
    found = [each.code for each in kifu.validate(text(passed, again)) if each.severity == "error"]
    assert found == ["M501", "M405"]


def test_roles_are_not_judged_before_the_auction_is_over() -> None:
    deal = {"dealer": 0, "bids": [[0, "15H"], [1, "pass"]], "president": 0, "friend_player": 2}
    found = [each.code for each in kifu.validate(text(deal)) if each.severity == "error"]
    assert found == ["M105"]
