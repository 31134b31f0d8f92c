"""Texts in encodings other than UTF-8: the encoding is detected, and the bytes are preserved."""

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kifu
from kifu.formats.files.encodings import decided, encoded, encoded_again
from kifu.formats.files.source import HEAD, Encoding, Source, configured, in_utf_8
from kifu.formats.interface.descriptor import NotationDescriptor
from kifu.repair import formed, mended

from ..command import Kifu
from ..imports import ROOT

TABLE = (ROOT / "examples" / "goita" / "table.txt").read_text("utf-8")
YAML = (ROOT / "examples" / "goita" / "online.yaml").read_text("utf-8")
GIBO = (ROOT / "examples" / "mighty" / "match.gibo").read_text("utf-8")
NAMED = GIBO.replace("Tuesday table", "화요일 저녁 모임").replace("♦", "D")

ANY = NotationDescriptor(
    "a/b", "a.b", bool, encodings=("utf-8", "cp932", "euc-jp", "latin-1", "gb18030")
)
CODECS = ("cp932", "euc-jp", "shift_jis_2004", "cp949", "gb18030", "latin-1")


def codes(data: bytes, notation: str | None = None) -> list[str]:
    return [each.code for each in kifu.validate(data, notation)]


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (TABLE, "shift_jis_2004"),
        (TABLE, "euc_jis_2004"),
        (YAML, "cp932"),
        (YAML, "euc-jp"),
        (f"# -*- coding: EUC-JP -*-\n{YAML}", "utf-8"),
    ],
)
def test_a_text_is_recognised_and_read(text: str, encoding: str) -> None:
    """A guess is a note and a wrong declaration an error; the record is the same either way."""
    (outcome,) = kifu.outcomes(text.encode(encoding))
    (finding,) = outcome.findings
    assert finding.code == ("F021" if encoding == "utf-8" else "F022")
    assert f"read as {encoding}" in finding.message
    assert outcome.record == next(kifu.outcomes(text)).record
    assert kifu.validate(text) == []


def test_declared_encodings_need_no_note() -> None:
    for spelled, encoding in (("shift_jis", "cp932"), ("EUC-JP", "euc-jp")):
        assert codes(f"# coding: {spelled}\n{YAML}".encode(encoding)) == []


@pytest.mark.parametrize(
    ("text", "between", "encoding", "places"),
    [
        (YAML, "---\n", "utf-8", [("F002", 95, 6), ("G006", 289, 15)]),
        (f"# coding: euc-jp\n{YAML}", "---\n", "euc-jp", [("F020", 97, 6), ("G006", 293, 15)]),
        (YAML, "...\n--- # again\n", "utf-8", [("F002", 96, 6), ("G006", 292, 15)]),
        (TABLE, "---\n", "utf-8", [("F002", 64, 4), ("G103", 189, 8)]),
    ],
)
def test_a_bad_byte_in_one_record_does_not_hide_the_others(
    text: str, between: str, encoding: str, places: list[tuple[str, int, int]]
) -> None:
    broken = text.replace("Botan", "@", 1)
    wrong = text.replace("uchidashi: 0", "uchidashi: 9", 1).replace("☗し☖し", "☗し☖銀", 1)
    data = between.join((text, broken, text, f"---\n{wrong}")).encode(encoding)
    found = kifu.validate(data.replace(b"@", b"\xff"))
    assert [(each.code, each.line, each.column) for each in found] == places


def test_korean_names_are_found() -> None:
    (found,) = (each for each in kifu.validate(NAMED.encode("cp949")) if each.code == "F022")
    assert "read as cp949" in found.message


def test_json_is_in_utf_8() -> None:
    text = '{"format": "goita/json", "version": 1, "title": "ごいた杯", "rounds": []}'
    assert codes(text.encode("cp932")) == ["F002"]
    with configured("cp932"):
        assert "F021" in codes(text.encode())


@pytest.mark.parametrize(
    ("encoding", "data", "due"),
    [
        ("cp932", b"\xf0\x40", ["F020"]),
        ("cp932", b"\xa0", ["F020"]),
        ("cp932", b"\x80", ["F020"]),
        ("euc-jp", b"\x8f\xf5\xa1", ["F020"]),
        ("cp932", b"\x87\x40\xed\x40\xfa\x40", []),  # characters added by NEC and IBM
    ],
)
def test_bytes_that_an_encoding_does_not_define(encoding: str, data: bytes, due: list[str]) -> None:
    before, after = f"# coding: {encoding}\n{YAML}".split('p0: "', 1)
    found = kifu.validate(before.encode(encoding) + b'p0: "' + data + after.encode(encoding))
    assert [each.code for each in found] == due
    assert {(each.line, each.column) for each in found} == ({(3, 6)} if due else set())


@given(st.text(st.characters(codec="utf-8"), max_size=60))
def test_valid_utf_8_is_never_taken_for_anything_else(text: str) -> None:
    assert decided(ANY, text.encode()).name == "utf-8"


@given(
    st.sampled_from(
        ["王と玉、☗し☖香 なし", "Größe, Ñandú, déjà", "Zażółć gęślą", "화요일 모임 기보"]
    ),
    st.integers(0, 40),
    st.binary(max_size=1),
)
def test_a_damaged_byte_of_utf_8_does_not_cause_a_guess(text: str, at: int, byte: bytes) -> None:
    data = text.encode()
    at = min(at, len(data) - 1)
    assert decided(ANY, data[:at] + byte + data[at + 1 :]).name == "utf-8"


@given(st.binary(max_size=80), st.sampled_from(CODECS), st.integers(1, 5))
def test_any_bytes_are_decoded_in_any_chunks_and_written_again(
    data: bytes, codec: str, size: int
) -> None:
    encoding = Encoding(codec)
    chunks = (data[at : at + size] for at in range(0, len(data), size))
    found = b"".join(in_utf_8(chunks, encoding))
    assert found == b"".join(in_utf_8(iter([data]), encoding))
    assert encoded_again(data, found, found, encoding) == data


@given(st.lists(st.binary(max_size=12).map(lambda each: each.replace(b"\n", b"")), max_size=5))
def test_lines_that_no_edit_touches_keep_their_bytes(lines: list[bytes]) -> None:
    """This holds even if cp932 has two encodings of a character, as it does for 髙."""
    encoding = Encoding("cp932")
    data = b"\n".join([b"\xee\xe0", *(line + b"." for line in lines), b"old"])
    before = b"".join(in_utf_8(iter([data]), encoding))
    after = before.removesuffix(b"old") + "新".encode()
    found = encoded_again(data, before, after, encoding)
    assert found == data.removesuffix(b"old") + "新".encode("cp932")


def test_text_after_the_head_is_decoded_in_blocks() -> None:
    text = f"# coding: shift_jis\n{'# 王' * HEAD}\n{YAML}"
    assert codes(text.encode("cp932"), "goita/yaml") == []
    source = Source(io.BytesIO(text.encode("cp932")), encoding=None)
    source.encoding = Encoding("cp932")
    assert b"".join(line + b"\n" for _, line in source.lines()) == text.encode()


def test_a_fix_that_the_encoding_cannot_hold(run: Kifu, tmp_path: Path) -> None:
    path, text = tmp_path / "a.txt", TABLE.replace("☗", "▲")
    path.write_bytes(text.encode("shift_jis_2004"))
    assert "fixed in 1 file" in run("validate", "--fix", str(path)).err
    assert path.read_bytes() == TABLE.encode("shift_jis_2004")
    text = text.replace("☖", "△")
    path.write_bytes(text.encode("cp932"))
    result = run("validate", "--fix", str(path))
    assert result.status == 0  # ▲ and △ are read, with a note
    assert "F012" in result.out
    assert "not changed: cp932 cannot hold ☗ (U+2617) on line 8, column 5" in result.err
    assert path.read_bytes() == text.encode("cp932")


def test_canonical_form_in_every_encoding() -> None:
    lines = YAML.replace("version: 1.0", "version:  1.0").replace("\n", "\r\n")
    for encoding in ("cp932", "euc-jp"):
        found = formed(lines.encode(encoding))
        assert found.data == YAML.replace("\n", "\r\n").encode(encoding)
        found = formed(lines.encode(encoding), encoding="utf-8")
        assert found.data == YAML.replace("\n", "\r\n").encode()
        assert not found.is_silent
    assert formed(YAML.encode(), encoding="cp932").is_silent
    assert mended(YAML.encode("cp932")).data == YAML.encode("cp932")


def test_convert_reports_an_undetectable_encoding(run: Kifu, tmp_path: Path) -> None:
    source, target = tmp_path / "a.yaml", tmp_path / "b.yaml"
    source.write_bytes(YAML.encode("cp932"))
    result = run("convert", str(source), "-o", str(target), "--encoding", "sjis")
    assert result.status == 0
    assert "nothing in it declares the encoding sjis" in result.err
    assert target.read_bytes() == source.read_bytes()
    assert run("convert", str(source), "--to", "yaml", "--encoding", "latin-1").status == 2
    assert run("select", "--where", "true", str(source), "-o", str(tmp_path / "c.yaml")).status == 0
    assert (tmp_path / "c.yaml").read_text("utf-8") == YAML


def test_characters_that_cannot_be_encoded_are_reported(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="cp932 cannot hold é"):
        encoded("José", Encoding("cp932"))
    with pytest.raises(ValueError, match=r"cp932 cannot hold .*U\+E000.* line 2, column 1"):
        encoded("a\n\ue000é", Encoding("cp932"))


def test_a_named_encoding_that_cannot_hold_a_text_is_a_failure(run: Kifu) -> None:
    run.write({"a.yaml": YAML.replace('p0: "', 'p0: "♥', 1)})
    found = run("fmt", "--encoding", "cp932", "a.yaml")
    assert (found.status, "not formatted: cp932 cannot hold ♥" in found.err) == (2, True)


def test_no_other_words_are_suggested_for_a_wrong_encoding() -> None:
    (outcome,) = kifu.outcomes(f"# -*- coding: cp932 -*-\n{YAML}".encode("euc-jp"))
    (found,) = [each for each in kifu.suggest(outcome) if each.code == "F021"]
    assert found.suggestions == ()
