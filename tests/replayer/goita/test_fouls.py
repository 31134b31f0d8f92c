"""Fouls: plies that broke a rule and were played, or ended the round."""

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

import kifu

from ...campaign import in_a_campaign
from ...helpers import Json, codes, goita, only
from ...loops import all_of

HANDS = ["12345678", "12345678", "44568888", "56778888"]


def foul(ply: int, rule: str) -> Json:
    return {"ply": ply, "rule": rule}


def stood(record: str, *fouls: Json) -> str:
    return goita({"hands": HANDS, "record": record, "fouls": fouls})


def ended(record: str, *fouls: Json, winner: int = -1) -> str:
    result = {"end": "foul", "points": 50}
    played = {"hands": HANDS, "record": record, "fouls": fouls, "winner": winner}
    return goita(played | {"result": result})


STOOD = {
    "a king attacked": ("81-00-52-0-0-28", foul(1, "G104")),
    "received with another kind": ("86-57-0-0-0-86", foul(2, "G105")),
    "a king received し": ("78-12-0-0-23", foul(2, "G106")),
}


@pytest.mark.parametrize("case", STOOD.values(), ids=STOOD.keys())
def test_play_may_go_on_after_a_foul(case: tuple[str, Json]) -> None:
    record, broken = case
    record = record.partition("-0")[0]
    assert codes(stood(record)) == [broken["rule"]]
    assert codes(stood(record, broken)) == []
    assert codes(stood(record + "0", broken)) == []


def test_a_king_that_attacked_against_the_rules_lies_face_up() -> None:
    assert codes(stood("81-0-0-0-23", foul(1, "G104"))) == []
    assert codes(stood("81-0-0-0-23-31", foul(1, "G104"))) == []


def test_a_king_may_receive_a_king_after_a_foul() -> None:
    assert codes(stood("81-12", foul(1, "G104"))) == []


def test_two_fouls_of_one_round() -> None:
    assert codes(stood("86-57-85", foul(2, "G105"), foul(3, "G105"))) == []
    assert codes(stood("86-57-85", foul(3, "G105"), foul(2, "G105"))) == []


@dataclass(frozen=True, kw_only=True)
class Case:
    """A record with fouls; the foul at index `wrong` has a finding."""

    record: str
    fouls: list[Json]
    code: str
    wrong: int


WRONG = {
    "a legal ply": Case(record="86", fouls=[foul(1, "G104")], code="G301", wrong=0),
    "another rule": Case(record="81", fouls=[foul(1, "G105")], code="G301", wrong=0),
    "an unknown rule": Case(record="81", fouls=[foul(1, "G199")], code="G301", wrong=0),
    "a nonexistent ply": Case(record="86", fouls=[foul(2, "G104")], code="G302", wrong=0),
    "ply 0": Case(record="86", fouls=[foul(0, "G104")], code="G302", wrong=0),
    "a breach that ends all play": Case(record="88", fouls=[foul(1, "G103")], code="G302", wrong=0),
    "an attacker's pass": Case(record="0", fouls=[foul(1, "G102")], code="G302", wrong=0),
    "a second rule for the same ply": Case(
        record="81", fouls=[foul(1, "G104"), foul(1, "G105")], code="G302", wrong=1
    ),
    "a duplicate foul": Case(
        record="81", fouls=[foul(1, "G104"), foul(1, "G104")], code="G302", wrong=1
    ),
    "a wrong rule before the right one": Case(
        record="81", fouls=[foul(1, "G105"), foul(1, "G104")], code="G301", wrong=0
    ),
    "another, correct foul": Case(
        record="81-0-0-0-23", fouls=[foul(1, "G104"), foul(2, "G105")], code="G301", wrong=1
    ),
}


@all_of("case", WRONG.values())
def test_fouls_are_what_they_say(case: Case) -> None:
    finding = only(stood(case.record, *case.fouls))
    assert (finding.code, finding.pointer) == (case.code, f"/rounds/0/fouls/{case.wrong}")


def test_each_wrong_foul_is_reported() -> None:
    fouls = [foul(1, "G104"), foul(1, "G105"), foul(9, "G104"), foul(2, "G105")]
    assert codes(stood("81-0-0-0-23", *fouls)) == ["G302", "G302", "G301"]


def test_another_broken_rule_is_still_reported() -> None:
    assert codes(stood("81-99", foul(1, "G104"))) == ["G004"]


ENDED = {
    "G102": "0",
    "G103": "88",
    "G104": "81",
    "G105": "86-57",
    "G106": "78-12",
    "G107": "80",
    "G108": "8",
}


@all_of(("rule", "record"), ENDED.items())
def test_any_foul_may_end_the_round(rule: str, record: str) -> None:
    ply = 1 + ("-" in record)
    mover = ply - 1
    for winner in (-1, (mover + 1) % 4, (mover + 3) % 4):
        assert codes(ended(record, foul(ply, rule), winner=winner)) == []
    for winner in (mover, (mover + 2) % 4):
        assert codes(ended(record, foul(ply, rule), winner=winner)) == ["G201"]
    assert codes(ended(record)) == ["G302"]


ENDED_WRONG: dict[str, tuple[str, list[Json], list[str]]] = {
    "the last ply is legal": ("86", [foul(1, "G104")], ["G301"]),
    "the last ply breaks another rule": ("81", [foul(1, "G103")], ["G301"]),
    "the foul is not the last ply": ("81-0", [foul(1, "G104")], ["G302"]),
    "there is no ply": ("", [], ["G302"]),
    "an earlier ply breaks a rule": ("86-57-81", [foul(3, "G104")], ["G105"]),
}


@pytest.mark.parametrize("case", ENDED_WRONG.values(), ids=ENDED_WRONG.keys())
def test_an_action_that_ends_a_round_is_a_foul(case: tuple[str, list[Json], list[str]]) -> None:
    record, fouls, found = case
    assert codes(ended(record, *fouls)) == found


def test_an_earlier_foul_that_stood() -> None:
    both = [foul(1, "G104"), foul(5, "G103")]
    assert codes(ended("81-0-0-0-88", *both)) == []


WON: Json = {
    "hands": ["11244788", "23456788", "34567888", "55667888"],
    "record": "84000840007200011",
    "winner": 0,
}


@pytest.mark.parametrize(("more", "rule"), [("0", "G102"), ("86", "G103"), ("9x", "G004")])
def test_nothing_is_a_foul_after_the_end(more: str, rule: str) -> None:
    played = WON | {
        "record": WON["record"] + more,
        "result": {"end": "foul"},
        "fouls": [foul(14, rule)],
    }
    assert codes(goita(played)) in (["G109"], ["S004"], ["G109", "S004"])
    six = {"hands": ["12888888", "13456788", "24456778", "34556678"], "record": more}
    played = six | {"result": {"end": "foul"}, "fouls": [foul(1, "G102")], "winner": 1}
    assert codes(goita(played)) == ["G109"]


def test_the_round_after_a_foul() -> None:
    first: Json = {
        "hands": HANDS,
        "record": "81",
        "winner": 1,
        "result": {"end": "foul", "points": 50},
        "fouls": [foul(1, "G104")],
    }
    after: Json = {"hands": HANDS, "record": "", "dealer": 1, "score": [0, 50]}
    assert codes(goita(first, after)) == []
    assert codes(goita(first, after | {"dealer": 0})) == ["G503"]
    assert codes(goita(first, after | {"score": [0, 0]})) == ["G501"]
    undecided = first | {"winner": -1}
    assert codes(goita(undecided, after | {"dealer": 2, "score": [10, 10]})) == []


@in_a_campaign
def test_no_deal_is_drawn_for_a_foul_that_nothing_hidden_can_explain() -> None:
    hands = ["11244788", "23456788", "34567888", "55667888"]
    text = goita({"hands": hands, "record": "8400084000", "fouls": [foul(1, "G104")]})
    assert codes(text) == ["G301"]
    left = kifu.deals(kifu.loads(text), player=1, ply=3)
    with pytest.raises(ValueError, match="no pieces laid face-down explain"):
        left.sample(Random(1))


def test_only_its_player_sees_the_first_piece_of_a_foul() -> None:
    record: Any = kifu.loads(ended("86-65-0-0-0-41", foul(6, "G104"), winner=0))
    last = [kifu.view(record, player).rounds[0].record[-2:] for player in range(4)]
    assert last == ["91", "41", "91", "91"]


def test_a_foul_with_a_second_piece_that_the_hand_lacks() -> None:
    record: Any = kifu.loads(ended("84-44", foul(2, "G103"), winner=0))
    seen = kifu.view(record, 0)
    assert codes(kifu.dumps(seen, "goita/json")) == []
    drawn = kifu.deals(seen, 0, 2).sample(Random(1))
    assert drawn.rounds[0].hands[1].count("4") < 2
