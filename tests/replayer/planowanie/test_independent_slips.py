"""A slip that upsets the order of a game hides no other slip in it."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path

import pytest

import kifu

from ...helpers import Json, only
from ...loops import all_of
from .helpers import places

EXAMPLES = Path(__file__).parents[3] / "examples" / "planowanie"
GAME: Json = json.loads((EXAMPLES / "game.json").read_text("utf-8"))

Slip = Callable[[Json], object]
Place = tuple[str, str]


def made(*slips: Slip, game: Json = GAME) -> str:
    values = deepcopy(game)
    for slip in slips:
        slip(values)
    return json.dumps(values)


def twice(number: int) -> Slip:
    return lambda game: game["deals"].insert(number, game["deals"][number])


# What upsets the order of the game, the only error it causes, and the place of the last deal.
UPSETS: dict[str, tuple[Slip, Place, int]] = {
    "the last trick of a deal is missing": (
        lambda game: game["deals"][1]["tricks"].pop(),
        ("P203", "/deals/1/points"),
        2,
    ),
    "a deal is repeated": (twice(0), ("P004", "/deals/1/hands/0"), 3),
    "a planned deal is missing": (
        lambda game: game["plan"].pop(1),
        ("P004", "/deals/1/hands/0"),
        2,
    ),
    "the last planned deal is missing": (
        lambda game: game["plan"].pop(),
        ("P207", "/deals/2"),
        2,
    ),
    "a deal is missing": (lambda game: game["deals"].pop(1), ("P004", "/deals/1/hands/0"), 1),
}


def winner(game: Json) -> None:
    game["deals"][-1]["tricks"][1]["winner"] = 0


def points(game: Json) -> None:
    game["deals"][-1]["points"] = [9, 9, 9]


def cards(game: Json) -> None:
    game["deals"][-1]["tricks"][0]["cards"] = ["KH", "TH", "9H"]


def totals(game: Json) -> None:
    game["result"]["totals"] = [5, 4, 8]


# An error in the last deal, and where it is reported there.
OTHERS: dict[str, tuple[Slip, Place]] = {
    "a winner": (winner, ("P202", "tricks/1/winner")),
    "points": (points, ("P203", "points")),
    "cards": (cards, ("P104", "tricks/0/cards/0")),
}


@pytest.mark.parametrize("upset", UPSETS)
def test_an_upset_is_one_error(upset: str) -> None:
    slip, error, _ = UPSETS[upset]
    assert places(made(slip)) == [error]


@all_of("upset", UPSETS)
@all_of("other", OTHERS)
def test_a_slip_of_the_last_deal_is_reported(upset: str, other: str) -> None:
    slip, error, at = UPSETS[upset]
    second, (code, field) = OTHERS[other]
    found = places(made(second, slip))
    assert found[:2] == [error, (code, f"/deals/{at}/{field}")]
    assert set(found[2:]) <= {("P204", "/result/totals")}


def test_wrong_totals_are_reported() -> None:
    slip, error, _ = UPSETS["the last trick of a deal is missing"]
    text = made(totals, slip)
    assert places(text) == [error, ("P204", "/result/totals")]
    last = kifu.validate(text)[-1]
    assert last.message == "the totals are 5 4 8, but must be 4 5 8"


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_repeated_unfinished_deal_is_one_error(number: int) -> None:
    def under_way(game: Json) -> None:
        del game["deals"][number + 1 :]
        game["deals"][number].pop("points")
        game["deals"][number]["tricks"].pop()
        game["deals"].append(game["deals"][number])
        game["result"] = {"end": "fault", "player": 0, "reason": "crashed"}

    found = only(made(under_way))
    assert (found.code, found.pointer) == ("P205", f"/deals/{number}")


def test_suits_that_are_swapped() -> None:
    def diamonds_first(game: Json) -> None:
        game["deck"]["suits"] = "DCH"

    found = only(made(diamonds_first))
    assert (found.code, found.pointer) == ("P202", "/deck/suits")
    assert "D and C seem to be swapped in the suits" in found.message
    both = places(made(diamonds_first, totals))
    assert both == [("P202", "/deck/suits"), ("P204", "/result/totals")]
