"""Anything else pasted in place of a list or object is one error; slips in it are separate."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ..helpers import Json, codes, only, repaired

EXAMPLES = Path(__file__).parents[2] / "examples"


def values(name: str) -> Json:
    found: Json = json.loads((EXAMPLES / name).read_text("utf-8"))
    return found


def is_deal(game: Json) -> None:
    game["deck"] = game["deals"][0]


def is_plan(game: Json) -> None:
    game["deals"] = game["plan"]


def is_deals(game: Json) -> None:
    game["plan"] = game["deals"]


def is_flat(game: Json) -> None:
    game["plan"] = [number for each in game["plan"] for number in each]


PASTED: dict[str, tuple[Callable[[Json], None], tuple[str, str], str]] = {
    "a deal in place of the deck": (
        is_deal,
        ("S001", "/deck"),
        "no key of this object is known: expected ranks and suits",
    ),
    "the plan in place of the deals": (
        is_plan,
        ("S002", "/deals/0"),
        "expected an object, found [1, 0]; the next 2 values are wrong, too",
    ),
    "deals in place of the plan": (
        is_deals,
        ("S002", "/plan/0"),
        "the next 2 values are wrong",
    ),
    "numbers in place of the plan": (
        is_flat,
        ("S002", "/plan/0"),
        "expected a list, found 1; the next 5 values are wrong, too",
    ),
}


@pytest.mark.parametrize("name", PASTED)
def test_pasted_content_is_one_error(name: str) -> None:
    change, error, why = PASTED[name]
    game = values("planowanie/game.json")
    change(game)
    found = only(json.dumps(game))
    assert (found.code, found.pointer) == error
    assert why in found.message


def test_a_call_before_its_player_is_one_error() -> None:
    match = values("mighty/deal.json")
    text = json.dumps(match)
    match["deals"][0]["bids"][1].reverse()
    found = only(json.dumps(match))
    assert found.pointer == "/deals/0/bids/1/0"
    assert "the two values seem to be swapped" in found.message
    assert found.fix is not None
    assert json.loads(repaired(json.dumps(match), [found])) == json.loads(text)


def test_two_wrong_values_of_a_pair_are_two_errors() -> None:
    match = values("mighty/deal.json")
    match["deals"][0]["bids"][1] = ["x", None]
    assert codes(json.dumps(match)) == ["S002", "S002"]


def test_errors_in_some_values_of_a_list_are_reported_for_each() -> None:
    game = values("planowanie/game.json")
    game["plan"][0] = game["plan"][2] = None
    assert codes(json.dumps(game)) == ["S002", "S002"]
