"""Ranges of lines: together they make up the file."""

import io
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu import formats, replayer
from kifu.formats.interface.notation import Counts
from kifu.validation.bulk import ranges
from kifu.validation.bulk.ranges import Range, sift, starts

LINES = st.lists(st.binary(max_size=12), max_size=30).map(b"\n".join)


@given(LINES, st.integers(1, 40))
def test_ranges_begin_with_lines(data: bytes, size: int) -> None:
    found = list(starts(io.BytesIO(data), size))
    assert found[0] == 0
    assert all(data[start - 1 : start] == b"\n" for start in found[1:])
    assert found == sorted(set(found))
    assert all(start < len(data) for start in found[1:])
    for start, end in pairwise(found):
        assert end - start >= size
        # No line begins in between, except at the last byte.
        assert b"\n" not in data[start + size - 1 : end - 1]


def test_a_line_longer_than_a_record_is_left_to_one_range(monkeypatch: pytest.MonkeyPatch) -> None:
    data = b"a\n" * 10 + b"b" * 50_000 + b"\n" + b"c\n" * 10
    assert len(list(starts(io.BytesIO(data), 8))) > 3
    monkeypatch.setattr(ranges, "LIMIT", 20_000)
    assert list(starts(io.BytesIO(data), 8)) == [0, 8, 16]


def test_a_range_is_sifted(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    records = (replayer.game("goita").generate(Random(f"range/{each}")) for each in range(5))
    lines = "".join(formats.notation("goita/json").texts(records))
    first, second, *others = lines.splitlines(keepends=True)
    conflict = "<<<<<<< ours\n"
    path.write_text(first + "\n{\n" + second + "".join(others) + conflict + "x\n")

    def sifted(start: int, end: int | None, *options: object) -> tuple[Counts | None, int]:
        return sift(Range(str(path), start, end, "goita/json", options))

    sound = len(first.encode())
    counts, lines = sifted(0, sound)
    assert counts is not None
    assert (counts.records, lines) == (1, 1)
    # With options other than the notation's own, nothing is accepted unread.
    assert sifted(0, sound, object()) == (None, 1)
    assert sifted(0, path.stat().st_size) == (None, len(others) + 6)


def test_a_line_that_is_too_long_ends_it(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"{\n" + b"x" * (2**24 + 1) + b"\n{\n")
    assert sift(Range(str(path), 0, None, "goita/json", ())) == (None, 0)
