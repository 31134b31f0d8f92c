"""An unreadable value hides nothing else in a `planowanie/json` record."""

import json
from typing import Any

import pytest

import kifu

from ...imports import ROOT
from ...loops import all_of

GAME = (ROOT / "examples" / "planowanie" / "game.json").read_text("utf-8")

UNREAD = {
    # original text: (its replacement, the place of the finding)
    '"seats": 3': ('"seats": 3x', (3, 96)),
    '"version": 1': ('"version": 1x', (2, 43)),
    "[2, 1]": ("[2, 1x]", (4, 24)),
    "[3, 2]": ("[3x, 2]", (4, 29)),
    '"winner": 0': ('"winner": zero', (14, 60)),
    "[3, 3, 2]": ("[3, 3 points, 2]", (16, 23)),
}
OTHERS = {
    # original text: (its replacement, the code of the finding)
    '"declarations": [0': ('"declaratons": [0', "S003"),
    '"KH", "9H"], "winner": 1': ('"KH", "9H"], "winner": 0', "P202"),
}


@all_of("old", UNREAD)
def test_it_is_reported_once(old: str) -> None:
    new, place = UNREAD[old]
    assert GAME.count(old) == 1
    (found,) = kifu.validate(GAME.replace(old, new))
    assert (found.code, found.line, found.column) == ("F101", *place)


@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("old", UNREAD)
def test_another_slip_is_reported_too(old: str, other: str) -> None:
    new, place = UNREAD[old]
    wrong, code = OTHERS[other]
    assert GAME.count(other) == 1
    found = kifu.validate(GAME.replace(old, new).replace(other, wrong))
    told = {(each.code, each.line, each.column) for each in found}
    assert ("F101", *place) in told
    assert [each.code for each in found if each.code != "F101"] == [code]


BARE = '{"format": "planowanie/json", "version": 1, "deals": [%s]}'
"""Omitted values default to the tournament's: four players, and one card in the first deal."""


@pytest.mark.parametrize(
    ("deal", "more"),
    [
        ('{"declarations": [1, 0x, 0, 1]}', []),
        ('{"declarations": x}', []),
        ('{"declarations": [0x, 2, 0, 1]}', ["P101"]),
        ('{"declarations": [1, 0, 0, 1x], "hands": []}', ["P004"]),
        ('{"declarations": x, "hands": [["2C"], ["3C"]]}', ["P004"]),
    ],
)
def test_missing_values_are_inferred_around_unreadable_parts(deal: str, more: list[str]) -> None:
    assert [each.code for each in kifu.validate(BARE % deal)] == ["F101", *more]


@all_of("deck", ["5", '"x"', "[]", '{"ranks": 5, "suits": "CD"}'])
@all_of("deal", ['"hands": [[5], ["KD"]]', '"tricks": [{"cards": [4, "KD"]}]'])
def test_beside_a_deck_that_cannot_be_read(deck: str, deal: str) -> None:
    head = f'"seats": 2, "plan": [[1, 0]], "deck": {deck}, "deals"'
    text = BARE.replace('"deals"', head) % f"{{{deal}}}"
    assert [each.code for each in kifu.validate(text)] == ["S002", "S002"]


IMPOSSIBLE: list[dict[str, Any]] = [
    {"seats": 599893, "plan": [[1, 1], [4, 1], [6, {}]], "deals": [{}]},
    {"seats": 10**12, "deals": [{"declarations": 5}]},
    {"deck": {"ranks": "23456789TJQKA"}, "seats": 0, "plan": [[]]},
    {"plan": 2, "deals": [{"declarations": ["JC"]}]},
    {"plan": [3], "deals": [{"declarations": ["JC"]}]},
]


@pytest.mark.parametrize("values", IMPOSSIBLE)
def test_impossible_players_and_plans_are_findings(values: dict[str, Any]) -> None:
    text = json.dumps({"format": "planowanie/json", "version": 1, **values})
    found = kifu.validate(text)
    assert found
    assert all(each.severity == "error" for each in found)


def test_two_edits_of_which_the_first_is_of_a_declaration() -> None:
    hands = ("QC 8H QS 6S 8S 3D", "KD 8D 3S 9H 2C AC", "KH 3C 7H 9S 6D AH")
    sent = [(seat, "set_deck 23456789TJQKA CDHS") for seat in range(3)]
    sent += [(seat, f"set_players 3 {seat}") for seat in range(3)]
    sent += [(seat, "set_game 3 6 0 2 1 2 1") for seat in range(3)]
    sent += [(seat, f"set_cards 6 {hand}") for seat, hand in enumerate(hands)]
    log = "".join(map(_answered, sent))
    for seat, tricks in enumerate((2, 1, 4)):
        log += _answered((seat, "time_left 600000"))
        log += f">> {seat}: gen_declare\n<< {seat}: = {tricks}\n<< {seat}: \n"
    log += ">> 0: declare 0 2\n<< 0: \n"
    declared = ((0, "1 1"), (0, "2 4"), (1, "0 2"), (1, "1 5"), (1, "2 4"), (2, "0 2"), (2, "1 1"))
    log += "".join(_answered((seat, f"declare {each}")) for seat, each in declared)
    log = log.removesuffix("2: \n")
    log = log.replace("declare 1 5\n", "declare 1 5\n\n")
    assert "F010" not in [each.code for each in kifu.validate(log, "planowanie/log")]


def test_nothing_is_said_of_a_guessed_line_after_the_end() -> None:
    sent = [(1, "set_deck 23456789TJQKA CDHS")]
    sent += [(seat, f"set_players 2 {seat}") for seat in range(2)]
    sent += [(seat, "set_game 1 1 0") for seat in range(2)]
    sent += [(0, "set_cards 1 7S"), (1, "set_cards 1 QD")]
    log = "HS\n<< 0: =\n<< 0: \n" + "".join(map(_answered, sent))
    log += ">> ie\n<< 0: = 0\n<< 0: \n" + _answered((1, "time_left 00"))
    log += ">> 1: gen_declare\n<< 1: = 0\n<< 1: \n"
    log += "".join(_answered((to, f"declare {seat} 0")) for to in range(2) for seat in range(2))
    found = kifu.validate(f"{log}>> 0", "planowanie/log")
    assert max(each.line or 0 for each in found) == log.count("\n") + 1


def _answered(sent: tuple[int, str]) -> str:
    seat, command = sent
    return f">> {seat}: {command}\n<< {seat}: =\n<< {seat}: \n"
