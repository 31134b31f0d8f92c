"""`go/json`: what is written is read again, and slips are found where they are."""

import json

import pytest

import kifu
from kifu import replayer
from kifu.formats import CannotHold
from kifu.replayer.go.options import PRESETS, Options, named
from kifu.replayer.go.points import Setting, setting
from kifu.replayer.go.record import Record, Round

from ...helpers import codes, repaired
from ...loops import all_of
from ...replayer.go.helpers import game

EXAMPLE = game("B ee", "W gc", komi=6.5, rules={"preset": "aga"})


def test_a_preset_stands_for_its_options() -> None:
    record = kifu.loads(EXAMPLE, type=Record)
    assert record.rules == PRESETS["aga"]
    assert json.loads(kifu.dumps(record))["rules"] == {"preset": "aga"}
    options = {"preset": "aga", "size": 9, "komi": 6.5}
    assert replayer.game("go").options_of(record) == options


def test_options_may_differ_from_a_preset() -> None:
    record = kifu.loads(game(rules={"preset": "aga", "suicide": "allowed"}), type=Record)
    assert (record.rules.suicide, record.rules.superko) == ("allowed", "situational")
    assert json.loads(kifu.dumps(record))["rules"] == {"preset": "aga", "suicide": "allowed"}


def test_a_preset_whose_options_are_unknown_cannot_be_written() -> None:
    record = Record(rules=Options(preset="aga", suicide="forbidden"), rounds=(Round(),))
    with pytest.raises(CannotHold):
        kifu.dumps(record)


@all_of(
    ("name", "preset"),
    [
        ("Japanese", "japanese"),
        ("chinese", "chinese"),
        ("AGA", "aga"),
        ("New Zealand", "nz"),
        ("NZ", "nz"),
        ("GOE", "goe"),
        ("Ing", "goe"),
        ("Korean", "korean"),
        ("中国规则", "chinese"),
        ("Tromp-Taylor", "tromp-taylor"),
    ],
)
def test_rule_sets_have_several_names(name: str, preset: str) -> None:
    assert named(name) is PRESETS[preset]


def test_words_of_a_change() -> None:
    change = Setting(("cc", "aA"), ("dd",), ("ee",), "W")
    assert setting(change.words()) == change
    assert change.words() == "B cc aA; W dd; empty ee; turn W"
    assert setting("") == Setting()


@all_of(("word", "meant"), [("w gc", "W gc"), ("Wgc", "W gc"), ("W PASS", "W pass")])
def test_a_misspelt_move_has_a_fix(word: str, meant: str) -> None:
    wrong = EXAMPLE.replace("W gc", word)
    assert repaired(wrong, kifu.validate(wrong)) == EXAMPLE.replace("W gc", meant)


@all_of(
    ("old", "new", "code"),
    [
        ('"size": 9', '"size": "9"', "S002"),
        ('"size": 9', '"size": [9]', "S005"),
        ('"komi": 6.5', '"komi": "7,5"', "S002"),
        ('"W gc"', '"W ee"', "O103"),
        ('"W gc"', '"w gc"', "O101"),
        ('"W gc"', "7", "S002"),
        ('"aga"', '"AGA"', "S004"),
    ],
)
def test_one_slip(old: str, new: str, code: str) -> None:
    assert codes(EXAMPLE.replace(old, new)) == [code]


@all_of(
    ("moves", "size"),
    [
        ('"B ee", W gc", "BB cg"', "9"),
        ('"B ee" "W gc", "B"', "9"),
        ('"B ee", "W gc", "B"', "9x"),
    ],
)
def test_a_word_is_checked_on_its_own_after_another_slip(moves: str, size: str) -> None:
    wrong = EXAMPLE.replace('"B ee", "W gc"', moves).replace('"size": 9', f'"size": {size}')
    assert codes(wrong) == ["F101", "O101"]


def test_a_margin_in_quotation_marks_is_a_number() -> None:
    right = game("B ee", "W gc", result={"winner": "B", "by": 3.5})
    wrong = right.replace("3.5", '"3.5"')
    (found,) = kifu.validate(wrong)
    assert repaired(wrong, [found]) == right


@all_of(
    ("result", "expected"),
    [({"winner": "B", "by": "3.5 points"}, 'a number, "R", "T" or "F"'), ("tie", "an object")],
)
def test_a_result_says_what_would_be_right(result: object, expected: str) -> None:
    (found,) = kifu.validate(game("B ee", "W gc", result=result))
    assert f"expected {expected}" in found.message


@all_of("player", [-1, 2])
def test_only_two_players_can_begin(player: int) -> None:
    text = game(setup={"position": "B aa; W bb", "to_act": player})
    (found,) = kifu.validate(text)
    assert (found.code, found.message) == ("S004", f"expected 0 or 1, found {player}")


@all_of("size", ["nine", [9, 0]])
def test_no_size_is_suggested_if_larger_ones_fit_too(size: object) -> None:
    (found,) = kifu.validate(game("B cc", "W dd", size=size))
    assert (found.fix, found.suggestions) == (None, ())
