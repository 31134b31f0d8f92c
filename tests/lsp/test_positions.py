"""Positions are counted as in the protocol: lines, ending in LF, CRLF or CR, and code units."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from lsprotocol.types import Position, PositionEncodingKind

from kifu.findings import Edit
from kifu.lsp.diagnostics import located
from kifu.lsp.documents import Document
from kifu.lsp.edits import all_fixes, text_edits
from kifu.lsp.positions import Positions
from kifu.repair.content import Edited

from ..loops import all_of
from .editor import edited, offset

TEXTS = st.text(st.sampled_from("a\r\n\u2028\x0cし\U0001f600\ud800"), max_size=12)


@given(TEXTS, st.integers(0, 12), st.sampled_from(PositionEncodingKind))
def test_positions_and_offsets_are_inverse(text: str, at: int, kind: PositionEncodingKind) -> None:
    at = min(at, len(text))
    positions = Positions(text, kind)
    inside = text[at - 1 : at + 1] == "\r\n"
    assert positions.offset(positions.position(at)) == at - inside


@given(TEXTS, st.integers(0, 12))
def test_an_editor_counts_in_the_same_way(text: str, at: int) -> None:
    at = min(at, len(text))
    if text[at - 1 : at + 1] != "\r\n":
        assert offset(text, Positions(text).position(at)) == at


def test_a_position_that_is_not_there_is_the_end_of_its_line() -> None:
    positions = Positions("ab\r\nc\U0001f600")
    assert positions.offset(Position(0, 9)) == 2
    assert positions.offset(Position(1, 9)) == 6
    assert positions.offset(Position(1, 2)) == 6  # in the middle of a character
    assert positions.offset(Position(7, 0)) == 6


@given(TEXTS, st.integers(0, 12), st.integers(0, 12), st.sampled_from(["", "x", "\n"]))
def test_edits_can_be_made_by_an_editor(text: str, one: int, other: int, new: str) -> None:
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    edits = text_edits(Document(text), [Edited(start, end, new)])
    assert edited(text, edits) == text[:start] + new + text[end:]


LINE = '{"format": "leduc/json", "version": 1, "title": "%s", "hands": [{"cards": ["Js", "Ks"]}]%s}'


@all_of("end", ["\n", "\r\n"])
@all_of("mark", ["", "\ufeff"])
@all_of("title", ["a", "し\U0001f600"])
def test_findings_and_fixes_have_lines_of_their_records(end: str, mark: str, title: str) -> None:
    good, bad = LINE % (title, ""), LINE % (title, ",")
    text = mark + end.join([good, f"\r{bad}", good, bad]) + end
    document = Document(text, "/archive/a.jsonl")
    found = located(document)
    assert [(each.finding.code, text[each.start : each.end]) for each in found] == [
        ("F105", ",")
    ] * 2
    assert edited(text, all_fixes(document)) == text.replace(",}", "}")


def test_an_edit_of_a_finding_is_one_of_the_document() -> None:
    text = LINE % ("\U0001f600", ",")
    (found,) = located(Document(text))
    assert found.finding.fix is not None
    (edit,) = found.finding.fix.edits
    assert isinstance(edit, Edit)
    (change,) = text_edits(found.part.document, found.part.edits(found.finding.fix))
    # kifu counts characters from 1, and the protocol counts UTF-16 code units from 0.
    assert change.range.start.character == edit.column
