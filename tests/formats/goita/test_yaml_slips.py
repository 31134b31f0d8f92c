"""One slip in the lines of goita/yaml is one error, and hides nothing else."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

import kifu
from kifu.formats.text.place import mended
from kifu.formats.text.text import Text

from ...campaign import few
from ...helpers import marked

ONLINE = (Path(__file__).parents[3] / "examples" / "goita" / "online.yaml").read_text("utf-8")
LINES = ONLINE.splitlines(keepends=True)
Lines = list[str]


def starting(word: str, skip: int = 1) -> int:
    """Return the index of a line that starts with a word, skipping the first `skip` such lines."""
    return [index for index, line in enumerate(LINES) if line.strip().startswith(word)][skip]


def without(at: int) -> Lines:
    return LINES[:at] + LINES[at + 1 :]


def doubled(at: int) -> Lines:
    return [*LINES[: at + 1], *LINES[at:]]


def swapped(at: int) -> Lines:
    return [*LINES[:at], LINES[at + 1], LINES[at], *LINES[at + 2 :]]


def tabbed(at: int) -> Lines:
    return [*LINES[:at], "\t" + LINES[at].lstrip(), *LINES[at + 1 :]]


def joined(at: int) -> Lines:
    return [*LINES[:at], LINES[at].rstrip("\n"), *LINES[at + 1 :]]


def dash(at: int) -> Lines:
    return [*LINES[:at], LINES[at].replace("- ", "-"), *LINES[at + 1 :]]


def signs(at: int) -> Lines:
    return [*LINES[:at], LINES[at].replace('","', ',""', 1), *LINES[at + 1 :]]


def errors(text: str) -> list[kifu.Finding]:
    return [each for each in kifu.validate(text, "goita/yaml") if each.severity == "error"]


@pytest.mark.parametrize(("value", "mark"), [("%a", "%"), ("*a", "*"), ("!a", "!")])
def test_a_finding_begins_with_the_character_that_is_wrong(value: str, mark: str) -> None:
    text = ONLINE.replace("uchidashi: 0", f"uchidashi: {value}", 1)
    first = errors(text)[0]
    assert marked(text, first).startswith(mark)


SLIPS: dict[str, tuple[Callable[[int], Lines], str, str]] = {
    "no game": (without, "game:", "the line game: is missing here"),
    "no hand": (without, "- hand:", "the line - hand: is missing here"),
    "hand swapped": (swapped, "- hand:", "this line and the next one are swapped"),
    "game swapped": (swapped, "score:", "this line and the next one are swapped"),
    "hand doubled": (doubled, "- hand:", 'the key "hand" is repeated'),
    "dealer doubled": (doubled, "uchidashi:", 'the key "uchidashi" is repeated (first on line'),
    "game doubled": (doubled, "game:", 'the key "game" is repeated'),
    "joined": (joined, "p1:", "a line break is missing here"),
    "no space": (dash, '- ["1"', "a space is missing here"),
    "signs swapped": (signs, '- ["1"', "two words or signs are swapped here"),
    "a tab before a hand": (tabbed, "p1:", "this line is indented with a tab; use spaces in YAML"),
    "a tab before a row": (
        tabbed,
        '- ["1"',
        "this line is indented with a tab; use spaces in YAML",
    ),
    "a tab before a key": (
        tabbed,
        "score:",
        "this line is indented with a tab; use spaces in YAML",
    ),
}


@pytest.mark.parametrize("indent", ["\t", "", " ", "      "])
def test_the_fix_of_an_indentation_says_how_many_spaces(indent: str) -> None:
    (found,) = errors(ONLINE.replace("   uchidashi", f"{indent}uchidashi", 1))
    assert found.fix is not None
    assert found.fix.message == "indent it by 3 spaces"


@pytest.mark.parametrize(("old", "new"), [('- ["', '- "['), ('- ["', '- ""'), ('- ["', '- "')])
def test_a_slip_in_a_row_says_nothing_about_its_indentation(old: str, new: str) -> None:
    at = starting('- ["2"', 2)
    text = "".join([*LINES[:at], LINES[at].replace(old, new), *LINES[at + 1 :]])
    assert [(each.code, each.line) for each in errors(text)] == [("F201", at + 1)]


@pytest.mark.parametrize(
    ("old", "new"), [("uchidashi: 0\n", "uchidashi: \n0"), ("     p2:", "     1:")]
)
def test_a_line_that_the_record_needs_is_not_made_a_comment(old: str, new: str) -> None:
    found = errors(ONLINE.replace(old, new, 1))
    assert "this line is not part of a record" in [each.message for each in found]
    assert not any(each.fix for each in found)


@pytest.mark.parametrize("skip", [1, 2])
@pytest.mark.parametrize("name", few(SLIPS, 6))
def test_a_slip_is_one_error_with_a_fix_and_hides_nothing(name: str, skip: int) -> None:
    slip, word, why = SLIPS[name]
    at = starting(word, skip + ("p" in word[:1]))
    text = "".join(slip(at))
    (found,) = errors(text)
    assert found.message.startswith(why)
    assert found.line is not None
    assert abs(found.line - 1 - at) <= 1
    if found.fix is not None and found.fix.edits:
        assert mended(Text(text), found.fix) == ONLINE
    # A further error is still reported: a wrong score at the end, or a misspelt key.
    right, wrong, code = ("[30,120]", "[20,120]", "G501")
    if skip == 2:
        right, wrong, code = ("uchidashi", "uchidasi", "S003")
    head, _, tail = text.rpartition(right)
    assert [each.code for each in errors(f"{head}{wrong}{tail}")][1:] == [code]


WRONG_PLAY = ONLINE.replace('["1","金","金"]', '["1","金","飛"]', 1)
"""A match with a wrong play in the first round; the next line is its error."""
G103 = ("G103", 22)


def told(text: str) -> list[tuple[str, int | None]]:
    return [(each.code, each.line) for each in kifu.validate(text, "goita/yaml")]


def test_a_key_that_stands_again_hides_nothing_else() -> None:
    assert told(WRONG_PLAY) == [G103]
    text = WRONG_PLAY.replace("p3: ", "p1: ", 1)
    assert told(text) == [("F102", 5), G103]
    text = WRONG_PLAY.replace("uchidashi: 0\n", "uchidashi: 0\n   uchidashi: 1\n", 1)
    assert told(text) == [("F102", 13), ("G103", 23)]


def test_nobody_knows_which_of_two_values_counts() -> None:
    text = ONLINE.replace("uchidashi: 0\n", "uchidashi: 0\n   uchidashi: 1\n", 1)
    (finding,) = errors(text)
    assert finding.fix is None
    head, _, tail = text.rpartition("[30,120]")
    assert [each.code for each in errors(f"{head}[20,120]{tail}")] == ["F102", "G501"]


def test_a_key_for_the_one_that_is_missing() -> None:
    text = ONLINE.replace("p3: ", "p1: ", 1)
    (finding,) = errors(text)
    assert finding.fix is not None
    assert mended(Text(text), finding.fix) == ONLINE
    text = re.sub(r'(?m)^(p\d): ".*"', r'\1: ""', text)
    (finding,) = errors(text)
    assert finding.fix is not None
    assert finding.fix.message == "write p3"


def test_a_key_again_does_not_explain_more_than_one_missing_key() -> None:
    text = ONLINE.replace("p3: ", "p1: ", 1).replace("version: 1.0\n", "")
    assert sorted(each.code for each in errors(text)) == ["F102", "S001"]


def test_a_round_without_its_dash_is_one_error() -> None:
    second = ONLINE.index(" - hand:", ONLINE.index(" - hand:") + 1)
    text = ONLINE[:second] + "   hand:" + ONLINE[second + len(" - hand:") :]
    assert [each.code for each in errors(text)] == ["F102"]


def test_two_matches_without_the_line_between_them_are_one_error() -> None:
    assert [each.code for each in errors(ONLINE + ONLINE)] == ["F102"]


def test_a_lost_comma_between_numbers_is_one_error() -> None:
    text = ONLINE.replace("[0,0]", "[0 0]", 1)
    (finding,) = errors(text)
    assert (finding.code, finding.message) == ("F201", "a comma is missing here")
    assert finding.fix is not None
    assert mended(Text(text), finding.fix) == ONLINE.replace("[0,0]", "[0, 0]", 1)


@pytest.mark.parametrize("line", ["    blah", "blah", "   so wins Aki"])
def test_a_line_that_is_none_of_a_record(line: str) -> None:
    lines = WRONG_PLAY.splitlines()
    text = "\n".join([*lines[:16], line, *lines[16:], ""])
    assert told(text) == [("F201", 17), ("G103", 23)]
    finding = errors(text)[0]
    assert finding.message == "this line is not part of a record"


def test_every_reading_has_a_record_or_a_finding() -> None:
    """A duplicate key is found by the parser, and reported once, in the match it belongs to."""
    text = ONLINE.replace("version: 1.0\n", "version: 1.0\nversion: 1.0\n").replace("log:", "nog:")
    for each in kifu.outcomes(text, "goita/yaml"):
        assert each.record is not None or each.errors


def test_a_line_break_in_a_player_is_shown_as_such() -> None:
    at = starting("- [", 3)
    lines = [*LINES[:at], re.sub(r'\["\d', '["7\n     ', LINES[at]), *LINES[at + 1 :]]
    messages = [each.message for each in errors("".join(lines))]
    assert messages
    assert all(each.isprintable() for each in messages)


def test_lines_that_end_as_on_old_systems_are_lines() -> None:
    last = LINES[-1].replace('"]', '"')
    text = "".join([*LINES[:-1], last])
    assert text != ONLINE
    told = [str(each) for each in kifu.validate(text)]
    assert len(told) == 1
    assert [str(each) for each in kifu.validate(text.replace("\n", "\r"))] == told


def test_a_slip_in_a_long_line_is_one_error() -> None:
    rows = ",".join(['["2","香","飛"]'] * 150)
    head, _, _ = ONLINE.partition("   game:\n")
    (found,) = kifu.validate(f'{head}   game: [{rows},["2","香"\n')
    assert found.code == "F201"


PUNCTUATION = [
    ('["1","金","金"]', '["1","金""金"]'),
    ('["1","金","金"]', '["1","金,"金"]'),
    ('["1","金","金"]', '["1","金","金"'),
    ("uchidashi: 0", "uchidashi 0"),
    ("uchidashi: 0", "uchidashi:0"),
    ("   uchidashi: 0", "  uchidashi: 0"),
    (' - ["1","金","金"]', '  ["1","金","金"]'),
]


@pytest.mark.parametrize(("old", "new"), PUNCTUATION)
def test_a_slip_in_punctuation_is_one_error_beside_another(old: str, new: str) -> None:
    text = ONLINE.replace(old, new, 1)
    (found,) = errors(text)
    assert found.code == "F201"
    if found.fix is not None:
        assert kifu.loads(mended(Text(text), found.fix)) == kifu.loads(ONLINE)
    head, _, tail = text.rpartition("[30,120]")
    assert [each.code for each in errors(f"{head}[30 120]{tail}")] == ["F201", "F201"]


@pytest.mark.parametrize("log", ["log: []", "log:"])
def test_a_match_without_rounds_is_as_in_json(log: str) -> None:
    (empty,) = kifu.validate('{"format": "goita/json", "version": 1, "rounds": []}')
    (found,) = kifu.validate(f"{ONLINE[: ONLINE.index('log:')]}{log}\n")
    assert (found.code, found.message, found.line) == (empty.code, empty.message, 6)


@pytest.mark.parametrize(
    ("first", "last", "columns"),
    [
        *((line, line, columns) for line in (1, 5, 7, 11, 14, 17, 25, 26) for columns in (-3, 1)),
        *((8, 11, columns) for columns in (-5, -3, -2)),  # the hands of a round
        *((9, 11, columns) for columns in (-4, -2, -1, 1)),  # and all but the first
        *((12, 13, columns) for columns in (-3, -1, 1, 2)),  # the dealer and the score
        *((15, 25, columns) for columns in (-4, -3, -2)),  # the plays,
        *((14, 25, columns) for columns in (-3, -2, 1)),  # with their key
        *((26, 43, columns) for columns in (-1, 2, 4)),  # a round,
        *((31, 43, columns) for columns in (-3, -1, 2)),  # and the end of a round
    ],
)
def test_lines_that_are_indented_wrongly_are_one_finding(
    first: int, last: int, columns: int
) -> None:
    shifted = [
        " " * columns + line if columns > 0 else line.removeprefix(" " * -columns)
        for line in LINES[first - 1 : last]
    ]
    text = "".join([*LINES[: first - 1], *shifted, *LINES[last:]])
    if text != ONLINE:
        assert_indentation(text, first)
        # Another error is still reported.
        head, _, tail = text.rpartition("[30,120]")
        assert [each.code for each in errors(f"{head}[20,120]{tail}")] == ["F201", "G501"]
        assert [each.code for each in errors(f"{head}[30 120]{tail}")] == ["F201", "F201"]


@pytest.mark.parametrize(
    ("old", "new", "times", "line"),
    [
        ("     p", "   p", -1, 8),
        ("     p", "   p", 4, 8),
        ("     p", "  p", -1, 8),
        ("     p", "p", 4, 8),
        ("   uchi", "     uchi", -1, 12),
        ("    - [", " - [", -1, 15),
        ("   game", "  game", -1, 14),
    ],
)
def test_the_same_wrong_indentation_everywhere_is_one_finding(
    old: str, new: str, times: int, line: int
) -> None:
    assert_indentation(ONLINE.replace(old, new, times), line)


def assert_indentation(text: str, line: int) -> None:
    """Assert that the only finding about a text is its wrong indentation, with a fix."""
    (found,) = kifu.validate(text, "goita/yaml")
    assert (found.line, found.code) == (line, "F201")
    assert found.message.startswith("the indentation is wrong: ")
    assert found.fix is not None
    assert mended(Text(text), found.fix) == ONLINE


@pytest.mark.parametrize("flow", [None, False])
def test_any_consistent_indentation_is_right(flow: bool | None) -> None:
    value = yaml.safe_load(ONLINE)
    untyped: Any = yaml  # the type of safe_dump is partly unknown
    text: str = untyped.safe_dump(
        value, default_flow_style=flow, allow_unicode=True, sort_keys=False
    )
    assert kifu.validate(text) == []
    assert [each.code for each in kifu.validate(text.replace("p0: 王", "p0: 死", 1))] == ["G004"]
    (found,) = kifu.validate(text.replace("  uchidashi", " uchidashi", 1))
    assert found.fix is not None
    assert found.message.startswith("the indentation is wrong: ")


def test_comments_move_with_the_lines_around_them() -> None:
    commented = ONLINE.replace("    - [", "    # Well.\n    - [", 2)
    rows = commented.index("    - [")
    text = commented[:rows] + commented[rows:].replace("    -", " -", 11).replace("    #", " #")
    (found,) = kifu.validate(text)
    assert found.fix is not None
    assert mended(Text(text), found.fix) == commented


@pytest.mark.parametrize("tabs", ["\t", "  \t", "\t\t"])
def test_tabs_before_all_hands_are_one_error(tabs: str) -> None:
    text = re.sub("(?m)^     (?=p[0-3])", tabs, ONLINE)
    (found,) = kifu.validate(text)
    assert (found.line, found.code) == (8, "F201")
    assert "tab" in found.message
    assert found.fix is not None
    assert mended(Text(text), found.fix) == ONLINE


def test_typographic_quotation_marks_in_a_row_hide_no_later_error() -> None:
    text = ONLINE.replace('["3","馬","香"]', '["3”,“馬","香"]', 1)
    (wrong,) = kifu.validate(text)
    assert wrong.fix is not None
    assert kifu.loads(mended(Text(text), wrong.fix)) == kifu.loads(ONLINE)
    assert len(kifu.validate(text.replace('["1","香","金"]', '["1","飛","金"]', 1))) > 1


def test_a_lost_bracket_is_not_a_wrong_indentation() -> None:
    (found,) = kifu.validate(ONLINE.replace('["3","馬","香"]', '"3","馬","香"]', 1))
    assert found.message == "[ is missing here"
    assert found.fix is not None
