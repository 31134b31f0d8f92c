"""The JSON reader: what it understands, and where it reports errors."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kifu
from kifu.findings.limits import MAX_DEPTH
from kifu.formats.document.json.text import JsonText
from kifu.formats.document.tree import UNREAD, Node
from kifu.formats.text.text import Text

from ..helpers import marked, repaired
from ..imports import ROOT
from ..loops import all_of


def read(text: str, **how: Any) -> JsonText:
    return JsonText(Text(text), **how)


def strict(text: str) -> JsonText:
    """Read a text without the fast path."""
    document = JsonText(Text("0"))
    document.text = Text(text)
    document.recover({}, frozenset(), None)
    return document


def strictly(text: str) -> tuple[Any, list[str]]:
    """Read a text without the fast path, and return its value and the codes of its findings."""
    read = strict(text)
    value = read.root.plain() if read.root is not None and read.whole else None
    return value, [finding.code for finding in read.found.all()]


# One verdict, whichever way a text is read

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(-1e15, 1e15)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=10,
)

PIECES = st.sampled_from(
    [
        *'{}[]:,"0123456789-+.eE \n\t\r#/*\\x',
        "true", "false", "null", "NaN", "Infinity", "-Infinity", "1e5", "1e400", "1.0", "-0", "01",
        "99999999999999999999", "9007199254740993", "9007199254740992.0", '"a"', '"a":', '""',
        "\\u0041", "\\ud83d\\ude00", "\\ud83d", "\\udc00", "\\n", "\\x", "//", "/*", "*/", "し",
        "\u2028", "\ufeff", "\x00", "\x7f", '{"a":1}', '{"a":1,"a":2}', "[1,2]", "[1,]",
    ]
)  # fmt: skip


@given(st.lists(PIECES, max_size=12).map("".join))
def test_the_quick_path_and_the_strict_one_agree_on_anything(text: str) -> None:
    value, found = strictly(text)
    document = read(text)
    assert [finding.code for finding in document.findings] == found
    if document.whole:
        assert document.value == value
        assert type(document.value) is type(value)


def spans(node: Node | None) -> object:
    """Return the position of everything in a tree."""
    assert node is not None
    inner: list[object] = [spans(each) for each in node.items or ()]
    inner += [(each.key, each.start, each.end, spans(each.value)) for each in node.members or ()]
    kind = (node.items is None, node.members is None)
    return node.start, node.end, repr(node.scalar), kind, inner


@given(VALUES, st.sampled_from([None, 0, 1, "\t"]), st.text(" \t\r\n", max_size=3), st.booleans())
def test_places_that_are_found_by_skipping_are_those_of_the_reader_of_slips(
    value: object, indent: int | str | None, space: str, ascii_only: bool
) -> None:
    dense = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    loose = re.sub(r'("(?:[^"\\]|\\.)*")|([,:\[\]{}])', rf"{space}\g<0>{space}", dense)
    for text in (dense, loose, f"{space}{dense}{space}"):
        found = strict(text)
        assert spans(read(text).tree()) == spans(found.root)
        assert not found.found.all()


@given(VALUES, st.sampled_from([None, 1]), st.booleans())
def test_json_as_written_is_read(value: Any, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    assert (read(text).value, []) == (value, [])
    assert strictly(text) == (value, [])


@given(st.lists(PIECES, max_size=12).map("".join))
def test_text_read_without_findings_is_json(text: str) -> None:
    document = read(text)
    if document.whole and not document.findings:
        assert document.value == json.loads(text)


@given(st.lists(PIECES, max_size=12).map("".join))
def test_findings_stand_in_the_text(text: str) -> None:
    for finding in read(text).findings:
        marked(text, finding)
        assert finding.excerpt is not None
        assert finding.line is not None
        assert 1 <= finding.line <= len(Text(text).starts())


# Numbers

NUMBERS: dict[str, int | float] = {
    "0": 0,
    "-0": 0,
    "-0.0": 0,
    "1.0": 1,
    "-1.0": -1,
    "1e3": 1000,
    "1.5": 1.5,
    "9007199254740992": 2**53,
    "-9007199254740992": -(2**53),
    "1.0000000000000000000001": 1.0000000000000002,
    "0.99999999999999999999": 0.9999999999999999,
    "-1e-400": -5e-324,
    "0e-99999999999999999999": 0,
}


@all_of(("digits", "value"), NUMBERS.items())
def test_numbers(digits: str, value: float) -> None:
    for found in (read(digits).value, strictly(digits)[0]):
        assert found == value
        assert type(found) is type(value)


@all_of(
    "digits",
    [
        "9007199254740993",
        "-9007199254740993",
        "1e16",
        "1e300",
        "1e400",
        "-1e400",
        "9000000000000000.1",
        "9" * 10_000,
    ],
)
def test_numbers_that_are_too_large(digits: str) -> None:
    for text in (digits, f"[{digits}]"):
        document = read(text)
        assert [finding.code for finding in document.findings] == ["F107"]
        assert marked(text, document.findings[0]) == digits


@all_of("whole", ['"version": 1', '"antes": [1', '"totals": [-3'])
def test_a_number_close_to_a_whole_one(whole: str) -> None:
    record = json.loads((ROOT / "examples/leduc/match.json").read_text())
    text = json.dumps(record | {"hands": record["hands"][:1]})
    assert kifu.validate(text) == []
    (finding,) = kifu.validate(text.replace(whole, f"{whole}.{'0' * 20}1", 1))
    assert finding.code in ("S002", "S004")


# Where a slip is reported

SLIPS = {
    # name: (text, code, the characters the finding is about)
    "no value": ("", "F101", ""),
    "no value in a list": ("[1,,2]", "F101", ","),
    "no closing bracket": ("[1", "F101", ""),
    "another bracket": ("[1}", "F101", "}"),
    "no comma": ('["a" "b"]', "F101", ""),
    "no comma in an object": ('{"a":1 "b":2}', "F101", ""),
    "no colon": ('{"a" 1}', "F101", ""),
    "no quotes around a key": ("{ab: 1}", "F101", "ab"),
    "single quotes": ("['a']", "F101", "'"),
    "a word": ("[yes]", "F101", "yes"),
    "a literal in capitals": ("[True]", "F101", "True"),
    "no number": ("[NaN]", "F101", "NaN"),
    "an infinite number": ("[-Infinity]", "F101", "-Infinity"),
    "a leading zero": ("[01]", "F101", "01"),
    "nothing after the point": ("[1.]", "F101", "1."),
    "an extra sign": ("[+1]", "F101", "+1"),
    "text after the end": ('{"a":1} x', "F101", "x"),
    "two values": ("{} {}", "F101", "{"),
    "a bad escape": (r'["a\qb"]', "F101", r"\q"),
    "a short escape": (r'["a\u12"]', "F101", r"\u"),
    "a control character": ('["a\tb"]', "F101", "\t"),
    "a NUL in a string": ('["a\x00b"]', "F101", "\x00"),
    "a NUL": ("\x00", "F101", "\x00"),
    "a second BOM": ("\ufeff[]", "F101", "\ufeff"),
    "a string without an end": ('["ab', "F101", '"ab'),
    "a string across two lines": ('["ab\n"]', "F101", '"ab'),
    "half a character": (r'["a\ud83d"]', "F101", r'"a\ud83d"'),
    "the other half": (r'["\ude00"]', "F101", r'"\ude00"'),
    "halves in the wrong order": (r'["\ude00\ud83d"]', "F101", r'"\ude00\ud83d"'),
    "a duplicate key": ('{"a":1,"b":2,\n"a":3}', "F102", '"a"'),
    "a duplicate key, written differently": ('{"a":1,\n"\\u0061":3}', "F102", r'"\u0061"'),
    "a missing value": ('{"a":1,"b":}', "F103", '"b"'),
    "a missing value before a comma": ('{"b": ,"a":1}', "F103", '"b"'),
    "an extra comma": ("[1,2 , ]", "F105", ","),
    "an extra comma in an object": ('{"a":1,}', "F105", ","),
    "a remark at the end of a line": ('{"a":1} # yes', "F104", "# yes"),
    "a comment as in C": ("[1, /* one */ 2]", "F104", "/* one */"),
    "a comment as in C++": ("[1, // one\n2]", "F104", "// one"),
}  # fmt: skip


@all_of("case", SLIPS.values())
@all_of("newline", ["\n", "\r\n", "\r"])
def test_slips_are_named_where_they_stand(case: tuple[str, str, str], newline: str) -> None:
    text, code, about = case
    text = (newline * 2 + " " + text).replace("\n", newline)
    document = read(text)
    (finding,) = document.findings
    assert finding.code == code
    assert marked(text, finding) == about
    assert finding.line is not None
    assert finding.line >= 3


@pytest.mark.parametrize("komi", ["6,5", "1,000"])
def test_a_comma_in_a_number_is_not_left_out(komi: str) -> None:
    text = '{"format": "go/json", "version": 1, "komi": %s, "rounds": [{"actions": ["B ee"]}]}'
    found = kifu.validate(text % komi)
    assert [(each.code, each.fix) for each in found] == [("F101", None)]
    record: Any = next(kifu.read(text % komi)).record
    assert record.komi is None


def test_unreadable_keys_are_not_the_same_key() -> None:
    text = '{"format": "leduc/json", "version": 1, "a\\x": 1, "b\\x": 2, "hands": []}'
    assert [each.code for each in kifu.validate(text)] == ["F101", "F101"]


def test_columns_count_characters() -> None:
    text = '["😀し\\u3057\\ud83d\\ude00",\tx]'
    (finding,) = read(text).findings
    assert (finding.line, finding.column) == (1, text.index("x") + 1)


def test_a_message_quotes_no_more_than_a_person_can_read() -> None:
    (finding,) = read("[" + "x" * 5000 + "]").findings
    assert len(finding.message) < 200
    assert finding.excerpt is not None
    assert len(finding.excerpt.text) <= 100


# Repairs

REPAIRS = {
    "a comma": ("[1, 2,]", "[1, 2]"),
    "a comma and a remark": ("[1, // one\n]", "[1 // one\n]"),
    "empty remarks": ("#\n{ #\n/* */ }\n//", "\n{\n }\n"),
    "remarks": ("# a\n{ # b\n/* c */ }\n//d", "# a\n{ # b\n/* c */ }\n//d"),
    "a value": ('{"goshi":}', '{"goshi":[]}'),
    "a value before a remark": ('{"goshi": # nobody\n}', '{"goshi":[] # nobody\n}'),
    "a value after a remark with a colon": ('{"goshi" /* a:b */ : }', '{"goshi" /* a:b */ :[] }'),
    "a value before a comma": ('{"goshi": ,"b":1,}', '{"goshi":[] ,"b":1}'),
}


@all_of("case", REPAIRS.values())
def test_repairs(case: tuple[str, str]) -> None:
    text, mended = case
    document = read(text, defaults={"goshi": "[]"})
    assert document.whole
    assert repaired(text, document.findings) == mended
    assert document.value == read(mended).value


def test_a_value_left_out_that_nothing_stands_for_is_not_made_up() -> None:
    document = read('{"a": }', defaults={"goshi": "[]"})
    assert (document.whole, document.value) == (False, {"a": UNREAD})
    assert document.findings[0].fix is None


def test_a_repeatable_key_keeps_all_its_values() -> None:
    several = frozenset({"round"})
    for text in ('{"a":0,"round":1,"round":2}', '{"a":0,"round":1,"round":2,}'):
        assert read(text, repeatable=several).value == {"a": 0, "round": [1, 2]}
    assert read('{"round":1}', repeatable=several).value == {"round": 1}
    assert [f.code for f in read('{"b":1,"b":2}', repeatable=several).findings] == ["F102"]


# Limits


@all_of("depth", [MAX_DEPTH + 2, 990, 100_000])
@all_of("opening", ["[", '{"a":'])
def test_nesting_is_bounded(depth: int, opening: str) -> None:
    closing = "]" if opening == "[" else "}"
    document = read(opening * depth + "0" + closing * depth)
    document.tree()
    assert [finding.code for finding in document.findings] == ["F106"]
    assert (document.whole, document.findings[0].line) == (False, 1)


def test_a_depth_that_records_may_have() -> None:
    depth = MAX_DEPTH
    document = read("[" * depth + "0" + "]" * depth)
    assert document.tree() is not None
    assert document.findings == []


def test_half_a_character_in_a_key_is_a_finding() -> None:
    found = kifu.validate('{"format","version",hands:["antes":1,1"":],"\\ud800:[e""]')
    assert found
    assert all(each.severity == "error" for each in found)


def test_nesting_of_lists_that_were_not_opened_is_bounded() -> None:
    assert kifu.validate('"es": {' + " ], 10" * 900 + "]", "leduc/json")
