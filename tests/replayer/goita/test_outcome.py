"""The recorded outcome is compared with the play."""

import json
from collections.abc import Callable
from dataclasses import dataclass

import pytest

import kifu
from kifu.replayer.goita.record import Record

from ...helpers import Json, codes, dealt, goita, goita_2015, marked, only, repaired
from ...loops import all_of

WON: Json = {
    "hands": ["11244788", "23456788", "34567888", "55667888"],
    "record": "84000840007200011",
    "winner": 0,
}
OPEN: Json = {"hands": WON["hands"], "record": "84000"}


@pytest.mark.parametrize("write", [goita, goita_2015])
@pytest.mark.parametrize("absent", [-1, None])
def test_a_winner_left_out_is_a_warning_with_a_fix(write: object, absent: int | None) -> None:
    assert callable(write)
    text = str(write(WON | {"winner": absent}))
    if absent is None:
        text = text.replace(', "winner": null', "").replace('"winner": null, ', "")
        assert "winner" not in text
    finding = only(text)
    assert (finding.code, finding.severity) == ("G202", "warning")
    mended = repaired(text, [finding])
    assert codes(mended) == []
    assert kifu.loads(mended, type=Record).rounds[0].winner == 0


@all_of("write", [goita, goita_2015])
@all_of("winner", [-2, 4, 9])
@all_of("played", [WON, OPEN])
def test_a_winner_who_is_not_a_player(write: Callable[..., str], winner: int, played: Json) -> None:
    text = write(played | {"winner": winner})
    finding = only(text)
    assert (finding.code, finding.severity, finding.pointer[-7:]) == ("G006", "error", "/winner")
    assert marked(text, finding) == str(winner)
    assert f'"winner": {winner}' in kifu.dumps(kifu.loads(text))


def test_the_wrong_winner() -> None:
    for winner in (1, 2, 3):
        text = goita(WON | {"winner": winner})
        finding = only(text)
        assert (finding.code, finding.player) == ("G201", winner)
        assert marked(text, finding) == str(winner)


def test_a_winner_of_a_round_that_is_open() -> None:
    for winner in range(4):
        assert codes(goita(OPEN | {"winner": winner})) == ["G110"]
        assert codes(goita_2015(OPEN | {"winner": winner})) == ["G110"]
    assert codes(goita(OPEN)) == []


def test_a_deal_that_wins_names_no_winner() -> None:
    six = {"hands": dealt("12888888", 1), "record": ""}
    finding = only(goita(six))
    assert finding.code == "G202"
    assert codes(repaired(goita(six), [finding])) == []


def test_the_winner_among_two_partners_is_not_guessed() -> None:
    played = {
        "hands": ["11288888", "24456777", "33488888", "45556667"],
        "record": "",
        "goshi": [0, 2],
    }
    finding = only(goita(played))
    assert (finding.code, finding.fix) == ("G202", None)


@dataclass(frozen=True, kw_only=True)
class Case:
    """A round with a result, and the codes of its findings."""

    played: Json
    result: Json
    found: list[str]


RESULTS = {
    "right": Case(played=WON, result={"end": "out", "points": 100}, found=[]),
    "another end": Case(played=WON, result={"end": "shi", "points": 100}, found=["G203"]),
    "other points": Case(played=WON, result={"end": "out", "points": 50}, found=["G204"]),
    "no points": Case(played=WON, result={"end": "out"}, found=["G204"]),
    "still open": Case(played=WON, result={"end": "unfinished"}, found=["G203"]),
    "open": Case(played=OPEN, result={"end": "unfinished"}, found=[]),
    "open, with points": Case(
        played=OPEN, result={"end": "unfinished", "points": 10}, found=["G204"]
    ),
    "not yet out": Case(played=OPEN, result={"end": "out", "points": 100}, found=["G203"]),
    "cut short": Case(
        played=OPEN | {"winner": 0}, result={"end": "out", "points": 100}, found=["G110"]
    ),
    "a winner and a redeal": Case(
        played=OPEN | {"winner": 0}, result={"end": "redeal"}, found=["G110", "G404"]
    ),
}


@all_of("case", RESULTS.values())
def test_results(case: Case) -> None:
    assert codes(goita(case.played | {"result": case.result})) == case.found


def test_a_broken_round_has_no_outcome_to_compare() -> None:
    assert codes(goita(WON | {"record": "99", "winner": 3})) == ["G004"]


def test_marks_of_kings_are_counted() -> None:
    marks = {"kings": "王玉王玉"}
    assert codes(goita(WON | marks)) == []
    for kings in ("王玉王", "王玉王玉玉", "玉"):
        assert codes(goita(WON | {"kings": kings})) == ["G010"]


def test_a_king_is_played_as_it_was_dealt() -> None:
    played = {"hands": ["12345678", "12345678", "44568888", "56778888"], "record": "8600015"}
    for kings in ("王玉王", "玉王玉", "玉王王"):
        assert codes(goita(played | {"kings": kings})) == []
    text = goita(played | {"kings": "王玉玉"})
    finding = only(text)
    assert (finding.code, finding.ply, finding.player) == ("G012", 5, 0)
    assert marked(text, finding) == "1"
    assert codes(goita(WON | {"kings": "王玉玉玉"})) == ["G012"]
    # It is unknown which king a hidden hand holds.
    hidden = {"hands": ["99999999", "12345678", "99999999", "99999999"], "kings": "玉玉"}
    assert codes(goita(played | hidden, view="partial")) == []


def test_the_hand_that_makes_the_round_fit_is_marked_if_hands_are_not_a_deck() -> None:
    hands = ["12355678", "12346678", "45588888", "44567788"]
    text = goita(
        {"hands": hands, "record": "", "winner": 2, "result": {"end": "shi", "points": 30}}
    )
    finding = only(text)
    assert (finding.code, finding.pointer) == ("G003", "/rounds/0/hands/2")


def test_the_fix_is_an_edit_of_the_text() -> None:
    text = json.dumps(json.loads(goita(WON | {"winner": -1})), indent=1)
    finding = only(text)
    assert finding.fix is not None
    (edit,) = finding.fix.edits
    assert (edit.line, edit.column) == (finding.line, finding.column)
    assert json.loads(repaired(text, [finding])) == json.loads(goita(WON))
