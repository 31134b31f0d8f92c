"""Bytes to text: compression, encodings, sizes, and one record per line."""

import gzip
import io
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kifu
from kifu import formats, replayer
from kifu.findings import Finding
from kifu.findings.limits import MAX_EVENTS
from kifu.findings.limits import MOST_FINDINGS as MOST
from kifu.formats.document.yaml import plain as yaml_plain
from kifu.formats.document.yaml import text as yaml_text

from ..helpers import MODEL_A, MODEL_B, codes, goita
from ..loops import all_of

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

EXAMPLES = Path(__file__).parents[2] / "examples"
GOOD = goita(MODEL_A)
DATA = GOOD.encode()
BROKEN = goita(MODEL_A | {"winner": 1})
LIMIT = 16_777_216
"""The maximum size of a record in bytes, as documented."""


def read(data: bytes, name: str = "", notation: str | None = "goita/json") -> list[Finding]:
    stream = io.BytesIO(data)
    stream.name = name
    return kifu.validate(stream, notation)


def found(data: bytes, name: str = "", notation: str | None = "goita/json") -> list[str]:
    return [finding.code for finding in read(data, name, notation)]


# Compression

PACKED = {
    "gzip": gzip.compress(DATA),
    "gzip of two members": gzip.compress(DATA[:100]) + gzip.compress(DATA[100:]),
    "gzip padded with zeros": gzip.compress(DATA) + b"\0" * 16,
    "zstd": zstd.compress(DATA),
    "zstd of two frames": zstd.compress(DATA[:100]) + zstd.compress(DATA[100:]),
}


@all_of("data", PACKED.values())
@all_of("name", ["match.json.gz", "match.json.zst", "match.json", ""])
def test_packed_data_is_recognised_by_its_content(data: bytes, name: str) -> None:
    assert found(data, name, None) == []


def test_unpacked_data_is_read_under_any_name() -> None:
    assert found(DATA, "match.json.gz", None) == []


DAMAGED = {
    "gzip cut short": gzip.compress(DATA)[:-9],
    "gzip without its end": gzip.compress(DATA)[:-1],
    "gzip with a wrong checksum": gzip.compress(DATA)[:-8] + b"\0\0\0\0" + gzip.compress(DATA)[-4:],
    "something else after gzip": gzip.compress(DATA) + b"more",
    "gzip in name only": b"\x1f\x8b" + b"\xff" * 30,
    "no more than two bytes of gzip": b"\x1f\x8b",
    "gzip with a broken middle": gzip.compress(DATA)[:40] + b"\xff" * 9 + gzip.compress(DATA)[49:],
    "zstd cut short": zstd.compress(DATA)[:-3],
    "zstd in name only": b"\x28\xb5\x2f\xfd" + b"\xff" * 30,
    "something else after zstd": zstd.compress(DATA) + b"more",
    "no more than four bytes of zstd": b"\x28\xb5\x2f\xfd",
}


@all_of("data", DAMAGED.values())
@all_of("notation", ["goita/json", None])
@all_of("name", ["", "archive.jsonl.gz"])
def test_damaged_data(data: bytes, notation: str | None, name: str) -> None:
    assert found(data, name, notation) == ["F004"]


@pytest.mark.parametrize("data", [b"\x1f\x8b", b"\x28\xb5\x2f\xfd"])
def test_damaged_packed_data_has_no_detected_notation(data: bytes) -> None:
    (reading,) = formats.read(io.BytesIO(data))
    assert (reading.notation, reading.record, reading.whole) == (None, None, False)
    (reading,) = formats.read(io.BytesIO(data), "", "goita/table")
    assert reading.notation is formats.notation("goita/table")
    assert [each.code for each in kifu.check(reading)] == ["F004"]


def test_records_before_the_damage_are_checked() -> None:
    lines = (BROKEN + "\n").encode() * 300
    assert set(found(gzip.compress(lines)[:-9], "archive.jsonl.gz")) == {"G201", "F004"}


@given(data=st.binary(max_size=60), start=st.sampled_from([b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd"]))
def test_packed_rubbish_raises_nothing(data: bytes, start: bytes) -> None:
    for notation in formats.described():
        assert found(start + data, "", notation)


class Slow(io.RawIOBase):
    """A stream that returns a few bytes at a time, as a pipe may."""

    def __init__(self, data: bytes, most: int) -> None:
        self.rest = data
        self.most = most

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        part = self.rest[: self.most if size < 0 else min(size, self.most)]
        self.rest = self.rest[len(part) :]
        return part


@all_of("data", [DATA, *PACKED.values()])
@all_of("most", [1, 3, 1000])
def test_a_stream_may_give_what_it_has(data: bytes, most: int) -> None:
    assert kifu.validate(Slow(data, most)) == []  # pyright: ignore[reportArgumentType]


class Failing(Slow):
    """A stream that raises an error at its end."""

    def read(self, size: int = -1) -> bytes:
        if not self.rest:
            raise OSError("lost")
        return super().read(size)


@all_of("path", sorted(EXAMPLES.glob("*/*.[jylsgt]*")))
@all_of("most", [100, 100_000])
def test_errors_of_a_stream_are_raised(path: Path, most: int) -> None:
    with pytest.raises(OSError, match="lost"):
        kifu.validate(Failing(path.read_bytes(), most))  # pyright: ignore[reportArgumentType]


@all_of("game", ["goita", "leduc", "mighty"])
def test_records_on_lines_are_recognised_however_the_data_comes(game: str) -> None:
    lines = "".join(
        kifu.dumps(replayer.generate(game, seed)).replace("\n", " ") + "\n" for seed in range(3)
    )
    for most in (7, 300, 10**6):
        stream = Slow(lines.encode(), most)
        found = list(kifu.outcomes(stream))  # pyright: ignore[reportArgumentType]
        assert [each.findings for each in found] == [[], [], []]


# Sizes


def test_a_record_has_up_to_16_mib() -> None:
    full = DATA + b" " * (LIMIT - len(DATA))
    assert found(full) == []
    assert found(full + b" ") == ["F003"]
    spaces = Random(0).randbytes(LIMIT - len(DATA)).translate(b" \t\r\n" * 64)
    packed = gzip.compress(DATA + spaces, 1)
    assert found(packed) == []
    assert found(packed + gzip.compress(b" ")) == ["F003"]


def test_a_line_has_up_to_16_mib() -> None:
    full = DATA + b" " * (LIMIT - len(DATA))
    assert found(full + b"\n" + DATA, "archive.jsonl") == []
    assert found(DATA + b"\n" + full + b" ", "archive.jsonl") == ["F003"]
    (finding,) = read(DATA + b"\n" + full + b" \n" + DATA, "archive.jsonl")
    assert (finding.code, finding.line) == ("F003", 2)


def test_bombs_are_not_unpacked() -> None:
    """The cost of reading a file is bounded by its compressed size."""
    line = b" " * (2**13 - 1) + b"\n"
    for pack in (gzip.compress, zstd.compress):
        assert found(pack(line * 40), "archive.jsonl") == ["F005"]
        assert found(pack(line * 40), "match.json") == ["F005"]
        assert found(pack(line * 8), "archive.jsonl") == ["F006"]


def test_many_tiny_slips_are_not_read_to_their_end() -> None:
    """A small compressed file could hold millions of slips."""
    codes = found(gzip.compress(b"1\n" * 10_000), "archive.jsonl", "goita/json")
    assert (len(codes), codes[-1]) == (1002, "F009")
    longer = b"1" + b" " * 100 + b"\n"
    assert set(found(longer * 1200, "archive.jsonl", "goita/json")) == {"S002"}


def test_a_zstandard_frame_without_data_may_come_first() -> None:
    frame = b"\x5a\x2a\x4d\x18\x03\x00\x00\x00abc"
    assert found(frame + zstd.compress(GOOD.encode()), "match.json.zst") == []


def test_large_data_with_usual_compression_is_not_a_bomb() -> None:
    spaces = Random(0).randbytes(2**20).translate(b"\n" + b" \t\r \t" * 51)
    assert found(gzip.compress(spaces, 1) * 20, "archive.jsonl") == ["F006"]


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        (goita(MODEL_A).replace('"goshi": []', f'"goshi": [{"0," * 600_000}0]'), "goita/json"),
        ("[" + "0," * 600_000 + "0]", "goita/json-2015"),
        ("88888888,77777777,66666666,55555555,s1" + ",1p" * 200_000, "goita/history"),
        ("player hand\n0. " + "王" * 200_000, "goita/table"),
    ],
    ids=["list of a record", "flat list", "history", "table"],
)
def test_more_values_than_any_game_has(text: str, notation: str) -> None:
    assert codes(text, notation) == ["F003"]


def test_more_values_of_yaml_than_any_game_has(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_EVENTS >= 10**6
    for module in (yaml_plain, yaml_text):
        monkeypatch.setattr(module, "MAX_EVENTS", 20_000)
    assert "F003" not in codes(f"uchidashi: [{'0,' * 19_000}0]", "goita/yaml")
    assert codes(f"uchidashi: [{'0,' * 20_000}0]", "goita/yaml") == ["F003"]


def test_a_record_that_is_all_wrong_has_a_bounded_number_of_findings() -> None:
    many = '{"format": "goita/json", "version": 1, "rounds": [' + "1," * 20_000 + "1]}"
    assert codes(many) == ["S002"] * MOST + ["F007", "F009"]


# Encodings


def test_a_bom_is_not_a_character() -> None:
    assert found(b"\xef\xbb\xbf" + DATA, "", None) == []
    (finding,) = read(b"\xef\xbb\xbf" + BROKEN.encode(), "", None)
    assert finding.column == BROKEN.index('"winner": 1') + len('"winner": ') + 1


def test_other_encodings() -> None:
    titled = goita(MODEL_A, title="ごいた")
    (finding,) = read(titled.encode("shift_jis"))
    assert (finding.code, finding.line) == ("F002", 1)
    assert finding.column == titled.index("ごいた") + 1


@all_of("encoding", ["UTF-16", "UTF-32", "UTF-16LE", "UTF-16BE"])
@all_of("identifier", ["goita/json", None])
@all_of("name", ["a.json", "a.jsonl", ""])
def test_wide_encodings(encoding: str, identifier: str | None, name: str) -> None:
    """The encoding is reported once per file, with or without a byte order mark, even for ASCII."""
    for title in ("ごいた", "cup"):
        lines = f"{goita(MODEL_A, title=title)}\n" * 3
        (finding,) = read(lines.encode(encoding), name, identifier)
        assert (finding.code, finding.line, finding.column) == ("F002", 1, 1)
        said, _, advice = finding.message.partition("; ")
        assert said == f"this looks like {encoding}, but goita/json is written in utf-8"
        assert advice == f"`iconv -f {encoding} -t UTF-8` converts it"


def test_half_a_character_of_a_python_string() -> None:
    assert codes(GOOD.replace('"dealer"', '"\ud800"'), "goita/json") == ["F002"]


# JSON lines

LINES = "\n".join([goita(MODEL_A), "", "  ", "{oops", BROKEN, '{"a":1}', goita(MODEL_B), "7", ""])


@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_every_line_is_a_record_of_its_own(newline: str) -> None:
    findings = read(LINES.replace("\n", newline).encode(), "archive.jsonl", None)
    assert {each.line: each.code for each in findings if each.code[0] != "S"} == {
        4: "F101",
        5: "G201",
    }
    assert {each.line for each in findings} == {4, 5, 6, 8}
    assert {each.pointer for each in findings if each.line == 5} == {"/rounds/0/winner"}


def test_a_line_that_is_not_utf_8_leaves_the_others_alone() -> None:
    data = BROKEN.encode() + b"\n\xff\xfe\n" + BROKEN.encode()
    findings = read(data, "archive.jsonl")
    assert [(each.code, each.line) for each in findings] == [("G201", 1), ("F002", 2), ("G201", 3)]


def test_lines_are_recognised_without_a_name() -> None:
    two = goita(MODEL_A) + "\n" + goita(MODEL_B) + "\n"
    assert codes(two) == []
    assert len(list(kifu.read(two))) == 2
    assert len(list(kifu.read(GOOD))) == 1


def test_the_last_line_needs_no_end() -> None:
    assert found(DATA + b"\n" + BROKEN.encode(), "archive.ndjson") == ["G201"]


def test_no_record_at_all() -> None:
    for notation in formats.described():
        for text in ("", "\n \n"):
            assert set(codes(text, notation)) <= {"F006", "F101"}
            assert codes(text, notation)
    assert found(b"\n\n", "archive.jsonl") == ["F006"]


@all_of("before", ["", "\n", "\n\n\n", " \r\n\r\n"])
@all_of("between", ["\n", "\n\n\n"])
def test_lines_without_a_name_may_be_blank(before: str, between: str) -> None:
    data = f"{before}{BROKEN}{between}{BROKEN}".encode()
    findings = read(data, notation=None)
    assert [each.code for each in findings] == ["G201"] * 2
    first = before.count("\n") + 1
    assert [each.line for each in findings] == [first, first + between.count("\n")]
    for text in ("", "Once upon a time.", "[]"):
        assert [each.code for each in kifu.validate(text)] == ["F001"]
