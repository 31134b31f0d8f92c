"""Findings in a match with an unreadable value, except those that follow from it."""

import json

from ...helpers import Json
from ...imports import ROOT
from ...loops import all_of
from ..beside import told_beside

# Further errors, each reported in its place.
WRONG: dict[str, Json] = {
    "a lead": {"/deals/0/tricks/6/lead": 2},
    "the first winner": {"/deals/0/tricks/0/winner": 2},
    "a late winner": {"/deals/0/tricks/8/winner": 2},
    "a play": {"/deals/0/tricks/7/cards/1": "S2"},
    "the friend": {"/deals/0/friend_player": 3},
    "points": {"/deals/0/result/points": 14},
    "a score": {"/deals/0/result/score": 900},
    "the end": {"/deals/0/result/end": "lost"},
    "the first dealer": {"/deals/0/dealer": 1},
    "a duplicate card": {"/deals/0/hands/2/0": "SK"},
    "the contract": {"/deals/0/contract": "16H"},
    "later totals": {"/deals/1/totals": [2200, -1100, 1100, 0, -2200]},
    "the next dealer": {"/deals/1/dealer": 3},
}

# The unreadable value, an error still reported, and one withheld as the value may cause it.
BESIDE: list[tuple[str, str, str]] = [
    ("/deals/0", "the next dealer", "later totals"),
    ("/deals/1", "points", ""),
    ("/deals/0/dealer", "a lead", "the end"),
    ("/deals/0/dealer", "the contract", "later totals"),
    ("/deals/0/totals", "a lead", "the next dealer"),
    ("/deals/0/totals", "the first dealer", "points"),
    ("/deals/0/hands", "a late winner", "points"),
    ("/deals/0/hands/3", "a duplicate card", ""),
    ("/deals/0/hands/3/2", "a play", "a score"),
    ("/deals/0/kitty", "the first dealer", ""),
    ("/deals/0/kitty/0", "the contract", ""),
    ("/deals/0/bids", "a lead", "the first dealer"),
    ("/deals/0/bids/2", "a duplicate card", "the first dealer"),
    ("/deals/0/president", "the friend", "later totals"),
    ("/deals/0/discard/1", "a play", ""),
    ("/deals/0/contract", "the first winner", "points"),
    ("/deals/0/friend", "a late winner", ""),
    ("/deals/0/friend_player", "points", "later totals"),
    ("/deals/0/friend_player", "the end", ""),
    ("/deals/0/tricks", "a score", "the first winner"),
    ("/deals/0/tricks", "a duplicate card", ""),
    ("/deals/0/tricks/6", "the first winner", "a late winner"),
    ("/deals/0/tricks/6", "a score", "a play"),
    ("/deals/0/tricks/6", "the next dealer", "points"),
    ("/deals/0/tricks/6/winner", "the first winner", "a late winner"),
    ("/deals/0/result", "a late winner", "later totals"),
    ("/deals/0/result/points", "the friend", "a score"),
    ("/deals/1/dealer", "later totals", ""),
    ("/deals/1/totals", "the next dealer", ""),
    ("/deals/1/bids", "later totals", "the next dealer"),
    ("/deals/1/result", "the next dealer", ""),
]


def match() -> str:
    """Return a match of one deal and a thrown-in one, whose cards are unknown."""
    values = json.loads((ROOT / "examples" / "mighty" / "deal.json").read_text("utf-8"))
    del values["deals"][0]["variations"]
    passed = {
        "dealer": 2,
        "totals": [2200, -1100, 1100, -1100, -1100],
        "bids": [[(2 + turn) % 5, "pass"] for turn in range(5)],
        "result": {"end": "thrown-in"},
    }
    return json.dumps({**values, "deals": [*values["deals"], passed]})


@all_of(("lost", "told", "untold"), BESIDE)
def test_findings_beside_an_unreadable_value(lost: str, told: str, untold: str) -> None:
    found = told_beside(match(), lost, WRONG[told] | WRONG.get(untold, {}))
    assert [each.split()[1] for each in found if each != "M601 /deals/1"] == [*WRONG[told]]


def test_without_one_of_its_values_a_match_is_sound() -> None:
    for lost in ("/title", *sorted({lost for lost, _, _ in BESIDE})[::4]):
        assert told_beside(match(), lost, {}) in ([], ["M601 /deals/1"])
