"""Lines arrive whole, in order and numbered, however the file is split into chunks."""

from __future__ import annotations

from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from kifu.formats.files.line_reader import LineReader

MOST = 12


class TooLongError(Exception):
    """Raised for a line longer than MOST."""


def reader(chunks: list[bytes]) -> LineReader:
    """Return a reader of some chunks, leaving out empty ones, as they would end the input."""
    return LineReader((chunk for chunk in chunks if chunk), MOST, TooLongError)


def skim(block: bytes, at: int) -> tuple[int, int, int, int]:
    """Accept whole lines that begin with `a`, each as a record of one round."""
    for records in count():
        end = block.find(b"\n", at) + 1
        if not end or block[at : at + 1] != b"a":
            return at, records, records, records
        at = end
    raise AssertionError


def lines(read: LineReader, ways: list[int]) -> dict[int, bytes]:
    """Return the lines by number, alternating between ways of reading."""
    found, turn = dict[int, bytes](), count()
    while True:
        number = read.ended + 1
        way = ways[next(turn) % len(ways)] if ways else 0
        if way == 1:
            taken = read.passed if read.skimmed(skim)[0] else b""
        elif way == 2:
            taken = read.without([b"x"])
        else:
            taken = b""
        if not taken:
            number, line = next(read, (0, b""))
            if not number:
                return found
            taken = line + b"\n"
        for each, line in enumerate(taken.split(b"\n")[:-1], start=number):
            assert each not in found
            found[each] = line


@given(
    chunks=st.lists(st.text("aabx \r\n\n", max_size=9).map(str.encode), max_size=9),
    ways=st.lists(st.integers(0, 2), max_size=5),
)
def test_lines_do_not_depend_on_chunks_and_on_who_passes_over_them(
    chunks: list[bytes], ways: list[int]
) -> None:
    due = dict(enumerate(b"".join(chunks).split(b"\n"), start=1))
    found, long = dict[int, bytes](), 0
    try:
        found = lines(reader(chunks), ways)
    except TooLongError as trouble:
        (long,) = trouble.args
    assert len(due[long]) > MOST if long else not_blank(found) == not_blank(due)


def not_blank(found: dict[int, bytes]) -> dict[int, bytes]:
    """Return only the nonblank lines, as several blank ones may be read as a single empty line."""
    return {number: line.rstrip(b"\r") for number, line in found.items() if line.strip()}


def test_empty_lines_behind_a_line_across_two_chunks_are_counted() -> None:
    read = reader([b"a\na", b"\n \n\n", b"b"])
    assert read.skimmed(skim) == (1, 1, 1)
    assert read.skimmed(skim) == (1, 1, 1)
    assert list(read) == [(3, b""), (5, b"b")]
