"""JSON with slips is still read: each slip has one finding, and the rest keeps its meaning."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given

import kifu
from kifu.formats.document.json.text import JsonText
from kifu.formats.document.tree import UNREAD
from kifu.formats.text.text import Text

from ..helpers import MODEL_A, RANDOM, goita, marked, repaired
from ..loops import all_of


def read(text: str, **how: Any) -> JsonText:
    return JsonText(Text(text), **how)


# What is read despite an error, and what the fix makes of it

CLEAR = {
    # name: (text, the value, the text after its fix)
    "single quotes": ("['a', \"b\"]", ["a", "b"], '["a", "b"]'),
    "typographic quotes": ("[“a”, „b”]", ["a", "b"], '["a", "b"]'),
    "a bare key": ("{a: 1, b : 2}", {"a": 1, "b": 2}, '{"a": 1, "b" : 2}'),
    "a key in single quotes": ("{'a': 1}", {"a": 1}, '{"a": 1}'),
    "Python's literals": ("[None, True, False]", [None, True, False], "[null, true, false]"),
    "a key of bare words": ("{one of two: 1}", {"one of two": 1}, '{"one of two": 1}'),
    "no comma": ('{"a": 1 "b": 2}', {"a": 1, "b": 2}, '{"a": 1, "b": 2}'),
    "no comma at the end of a line": ('["a"\n"b"]', ["a", "b"], '["a",\n"b"]'),
    "no colon": ('{"a" 1}', {"a": 1}, '{"a": 1}'),
    "a different sign for a colon": ('{"a" = 1, "b" => 2}', {"a": 1, "b": 2}, '{"a" : 1, "b" : 2}'),
    "an open string": ('{"a": "x, "b": 2}', {"a": "x", "b": 2}, '{"a": "x", "b": 2}'),
    "an open string in a list": ('["a,"b"]', ["a", "b"], '["a","b"]'),
    "an open string at the end of a line": (
        '{"a": "x,\n"b": 2}',
        {"a": "x", "b": 2},
        '{"a": "x",\n"b": 2}',
    ),
    "an open string before the end of a list": (
        '{"a": ["x],\n"b": 2}',
        {"a": ["x"], "b": 2},
        '{"a": ["x"],\n"b": 2}',
    ),
    "a curly quote at the end of a string": (
        '{"a": "x”, "b": ["y”]}',
        {"a": "x", "b": ["y"]},
        '{"a": "x", "b": ["y"]}',
    ),
    "an open key": ('{"a: 1, "b": 2}', {"a": 1, "b": 2}, '{"a": 1, "b": 2}'),
    "no quote before a key": ('{a": 1}', {"a": 1}, None),
    "no bracket after a list": ('{"a": [1, 2, "b": 3}', {"a": [1, 2], "b": 3}, None),
    "the wrong bracket after a list": ('{"a": [1, 2}, "b": 3}', {"a": [1, 2], "b": 3}, None),
    "no bracket after an object": (
        '{"r": [{"a": 1, {"a": 2}]}',
        {"r": [{"a": 1}, {"a": 2}]},
        '{"r": [{"a": 1}, {"a": 2}]}',
    ),
    "an extra bracket": ('{"a": 1}, "b": 2}', {"a": 1, "b": 2}, None),
    "no last bracket": ('{"a": [1, 2]', {"a": [1, 2]}, None),
}  # fmt: skip


@all_of("case", CLEAR.values())
def test_clear_slips_are_read(case: tuple[str, Any, str | None]) -> None:
    text, value, mended = case
    document = read(text)
    assert document.value == value
    assert {each.code for each in document.findings} == {"F101"}
    if mended is not None:
        assert repaired(text, document.findings) == mended
        assert json.loads(mended) == value


@all_of(
    "text, said, fix",
    [
        ('{"a": "x”, "b": 2}', 'expected a straight ", found ”', 'write "'),
        ('{"a": "x, "b": 2}', 'the string that begins here has no closing "', 'add "'),
        ('{"a": [“x”], "b": 2}', 'expected a straight ", found “', 'write "x"'),
    ],
)
def test_fixes_of_quotation_marks_say_what_they_write(text: str, said: str, fix: str) -> None:
    (finding,) = read(text).findings
    assert finding.fix is not None
    assert (finding.message, finding.fix.message) == (said, fix)


UNCLEAR = {
    # name: (text, the value, the characters marked)
    "a list for an object": ('[["a": 1}, {"a": 2}]', [UNREAD, {"a": 2}], "["),
    "no bracket before an inner object": ('{"a": "b": 1}, "c": 2}', {"a": UNREAD, "c": 2}, ""),
    "a stray word": ('["a", x {"b": 1}]', ["a", UNREAD], "x"),
    "no bracket before a list": ('{"a": 1, 2], "b": 3}', {"a": UNREAD, "b": 3}, ""),
    "no bracket before an object": ('{"r": [{"a": 1}, "a": 2}]}', {"r": [{"a": 1}, UNREAD]}, ""),
    "a word": ('{"a": yes, "b": 2}', {"a": UNREAD, "b": 2}, "yes"),
    "words": ('{"a": hello big world, "b": 2}', {"a": UNREAD, "b": 2}, "hello big world"),
    "words in a list": ("[one or two, 3]", [UNREAD, 3], "one or two"),
    "no quote before a string": ('{"a": x", "b": 2}', {"a": UNREAD, "b": 2}, 'x"'),
    "no number": ('{"a": NaN, "b": 2}', {"a": UNREAD, "b": 2}, "NaN"),
    "a number with a letter": ('{"a": 3x, "b": 2}', {"a": UNREAD, "b": 2}, "3x"),
    "such a number in a list": ('{"a": [3x, 4], "b": 2}', {"a": [UNREAD, 4], "b": 2}, "3x"),
    "a word after a number": ('{"a": 3 x, "b": 2}', {"a": UNREAD, "b": 2}, "x"),
    "a word after a string": ('{"a": "y" x, "b": 2}', {"a": UNREAD, "b": 2}, "x"),
    "a word after a list": ('{"a": [1] x\n, "b": 2}', {"a": UNREAD, "b": 2}, "x"),
    "no value": ('{"a": , "b": 2}', {"a": UNREAD, "b": 2}, '"a"'),
    "a large number": ("[1e400, 2]", [UNREAD, 2], "1e400"),
    "a bad escape": (r'["\q", "b"]', [UNREAD, "b"], r"\q"),
    "two values for a key": ('{"a": 1, "b": 2, "a": 3}', {"a": UNREAD, "b": 2}, '"a"'),
    "a comma among words": ('{"a": ["x",, "y"], "b": 2}', {"a": UNREAD, "b": 2}, ","),
    "a truncated text": (
        '{"r": [{"a": 1}, {"a": 2, "b": "x',
        {"r": [{"a": 1}, UNREAD]},
        '"x',
    ),
}  # fmt: skip


@all_of("case", UNCLEAR.values())
def test_unclear_slips_are_not_guessed(case: tuple[str, Any, str]) -> None:
    text, value, about = case
    document = read(text)
    assert (document.value, document.whole) == (value, False)
    (finding,) = document.findings
    assert marked(text, finding) == about


def test_several_slips_are_several_findings() -> None:
    text = """{
      'a': None,
      b: [1 2, 3],
      "c": "open,
      "d": {"e": yes}, // why?
      "f": [True,]
    }"""
    document = read(text)
    assert [(each.line, each.code) for each in document.findings] == [
        (2, "F101"),
        (2, "F101"),
        (3, "F101"),
        (3, "F101"),
        (4, "F101"),
        (5, "F101"),
        (6, "F101"),
        (6, "F105"),
        (5, "F104"),
    ]
    assert document.value["b"] == [1, 2, 3]
    assert document.value["c"] == "open"
    assert document.value["f"] == [True]


SOUND = {"a": [1, 2, {"b": "x, y", "c": [None, True]}], "d": {"e": "z"}, "f": "end"}


@given(RANDOM)
def test_one_character_less_is_one_slip_or_none(rng: Random) -> None:
    """Brackets are not removed here, as the place of a missing one can be ambiguous."""
    text = json.dumps(SOUND, indent=rng.choice([None, 2]))
    at = rng.choice([at for at, char in enumerate(text) if char in '",:'])
    document = read(text[:at] + text[at + 1 :])
    assert len(document.findings) <= 1


@given(RANDOM)
def test_any_text_is_read_to_an_end(rng: Random) -> None:
    text = json.dumps(SOUND)
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(text) + 1)
        text = (
            text[:at] + rng.choice(['"', "{", "}", "[", "]", ",", ":", "'", "x"]) + text[at + 1 :]
        )
    document = read(text)
    assert document.findings or json.loads(text) == document.value
    for each in document.findings:
        marked(text, each)


DOUBLED = [
    ("goita/match.json", '"score": [0, 0]', '"score": [0 0, 0]'),
    ("planowanie/game.json", "[1, 0]", "[1 1, 0]"),
    ("planowanie/game.json", '["JC", "TH"]', '["JC" "JC", "TH"]'),
    ("planowanie/game.json", "[3, 3, 2]", "[3, 3 3, 2]"),
    ("leduc/match.json", '"call", "Qs"', '"call" "call", "Qs"'),
]


@pytest.mark.parametrize(("name", "old", "new"), DOUBLED)
def test_a_value_doubled_is_one_error(name: str, old: str, new: str) -> None:
    text = (Path(__file__).parents[2] / "examples" / name).read_text("utf-8")
    found = kifu.validate(text.replace(old, new, 1))
    assert [each.code for each in found] == ["F101"]


QUOTES = [
    ('"end": "fold"', '"end"": "fold"'),
    ('"end": "fold"', '"end": ""fold"'),
    ('"Jh"]', '"Jh""]'),
    ('"call", "Qs"', '"call", Qs"'),
    ('"call", "Qs"', '"call, "Qs"'),
    ('"call", "Qs"', '"call"" ,Qs"'),
    ('"returns":', '"returns:"'),
    ('"returns": [', '"returns" ['),
    ('"returns": [', '"returns" :: ['),
]


@all_of(("old", "new"), QUOTES)
def test_a_slip_in_punctuation_is_one_error_with_its_fix(old: str, new: str) -> None:
    text = (Path(__file__).parents[2] / "examples/leduc/match.json").read_text("utf-8")
    wrong = text.replace(old, new, 1)
    assert wrong != text
    (finding,) = kifu.validate(wrong)
    assert finding.code == "F101"
    assert kifu.loads(repaired(wrong, [finding])) == kifu.loads(text)


def test_two_slips_in_punctuation_are_both_reported() -> None:
    text = (Path(__file__).parents[2] / "examples/leduc/match.json").read_text("utf-8")
    wrong = text.replace('"end": "fold"', '"end"": "fold"', 1).replace('"cards": [', '"cards": ', 1)
    found = kifu.validate(wrong)
    assert [each.code for each in found] == ["F101", "F101"]
    assert kifu.loads(repaired(wrong, found)) == kifu.loads(text)


RENAMED = [
    ("planowanie/game.json", "deck", "dekc", "deck"),
    ("planowanie/game.json", "plan", "deals planned", "plan"),
    ("planowanie/game.json", "hands", "cards", "hands"),
    ("mighty/deal.json", "deals", "rounds", "deals"),
    ("mighty/deal.json", "rules", "Rulez", "rules"),
    ("leduc/match.json", "cards", "dealt", "cards"),
    ("goita/match.json", "record", "moves", "record"),
]


@all_of(("name", "old", "new", "meant"), RENAMED)
def test_a_key_is_known_by_its_value(name: str, old: str, new: str, meant: str) -> None:
    text = (Path(__file__).parents[2] / "examples" / name).read_text("utf-8")
    (finding,) = kifu.validate(text.replace(f'"{old}"', f'"{new}"', 1))
    assert finding.code == "S003"
    assert finding.message == f'the key "{new}" is unknown; write "{meant}"'


def test_a_key_that_may_be_another_leaves_open_what_that_says() -> None:
    text = (Path(__file__).parents[2] / "examples/leduc/match.json").read_text("utf-8")
    (finding,) = kifu.validate(text.replace('"actions"', '"moves"', 1))
    assert finding.code == "S003"


@pytest.mark.parametrize("old", ['{"format"', '{"dealer"'])
def test_a_missing_opening_bracket_is_read_but_never_written(old: str) -> None:
    text = goita(MODEL_A)
    (reading,) = kifu.read(text.replace(old, old[1:], 1))
    assert [each.message for each in reading.findings] == ["{ is missing here"]
    assert not reading.whole
