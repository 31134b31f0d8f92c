"""Findings in a game with an unknown value, except those that follow from it."""

import json

import kifu

from ...loops import all_of
from ...replayer.planowanie.helpers import SECOND, game
from ..beside import Edits, told_beside

POINTS: dict[str, object] = {"/deals/1/points": [3, 2, 4]}
WINNER: dict[str, object] = {"/deals/1/tricks/1/winner": 1}
FIRST_POINTS: dict[str, object] = {"/deals/0/points": [2, 1, 1]}
NO_HANDS: dict[str, object] = {"/deals/1/hands": None}
NO_HAND: dict[str, object] = NO_HANDS | {"/deals/0/hands": None}
TOTALS: dict[str, object] = {"/result/totals": [5, 2, 5]}
SHORT: dict[str, object] = {"/deals/1/hands/0": ["9D"]}
STOPPED: dict[str, object] = {"/result": {"end": "stopped"}, "/deals/1/points": None}

# The unknown value, the other changes, and the further findings.
CASES: list[tuple[str, Edits, list[str]]] = [
    # The plan: the hands show the number of cards, and the first lead shows who starts.
    ("/plan/1/0", {}, []),
    ("/plan/1/0", POINTS, ["P203 /deals/1/points"]),
    ("/plan/1/0", SHORT, ["P004 /deals/1/hands/0"]),
    ("/plan/1/0", NO_HANDS, []),
    ("/plan/1/0", NO_HANDS | POINTS, ["P203 /deals/1/points"]),
    ("/plan/1/0", NO_HANDS | {"/deals/1/declarations": [3, 0, 1]}, []),
    (
        "/plan/1/0",
        NO_HANDS | STOPPED | {"/deals/1/tricks": None, "/deals/1/declarations": [3, 1, 0]},
        [],
    ),
    ("/plan/1/1", {}, []),
    ("/plan/1/1", WINNER, ["P202 /deals/1/tricks/1/winner"]),
    ("/plan/1/1", {"/deals/1/tricks/1/lead": 1}, ["P201 /deals/1/tricks/1/lead"]),
    ("/plan/1", {}, []),
    ("/plan/1", POINTS, ["P203 /deals/1/points"]),
    ("/plan/1", WINNER, ["P202 /deals/1/tricks/1/winner"]),
    ("/plan/1", SHORT, ["P004 /deals/1/hands/0"]),
    ("/plan/1", NO_HANDS | WINNER, ["P202 /deals/1/tricks/1/winner"]),
    ("/plan", FIRST_POINTS, []),
    ("/deals/1/declarations/0", {"/plan/1/0": -1}, ["P003 /plan/1/0"]),
    # The players: as many as there are hands, if all deals agree.
    ("/seats", {}, []),
    ("/seats", POINTS, ["P203 /deals/1/points"]),
    ("/seats", {"/deals/1/declarations": [1, 0]}, ["P004 /deals/1/declarations"]),
    ("/seats", {"/deals/1/hands": [["9D", "AC"], ["TD", "KC"]]}, []),
    ("/seats", NO_HAND, []),
    ("/seats", NO_HAND | POINTS, ["P203 /deals/1/points"]),
    ("/seats", {"/deals": [{"hands": [["9C"]]}], "/result": None}, ["P004 /deals/0/hands"]),
    # Other deals can be followed without the unreadable one.
    ("/deals/1", FIRST_POINTS, ["P203 /deals/0/points"]),
    ("/deals/0", TOTALS, []),
    # An unknown card in a hand may be any card.
    ("/deals/1/hands", POINTS, ["P203 /deals/1/points"]),
    ("/deals/1/hands/0", {}, []),
    (
        "/deals/1/hands/0",
        {"/deals/1/tricks/0/cards": ["9D", "TD", "JC"]},
        ["P104 /deals/1/tricks/0/cards/2"],
    ),
    ("/deals/1/hands/0", {"/deals/1/hands/1": ["TD", "TD"]}, ["P006 /deals/1/hands/1/1"]),
    ("/deals/1/hands/0", {"/deals/1/hands/1": ["TD"]}, ["P004 /deals/1/hands/1"]),
    ("/deals/1/hands/0/1", {}, []),
    ("/deals/1/hands/0/1", {"/deals/1/hands/0": ["9D", 5, "QC"]}, ["P004 /deals/1/hands/0"]),
    (
        "/deals/1/hands/0/0",
        {"/deals/1/tricks/0/cards": ["AC", "TD", "QD"]},
        ["P202 /deals/1/tricks/0/winner"],
    ),
    # Only points depend on what was declared.
    ("/deals/1/declarations/0", {}, []),
    ("/deals/1/declarations/0", POINTS, []),
    ("/deals/1/declarations/0", TOTALS, []),
    ("/deals/1/declarations/0", WINNER, ["P202 /deals/1/tricks/1/winner"]),
    (
        "/deals/1/declarations/0",
        {"/deals/1/declarations": [1, 3, 1]},
        ["P101 /deals/1/declarations/1"],
    ),
    ("/deals/1/declarations", POINTS, []),
    ("/deals/1/declarations", WINNER, ["P202 /deals/1/tricks/1/winner"]),
    ("/deals/1/declarations", FIRST_POINTS, ["P203 /deals/0/points"]),
    # The unreadable card is the last one in the hand; without the whole list, the play is lost.
    ("/deals/1/tricks/0/cards/1", {}, []),
    ("/deals/1/tricks/0/cards/1", POINTS, ["P203 /deals/1/points"]),
    ("/deals/1/tricks/0/cards/1", WINNER, ["P202 /deals/1/tricks/1/winner"]),
    (
        "/deals/1/tricks/0/cards/1",
        {"/deals/1/tricks/0/winner": 1},
        ["P202 /deals/1/tricks/0/winner"],
    ),
    ("/deals/1/tricks/0/cards/1", NO_HANDS, []),
    ("/deals/1/tricks/0/cards/1", NO_HANDS | WINNER, []),
    ("/deals/1/tricks/0/cards/1", NO_HANDS | POINTS, []),
    (
        "/deals/1/tricks/1/cards/1",
        NO_HANDS | {"/deals/1/tricks/1/lead": 0},
        ["P201 /deals/1/tricks/1/lead"],
    ),
    (
        "/deals/1/tricks/0/cards",
        {"/deals/1/declarations": [3, 0, 1]},
        ["P101 /deals/1/declarations/0"],
    ),
    ("/deals/1/tricks/0/cards", WINNER, []),
    ("/deals/1/tricks/1/cards", POINTS, []),
    (
        "/deals/1/tricks/1/cards",
        {"/deals/1/tricks/0/winner": 1},
        ["P202 /deals/1/tricks/0/winner"],
    ),
    ("/deals/1/tricks/1", FIRST_POINTS, ["P203 /deals/0/points"]),
    ("/deals/1/tricks", POINTS, []),
    ("/deals/1/tricks", SHORT, ["P004 /deals/1/hands/0"]),
    ("/deals/1/tricks/1/lead", WINNER, ["P202 /deals/1/tricks/1/winner"]),
    ("/deals/1/tricks/1/winner", POINTS, ["P203 /deals/1/points"]),
    # Totals follow from points.
    ("/deals/1/points", TOTALS, []),
    ("/deals/1/points", WINNER, ["P202 /deals/1/tricks/1/winner"]),
    ("/result/totals", POINTS, ["P203 /deals/1/points"]),
    ("/result/end", TOTALS, []),
    # An unreadable deck is taken to be the tournament's, unless the hands rule that out.
    ("/deck/ranks", {}, []),
    ("/deck/ranks", WINNER, ["P202 /deals/1/tricks/1/winner"]),
    ("/deck/suits", WINNER, ["P202 /deals/1/tricks/1/winner"]),
    ("/deck/ranks", {"/deals/0/hands/0": ["1C"]}, []),
    ("/deck", POINTS, []),
]


@all_of(("lost", "others", "told"), CASES)
def test_findings_beside_an_unknown_value(lost: str, others: Edits, told: list[str]) -> None:
    assert told_beside(game(), lost, others) == told


def test_a_trick_under_way_of_a_game_that_stopped() -> None:
    values = json.loads(game(result={"end": "stopped"}))
    values["deals"][1] = {"declarations": [1, 0, 1], "tricks": [SECOND["tricks"][0]]}
    values["plan"][1][0] = "two"
    assert [each.code for each in kifu.validate(json.dumps(values))] == ["S002", "P205"]
