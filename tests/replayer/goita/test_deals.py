"""The deal: four hands from the deck, in seat order, in valid digits."""

import json
from random import Random

import pytest

import kifu
from kifu.replayer.goita.record import Record

from ...helpers import Json, codes, dealt, goita, goita_2015, marked, only, repaired
from ...loops import all_of

HANDS = ["12345678", "12345678", "44568888", "56778888"]

WRONG: dict[str, tuple[list[str], str, int | None]] = {
    "no hand": ([], "G001", None),
    "three hands": (HANDS[:3], "G001", None),
    "five hands": ([*HANDS, "12345678"], "G001", None),
    "a piece is missing": (["1234567", *HANDS[1:]], "G002", 0),
    "an extra piece": ([*HANDS[:3], "567788881"], "G002", 3),
    "no piece at all": ([HANDS[0], "", *HANDS[2:]], "G002", 1),
    "another deck": (["11345678", *HANDS[1:]], "G003", 0),
    "nothing in a hand": (["02345678", *HANDS[1:]], "G004", 0),
    "a hidden piece outside a view": ([*HANDS[:2], "94568888", HANDS[3]], "G004", 2),
    "no digit": ([*HANDS[:2], "x4568888", HANDS[3]], "G004", 2),
    "a dash": ([*HANDS[:2], "4456-8888", HANDS[3]], "G004", 2),
}


@all_of("case", WRONG.values())
def test_an_impossible_deal(case: tuple[list[str], str, int | None]) -> None:
    hands, code, player = case
    finding = only(goita({"hands": hands, "record": ""}))
    assert (finding.code, finding.player) == (code, player)
    where = "/rounds/0/hands" if player is None else f"/rounds/0/hands/{player}"
    assert finding.pointer == where


SEVERAL: dict[str, tuple[list[str], list[tuple[str, int]]]] = {
    "a size and a digit": (["123", *HANDS[1:3], "5677888x"], [("G002", 0), ("G004", 3)]),
    "the deck and a size": (["11345678", *HANDS[1:3], "5677888"], [("G002", 3), ("G003", 0)]),
    "two sizes": (["1234567", *HANDS[1:3], "156778888"], [("G002", 0), ("G002", 3)]),
    "a piece in the wrong hand": (["1234568", *HANDS[1:3], "567778888"], [("G002", 0)]),
}


@pytest.mark.parametrize("case", SEVERAL.values(), ids=SEVERAL.keys())
def test_each_wrong_hand_is_reported(case: tuple[list[str], list[tuple[str, int]]]) -> None:
    hands, wrong = case
    found = kifu.validate(goita({"hands": hands, "record": ""}))
    assert sorted((each.code, each.player) for each in found) == wrong


def test_a_wrong_deck_hides_no_piece_that_is_not_in_the_hand() -> None:
    hands = dealt("11223344")
    hands[1] = hands[1].replace("8", "7", 1)
    assert codes(goita({"hands": hands, "record": "12000"})) == ["G003"]
    assert codes(goita({"hands": hands, "record": "15000"})) == ["G003", "G103"]


def test_the_wrong_digit_of_a_hand_is_marked() -> None:
    text = goita({"hands": [*HANDS[:2], "4456-8888", HANDS[3]], "record": ""})
    assert marked(text, only(text)) == "-"


def test_the_message_names_what_is_wrong_with_the_deck() -> None:
    message = only(goita({"hands": ["11345678", *HANDS[1:]], "record": ""})).message
    assert "王 (1) 3 times, not 2" in message
    assert "飛 (2) 1 time, not 2" in message


def test_hands_need_not_be_sorted() -> None:
    assert codes(goita({"hands": ["87654321", *HANDS[1:]], "record": "86"})) == []


# Hands listed from the dealer onwards

WON: Json = {
    "hands": ["11244788", "23456788", "34567888", "55667888"],
    "record": "84000840007200011",
}


@all_of("write", [goita, goita_2015])
@all_of("dealer", [1, 2, 3])
def test_hands_in_dealer_order_are_reported_and_rotated(write: object, dealer: int) -> None:
    assert callable(write)
    text = str(write(WON | {"dealer": dealer, "winner": dealer}))
    finding = only(text)
    assert (finding.code, finding.severity) == ("G007", "error")
    mended = repaired(text, [finding])
    assert codes(mended) == []
    hands = kifu.loads(mended, type=Record).rounds[0].hands
    assert hands == (*WON["hands"][4 - dealer :], *WON["hands"][: 4 - dealer])


def test_the_rest_is_checked_as_if_the_hands_were_turned() -> None:
    text = goita(WON | {"dealer": 1, "winner": 1}, WON | {"dealer": 0, "score": [0, 100]})
    assert codes(text) == ["G007", "G503", "G202"]
    played = {"hands": dealt("12388888"), "record": "38", "dealer": 2, "goshi": [2]}
    finding = only(goita(played))
    assert (finding.code, finding.fix) == ("G007", None), "a few plies prove nothing"


def test_two_orders_that_both_fit_are_noted_in_the_notation_of_2015() -> None:
    both = {"hands": HANDS, "record": "86", "dealer": 1}
    finding = only(goita_2015(both))
    assert (finding.code, finding.severity, finding.fix) == ("G008", "note", None)
    assert codes(goita(both)) == []
    assert codes(goita_2015(both | {"dealer": 0})) == []


def test_right_seat_order_is_accepted() -> None:
    assert codes(goita_2015({"hands": HANDS, "record": "77", "dealer": 3})) == []


def test_an_order_that_fits_neither_way_is_reported() -> None:
    assert codes(goita(WON | {"dealer": 1, "record": "99"})) == ["G004"]


# Full-width digits

WIDE = str.maketrans("0123456789", "０１２３４５６７８９")


def test_full_width_digits_are_one_finding_a_string_and_mended() -> None:
    hands = [WON["hands"][0].translate(WIDE), *WON["hands"][1:3], "5566788８"]
    record = "84-０００8４-000-７２00011"
    text = goita({"hands": hands, "record": record, "winner": 0})
    findings = kifu.validate(text)
    assert [each.code for each in findings] == ["G005"] * 3
    assert [marked(text, each) for each in findings] == ["１", "８", "０"]
    assert [each.pointer for each in findings] == [
        "/rounds/0/hands/0",
        "/rounds/0/hands/3",
        "/rounds/0/record",
    ]
    assert (findings[2].ply, findings[2].player) == (2, None)
    mended = repaired(text, findings)
    assert codes(mended) == []
    assert json.loads(mended)["rounds"][0]["record"] == "84-00084-000-7200011"


def test_full_width_digits_do_not_hide_other_faults() -> None:
    text = goita(WON | {"record": "８4000840007200011", "winner": 1})
    assert sorted(codes(text)) == ["G005", "G201"]
    text = goita({"hands": HANDS, "record": "８６-５７"})
    findings = kifu.validate(text)
    assert [(each.code, marked(text, each)) for each in findings] == [
        ("G005", "８"),
        ("G105", "５"),
    ]


def test_other_digits_of_the_world_are_unknown() -> None:
    assert codes(goita({"hands": HANDS, "record": "٨6"})) == ["G004"]


@pytest.mark.parametrize("seed", range(4))
def test_a_player_with_five_shi_in_a_hand_that_nobody_saw(seed: int) -> None:
    """Only a replay of the whole round has playing on as a step; deals can be drawn without it."""
    hands = ["23566788", "34568888", "99999999", "11556788"]
    unfinished = {"hands": hands, "dealer": 3, "record": "1100075588300380870766400058"}
    text = goita(unfinished | {"winner": -1, "goshi": None}, view="partial")
    drawn = kifu.deals(kifu.loads(text), player=2, ply=4).sample(Random(seed))
    assert kifu.validate(kifu.dumps(drawn)) == []


def test_before_the_first_play_of_one_with_five_shi() -> None:
    hands = ["12457788", "99999999", "99999999", "99999999"]
    text = goita({"hands": hands, "record": "4555", "winner": -1, "goshi": None}, view=0)
    left = kifu.deals(kifu.loads(text, type=Record), player=0, ply=1)
    drawn: list[Record] = [left.sample(Random(seed)) for seed in range(20)]
    assert any("88888" in hand for each in drawn for hand in each.rounds[0].hands)
