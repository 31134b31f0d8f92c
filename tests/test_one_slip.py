"""One slip is one error, in its place; two slips in different places are two."""

from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

import kifu
from kifu.formats.interface.catalog import notations

from .campaign import few, sample
from .games import WITH_ROUNDS
from .loops import all_of
from .slips import Told, both, several, slip, sound, together, told

NOTATIONS = [each.id for each in notations()]
MANY_ROUNDS = [
    each.id
    for each in notations()
    if not each.id.startswith("planowanie/") and each.id.partition("/")[0] in WITH_ROUNDS
]

MOST_ERRORS = 1.2
"""The maximum average number of errors per slip."""
MOST_BEFORE = 0.15
"""The maximum share of slips reported before their place, where a hand or a line begins."""
LEAST_TWO = 0.9
"""The minimum share of pairs of slips in different rounds for which both are reported."""


def errors(text: str, notation: str | None = None) -> list[tuple[str, int | None]]:
    found = kifu.validate(text, notation)
    return [(each.code, each.line) for each in found if each.severity == "error"]


@pytest.mark.parametrize("notation", NOTATIONS)
def test_one_slip_is_one_error_at_its_place(notation: str) -> None:
    seed = 1
    wrong = [each for each in several(notation, sample(6), seed) if each.errors]
    average = sum(len(each.errors) for each in wrong) / len(wrong)
    before = sum(each.where == "before" for each in wrong) / len(wrong)
    assert average < MOST_ERRORS, f"seed {seed}"
    assert before <= MOST_BEFORE, f"seed {seed}"


LEAST_NEAR = 0.7
"""The same share for two slips in one round, where one may depend on the other."""


@pytest.mark.parametrize("notation", few(NOTATIONS, 4))
def test_most_slips_in_one_round_are_reported_together(notation: str) -> None:
    seed = 1
    found = together(notation, sample(2), Random(seed))
    assert sum(found) >= LEAST_NEAR * len(found) - 1, f"seed {seed}"


def apart(one: Told, other: Told) -> bool:
    """Return whether two slips are in different rounds, each found in its place."""
    rounds = {each.errors[0].round for each in (one, other) if each.where == "at"}
    return len(rounds) == 2 and None not in rounds


def two_slips(notation: str, number: int, rng: Random) -> list[bool]:
    """Return, for some records with two slips in different rounds, whether both are reported."""
    found: list[bool] = []
    while len(found) < number:
        text = sound(notation, rng)
        slips = [slip(notation, text, rng) for _ in range(2)]
        one = told(notation, text, slips[0])
        if one.where == "at" and apart(one, other := told(notation, text, slips[1])):
            wrong = errors(both(text, one.slip, other.slip), notation)
            codes = [code for code, _ in wrong]
            found.append(all(each.errors[0].code in codes for each in (one, other)))
    return found


@pytest.mark.parametrize("notation", few(MANY_ROUNDS, 3))
def test_two_slips_in_different_rounds_are_two_errors(notation: str) -> None:
    seed = 1
    found = two_slips(notation, sample(2), Random(seed))
    assert sum(found) >= LEAST_TWO * len(found) - 1, f"seed {seed}"


EXAMPLES = Path(__file__).parents[1] / "examples"
GIBO, MATCH = "mighty/match.gibo", "goita/match-2015.json"
JSON, GAME, DEAL = "goita/match.json", "planowanie/game.json", "mighty/deal.json"

_GAME_TEXT = (EXAMPLES / GAME).read_text("utf-8")
LAST_DEAL = _GAME_TEXT[
    _GAME_TEXT.index(',\n    {\n      "hands": [["KC"') : _GAME_TEXT.index('\n  ],\n  "result')
]

PAID, UNDERPAID = "-2600 -1300 1300 1300 1300", "-260 -130 130 130 130"

# The file, the replacements, and the errors: codes with their lines.
CASES: Mapping[str, tuple[str, Mapping[str, str], list[tuple[str, int]]]] = {
    "a call that throws the deal in": (
        GIBO,
        {"P4 pass, P0 13♠": "P4 pass, P0 pass"},
        [("M109", 55)],
    ),
    "a call out of turn, and the points of the same deal": (
        GIBO,
        {
            "P2 pass, P3 pass, P4 pass, P0 13♠": "P3 pass, P2 pass, P4 pass, P0 13♠",
            "s: 15": "s: 16",
        },
        [("M101", 55), ("M404", 71)],
    ),
    "the first dealer of a match": (GIBO, {"Dealer: P0": "Dealer: P2"}, [("M110", 6)]),
    "a trick marked as won by another": (
        GIBO,
        {"(♠K* ♠8 ": "(♠K  ♠8*"},
        [("M402", 31)],
    ),
    "a trick marked as won and the next as led by another": (
        GIBO,
        {"(♠K* ♠8   ♠3   ♠4   ♠2\n2   (♥K  ♥3 ": "(♠K  ♠8*  ♠3   ♠4   ♠2\n2   ♥K   (♥3 "},
        [("M402", 31)],
    ),
    "a different friend is marked": (GIBO, {"P1~  P2 ": "P1   P2~"}, [("M403", 30)]),
    "a score, from which payoffs and totals follow": (
        GIBO,
        {"Score: -1300": "Score: -130", PAID: UNDERPAID},
        [("M406", 43)],
    ),
    "totals that are not added up from": (
        GIBO,
        {"P1\nTotals: -2600 -1300 1300": "P1\nTotals: -2600 1300 -1300"},
        [("M502", 48)],
    ),
    "a dealer": (MATCH, {'"dealer": 3': '"dealer": 0'}, [("G503", 5)]),
    "the first dealer": (MATCH, {'"dealer": 0': '"dealer": 2'}, [("G111", 4)]),
    "a score from which the next does not follow": (
        MATCH,
        {"[0, 100]": "[0, 10]"},
        [("G501", 6)],
    ),
    "a winner": (JSON, {'0088", "winner": 1': '0088", "winner": 0'}, [("G201", 9)]),
    "the declarer of five し": (
        JSON,
        {'[0, 1], "result"': '[0, 3], "result"'},
        [("G401", 11)],
    ),
    "dealer and score": (
        MATCH,
        {'"dealer": 3, "score": [0, 60]': '"dealer": 0, "score": [0, 50]'},
        [("G503", 5), ("G501", 5)],
    ),
    "the points of a deal": (GAME, {"[3, 3, 2]": "[3, 2, 2]"}, [("P203", 16)]),
    "points, and totals added up from them": (
        GAME,
        {"[3, 3, 2]": "[3, 2, 2]", "[4, 5, 8]": "[4, 4, 8]"},
        [("P203", 16)],
    ),
    "points, and other totals": (
        GAME,
        {"[3, 3, 2]": "[3, 2, 2]", "[4, 5, 8]": "[4, 5, 9]"},
        [("P203", 16), ("P204", 40)],
    ),
    "the last deal is missing": (GAME, {LAST_DEAL: ""}, [("P206", 19)]),
    "the deck": (GAME, {"9TJQKA": "TJQKA"}, [("P005", 7)]),
    "the players": (GAME, {'"seats": 3': '"seats": 2'}, [("P002", 3)]),
    "who leads": (GAME, {'"lead": 2, "cards": ["TH"': '"lead": 1, "cards": ["TH"'}, [("P201", 22)]),
    "too few declarations, and the leader in the same deal": (
        GAME,
        {"[1, 1, 0]": "[1, 1]", '"lead": 1, "cards": ["JC"': '"lead": 2, "cards": ["JC"'},
        [("P004", 11), ("P201", 14)],
    ),
    "the players, and a card": (
        GAME,
        {'"seats": 3': '"seats": 2', '["JC", "9D", "TD"]': '["JC", "9H", "TD"]'},
        [("P002", 3), ("P104", 14)],
    ),
    "a revoke, a winner after it, and the totals": (
        GAME,
        {'["TH", "KH", "9H"]': '["AD", "KH", "9H"]', '"AC"], "winner": 2': '"AC"], "winner": 1'}
        | {"[4, 5, 8]": "[4, 5, 9]"},
        [("P105", 22), ("P202", 23), ("P204", 40)],
    ),
    "two hands of wrong sizes, and the points": (
        GAME,
        {'["9D", "AH"]': '["9D"]', '["TD", "KH"]': '["TD", "KH", "9H"]', "[3, 3, 2]": "[3, 2, 2]"},
        [("P004", 11), ("P004", 11), ("P203", 16)],
    ),
    "a revoke, a winner after it, and the payoffs": (
        DEAL,
        {'"DA", "D5"': '"DA", "C6"', '"SQ", "S8"], "winner": 0': '"SQ", "S8"], "winner": 1'}
        | {"[2200, -1100": "[-2200, -1100"},
        [("M303", 30), ("M402", 36), ("M407", 42)],
    ),
    "two hands of wrong sizes": (
        DEAL,
        {'"C6", "JK"]': '"C6"]', '"CQ", "CJ"]': '"CQ", "CJ", "S2"]'},
        [("M002", 21), ("M002", 23)],
    ),
    "totals, and a missing card in the same deal": (
        GIBO,
        {"1300 1300 1300\nHand": "1300 1300 1400\nHand", "(♥J  ♦2": "(♥J"},
        [("M502", 48), ("F301", 62)],
    ),
    "a stray line that names a card, and a winner after it": (
        GIBO,
        {"4   ♠2*": "P3 forgot ♣2 here\n4   ♠2*", "♥9   ♦T": "♥9*  ♦T"},
        [("F301", 63), ("F301", 67)],
    ),
    "too small a hand, and a piece that nobody has left": (
        JSON,
        {"15667888": "1566788", "0680830": "0680430"},
        [("G002", 9), ("G103", 9)],
    ),
    "a card of one deal and the points of the next": (
        GAME,
        {'["JC", "9D", "TD"]': '["JC", "9H", "TD"]', "[0, 2, 4]": "[0, 2, 5]"},
        [("P104", 14), ("P203", 26)],
    ),
}


@all_of("name", CASES)
def test_consequences_of_a_slip_are_left_out(name: str) -> None:
    file, changes, found = CASES[name]
    text = (EXAMPLES / file).read_text("utf-8")
    for old, new in changes.items():
        assert text.count(old) >= 1, old
        text = text.replace(old, new) if old == PAID else text.replace(old, new, 1)
    assert errors(text) == found
