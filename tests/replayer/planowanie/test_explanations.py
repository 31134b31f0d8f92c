"""A slip that makes many deals or tricks look wrong is one error; a second slip is another."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest

import kifu
from kifu.replayer.planowanie.generate import SMALL, play
from kifu.replayer.planowanie.record import Planned
from kifu.replayer.planowanie.rules import PlanowanieRules

from ...helpers import Json, only
from ...loops import all_of
from .helpers import places

PLAN = tuple(Planned(3, number % 3) for number in range(6))
GAME: Json = json.loads(kifu.dumps(play(PlanowanieRules(SMALL, 3, PLAN), Random(40))))
for _each in GAME["deals"]:
    del _each["clocks"]


def tricks(values: Json) -> list[Json]:
    """Return the tricks of deal 3."""
    found: list[Json] = values["deals"][2]["tricks"]
    return found


def lead_by_one(values: Json) -> None:
    for each in values["plan"]:
        each[1] = (each[1] + 1) % 3


def count_from_one(values: Json) -> None:
    for each in values["plan"]:
        each[1] += 1


def swap(some: list[Any], at: int) -> None:
    some[at], some[at + 1] = some[at + 1], some[at]


def ace_below_king(values: Json) -> None:
    values["deck"]["ranks"] = "9TJQAK"


Slip = Callable[[Json], object]

# The change made to a game, the only error, and a part of its message.
SLIPS: dict[str, tuple[Slip, tuple[str, str], str]] = {
    "all leaders are off": (lead_by_one, ("P201", "/plan"), "in every deal"),
    "players are counted from one": (count_from_one, ("P003", "/plan"), "in every deal"),
    "planned deals are swapped": (
        lambda game: swap(game["plan"], 2),
        ("P201", "/deals/2/tricks/0/lead"),
        "deals 3 and 4, or their plans, seem to be swapped",
    ),
    "a planned deal is repeated": (
        lambda game: game["plan"].insert(2, game["plan"][2]),
        ("P201", "/deals/3/tricks/0/lead"),
        "or the plan seems to have one too many",
    ),
    "a planned deal is missing": (
        lambda game: game["plan"].pop(2),
        ("P201", "/deals/2/tricks/0/lead"),
        "or the plan seems to lack one",
    ),
    "deals are swapped": (
        lambda game: swap(game["deals"], 2),
        ("P201", "/deals/2/tricks/0/lead"),
        "deals 3 and 4, or their plans, seem to be swapped",
    ),
    "a deal is repeated": (
        lambda game: game["deals"].insert(2, game["deals"][2]),
        ("P201", "/deals/3/tricks/0/lead"),
        "deal 4 repeats deal 3",
    ),
    "a deal is missing": (
        lambda game: game["deals"].pop(2),
        ("P201", "/deals/2/tricks/0/lead"),
        "a deal seems to be missing before this one",
    ),
    "tricks are swapped": (
        lambda game: swap(tricks(game), 0),
        ("P201", "/deals/2/tricks/0/lead"),
        "tricks 1 and 2 seem to be swapped",
    ),
    "a trick is repeated": (
        lambda game: tricks(game).insert(0, tricks(game)[0]),
        ("P201", "/deals/2/tricks/1/lead"),
        "",
    ),
    "a trick is missing": (
        lambda game: tricks(game).pop(0),
        ("P201", "/deals/2/tricks/0/lead"),
        "seems to be missing before trick 1",
    ),
    "ranks are swapped": (ace_below_king, ("P202", "/deck/ranks"), "A and K seem to be swapped"),
}


@all_of("name", SLIPS)
def test_it_is_one_error(name: str) -> None:
    change, error, why = SLIPS[name]
    game = deepcopy(GAME)
    change(game)
    found = only(json.dumps(game))
    assert (found.code, found.pointer) == error
    assert why in found.message


@pytest.mark.parametrize("name", SLIPS)
def test_points_of_another_deal_are_another_error(name: str) -> None:
    change, error, _ = SLIPS[name]
    game = deepcopy(GAME)
    game["deals"][0]["points"][0] += 1
    change(game)
    assert set(places(json.dumps(game))) == {error, ("P203", "/deals/0/points")}


def test_two_leaders_are_two_errors() -> None:
    """The cards show that the planned players led."""
    game = deepcopy(GAME)
    for number in (0, 1):
        game["deals"][number]["tricks"][0]["lead"] += 1
    found = places(json.dumps(game))
    assert found == [("P201", f"/deals/{number}/tricks/0/lead") for number in (0, 1)]


def test_two_winners_are_two_errors() -> None:
    game = deepcopy(GAME)
    for number in (0, 1):
        last = game["deals"][number]["tricks"][-1]
        last["winner"] = (last["winner"] + 1) % 3
    found = places(json.dumps(game))
    assert found == [("P202", f"/deals/{number}/tricks/2/winner") for number in (0, 1)]
