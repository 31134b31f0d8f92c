"""goita/history: the history strings of goita-core."""

import pytest

import kifu
from kifu.formats import CannotHold
from kifu.replayer.goita.record import Record

from ...helpers import MODEL_A, MODEL_B, Json, codes, goita, marked, only, records_of
from ...imports import ROOT
from ...loops import all_of

KINGS = "87654321,97654321,55431111,43221111"
WON = "98755211,76543211,65432111,44332111,s1,115,2p,3p,4p,115,2p,3p,4p,127,2p,3p,4p,189"


def round_trip(text: str) -> str:
    return kifu.dumps(kifu.loads(text, type=Record), "goita/history")


def test_the_codes_of_goita_core() -> None:
    (played,) = kifu.loads(f"{KINGS},s3,332,4p,121", type=Record).rounds
    assert played.hands == ("12345678", "12345678", "44568888", "56778888")
    assert (played.dealer, played.record, played.kings) == (2, "67078", "王玉")
    assert (played.score, played.goshi, played.winner) == (None, None, None)
    assert kifu.loads(KINGS + ",s3", type=Record).players is None


def test_the_model_games() -> None:
    for game in (MODEL_A, MODEL_B):
        text = kifu.dumps(kifu.loads(goita(game), type=Record), "goita/history")
        assert codes(text) == []
        (played,) = kifu.loads(text, type=Record).rounds
        assert (played.hands, played.record) == (tuple(game["hands"]), game["record"])
        assert played.winner == game["winner"]


KEPT = [
    f"{KINGS},s1",
    f"{KINGS},s4,433,1p,2p,331",
    f"{KINGS.replace('9', '8')},s1,138",
    WON,
    WON.replace("189", "198"),
    WON.replace("9875", "8875").replace("189", "188"),
    WON.replace("189", "188"),
    WON.replace("9875", "8875"),
    WON.replace("98755211", "89755211").replace("189", "188"),
    "12345678,xxxxxxxx,xxxxxxxx,xxxxxxxx,s1",
    "3xxxxxxx,xxxxxxxx,11112345,123xxxxx,s1,1x3,2p,3p,431,1p,2p,3p,4x2",
]


@all_of("line", KEPT)
def test_every_string_comes_back_as_it_was(line: str) -> None:
    assert round_trip(line) == line + "\n"


def test_both_kings_may_be_written_8() -> None:
    both = WON.replace("9", "8")
    assert codes(both) == []
    assert kifu.loads(both, type=Record).rounds[0].kings == ""
    assert kifu.loads(WON, type=Record).rounds[0].kings == "玉王王玉"


HIDDEN = {
    f"{KINGS},s1": None,
    "12345678,xxxxxxxx,xxxxxxxx,xxxxxxxx,s1": 0,
    "xxxxxxxx,xxxxxxxx,12345678,xxxxxxxx,s1": 2,
    "11111xxx,xxxxxxxx,xxxxxxxx,23456789,s1": 3,
    "3xxxxxxx,12345679,xxxxxxxx,123xxxxx,s1": "partial",
    "xxxxxxxx,xxxxxxxx,xxxxxxxx,xxxxxxxx,s1": "partial",
}


@all_of(("line", "view"), HIDDEN.items())
def test_hidden_hands_make_a_view(line: str, view: int | str | None) -> None:
    assert codes(line) == []
    assert kifu.loads(line, type=Record).view == view


def test_hidden_plays_of_a_view() -> None:
    view = kifu.view(kifu.loads(goita(MODEL_B), type=Record), 1)
    text = kifu.dumps(view, "goita/history")
    assert text.startswith("xxxxxxxx,75555411,xxxxxxxx,xxxxxxxx,s1,1x2,2p,3p,4p,1x2,")
    assert codes(text) == []
    back = kifu.loads(text, type=Record)
    assert (back.view, back.rounds[0].record) == (1, view.rounds[0].record)


# Errors and their places

WRONG: dict[str, tuple[str, str, str]] = {
    # name: (text, code, the characters the finding is about)
    "another player's turn": (f"{KINGS},s1,113,3p", "G101", "3p"),
    "the wrong opening": (f"{KINGS},s2,113", "G101", "113"),
    "no such player": (f"{KINGS},s1,113,5p", "G006", "5p"),
    "player 0": (f"{KINGS},s1,013", "G006", "013"),
    "dealer 5": (f"{KINGS},s5", "G006", "s5"),
    "dealer 0": (f"{KINGS},s0", "G006", "s0"),
    "an attacker's pass": (f"{KINGS},s1,113,2p,3p,4p,1p", "G102", "1p"),
    "not in hand": (f"{KINGS},s1,113,2p,366", "G103", "6"),
    "the attack is not in hand": (f"{KINGS},s1,111", "G103", "1"),
    "received with another kind": (f"{KINGS},s1,113,242", "G105", "4"),
    "a king attacks": (f"{KINGS},s1,118", "G104", "8"),
    "nothing attacks": (f"{KINGS},s1,110", "G107", "0"),
    "a play without a piece": (f"{KINGS},s1,103", "G004", "103"),
    "nothing at all": (f"{KINGS},s1,100,2p", "G004", "100"),
    "a hidden attack": (f"{KINGS},s1,11x", "G004", "x"),
    "a hidden piece of a known hand": (f"{KINGS},s1,1x3", "G004", "x"),
    "an empty place in a hand": (KINGS.replace("8", "0", 1) + ",s1", "G004", "0"),
    "a short hand": (KINGS.replace("8", "", 1) + ",s1", "G002", "7654321"),
    "another deck": (KINGS.replace("8", "7", 1) + ",s1", "G003", "7"),
    "play after the end": (f"{WON},2p", "G109", "2p"),
    "a letter": (f"{KINGS},s1,1a3", "F301", "1"),
    "a capital": (f"{KINGS},S1", "F301", "S"),
    "a missing dealer": (f"{KINGS},113", "F301", "113"),
    "a missing hand": (KINGS.rpartition(",")[0] + ",s1", "F301", "s1"),
    "a comma before a hand, not after it": ("87654321,,9765432155431111,43221111,s1", "F301", "9"),
    "a fifth hand": (f"{KINGS},87654321,s1", "F301", "87654321"),
    "an extra comma": (f"{KINGS},s1,113,", "F301", ""),
    "a missing comma": (f"{KINGS},s1113", "F301", ""),
    "a space": (f"{KINGS}, s1", "F301", " "),
    "a short move": (f"{KINGS},s1,11", "F301", "1"),
    "full-width digits": (f"{KINGS},s1,1１3", "F301", "１"),
    "NUL": (f"{KINGS},s1,113\x00", "F301", "\x00"),
}


@all_of("case", WRONG.values())
@all_of("newline", ["\n", "\r\n", "\r"])
def test_errors_are_marked(case: tuple[str, str, str], newline: str) -> None:
    line, code, about = case
    text = f"{KINGS},s1\n\n  {line}\n".replace("\n", newline)
    finding = only(text, "goita/history")
    assert (finding.code, finding.line) == (code, 3)
    assert marked(text, finding).startswith(about)
    assert finding.round in (1, None)


def test_the_second_piece_is_marked() -> None:
    finding = only(f"{KINGS},s1,111")
    assert finding.column == len(f"{KINGS},s1,111")


def test_a_message_says_what_is_expected() -> None:
    assert "s and the dealer" in only(f"{KINGS},113", "goita/history").message
    assert "a comma" in only(f"{KINGS},s1113").message
    assert "unexpected ','" in only(f"{KINGS},s1,").message
    assert "written 3" in only(f"{KINGS},s1,113,3p").message


# Several rounds and matches


def test_rounds_stand_in_lines_and_matches_in_blocks() -> None:
    text = f"{WON}\n{KINGS},s1,113\n\n\n{KINGS},s4\n"
    records = records_of(text, Record)
    assert [len(each.rounds) for each in records] == [2, 1]
    assert codes(text) == []
    assert kifu.convert(text, "goita/history") == text.replace("\n\n\n", "\n\n")


def test_a_line_that_cannot_be_read_leaves_the_others_alone() -> None:
    text = f"{KINGS},s1,118\n{KINGS},s1,oops\n{KINGS},s1,118\n"
    assert [(each.code, each.line) for each in kifu.validate(text)] == [
        ("G104", 1),
        ("F301", 2),
        ("G104", 3),
    ]
    with pytest.raises(kifu.RecordError, match="line 2"):
        kifu.loads(text, type=Record)


def test_a_line_that_cannot_be_read_is_no_gap() -> None:
    won_by_the_third = "44556789,22345671,11111123,11123345,s2"
    for text in (f"{WON}\noops\n{KINGS},s3\n", f"{won_by_the_third}\noops\n{KINGS},s1\n"):
        findings = kifu.validate(text)
        assert [(each.code, each.line) for each in findings] == [("F301", 2)]


def test_a_redeal_and_a_win_by_six_follow_from_the_hands() -> None:
    six = "11111123,44556789,22345671,11123345,s2"
    assert codes(six) == []
    (played,) = kifu.loads(six, type=Record).rounds
    assert (played.winner, played.result) == (0, kifu.loads(six, type=Record).rounds[0].result)
    assert (played.result.end, played.result.points) == ("shi", 20)


# What the notation cannot hold

UNHOLDABLE: dict[str, Json] = {
    "no deal": {"hands": [], "record": ""},
    "an empty hand": {"hands": ["", *MODEL_A["hands"][1:]], "record": ""},
    "a strange piece": {"hands": ["x1777788", *MODEL_A["hands"][1:]], "record": ""},
    "no dealer": {"hands": MODEL_A["hands"], "record": "", "dealer": 9},
    "half a play": {"hands": MODEL_A["hands"], "record": "8"},
    "a strange play": {"hands": MODEL_A["hands"], "record": "8x"},
    "full-width digits": {"hands": MODEL_A["hands"], "record": "８７"},
}


@all_of("played", UNHOLDABLE.values())
@all_of("notation", ["goita/history", "goita/table", "goita/yaml"])
def test_records_that_cannot_be_written_are_refused(played: Json, notation: str) -> None:
    record = kifu.loads(goita(played), type=Record)
    with pytest.raises(CannotHold):
        kifu.dumps(record, notation)


def test_a_wrong_piece_is_marked_in_the_hand_that_it_puts_out_of_order() -> None:
    hands = "86321111,87556311,75432111,65443221"  # 87554311
    play = "s1,111,213,331,413,182,2p,327,4p,1p,278,3p,4p,1p,255,3p,452,1p,2p,3p,462,1p,2p,3p,444"
    (error,) = kifu.validate(f"{hands},{play}")
    assert (error.code, error.column) == ("G003", 14)


@pytest.mark.parametrize("part", ["9", "3z6"])
def test_a_wrong_part_behind_a_space_is_marked_without_it(part: str) -> None:
    text = (ROOT / "examples" / "goita" / "history.txt").read_text("utf-8")
    text = text.replace(",336,", f", {part},", 1)
    space, wrong = kifu.validate(text)
    assert (marked(text, space), marked(text, wrong)) == (" ", part)


def test_blanks_behind_a_missing_line_break_are_not_a_round() -> None:
    found = kifu.validate("xxxx,x,,x,s159: \n>", "goita/history")
    assert {each.code for each in found} == {"F301", "G002"}
