"""Lines that are skipped unread: there is nothing to report about them, but they are counted."""

import io
import re
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given

import kifu
from kifu import replayer
from kifu.formats import notations
from kifu.formats.files.line_reader import Skim
from kifu.formats.interface.notation import Counts, Notation
from kifu.replayer.goita.generate import generate
from kifu.validation.outcomes import outcomes, skimmed

from ..campaign import examples, few, sample
from ..helpers import RANDOM

NOTATIONS = [each for each in notations() if each.skim is not None]
every = pytest.mark.parametrize("chosen", few(NOTATIONS, 2), ids=lambda each: each.id)
_WORD = re.compile(rb'"[^":]{2,5}"|[0-9]+')


def skim(chosen: Notation[Any]) -> Skim:
    assert chosen.skim is not None
    return chosen.skim


def line(chosen: Notation[Any], rng: Random) -> bytes:
    """Return a line with a match."""
    special = partial(generate, special=rng.choice((0, 0.5)))
    make = special if chosen.game == "goita" else replayer.game(chosen.game).generate
    assert chosen.compact is not None
    data = chosen.compact(make(rng)).encode()
    title = b'"version":1,"title":"Cup",'
    return data.replace(b'"version":1,', title) if rng.random() < 0.2 else data


def spoilt(data: bytes, rng: Random) -> bytes:
    """Make a slip in a line.

    A character, most often a digit, is changed, removed or inserted; or two words are swapped.
    """
    if rng.random() < 0.3:
        one, other = sorted(rng.sample([each.span() for each in _WORD.finditer(data)], 2))
        between = data[one[1] : other[0]]
        return data[: one[0]] + data[slice(*other)] + between + data[slice(*one)] + data[other[1] :]
    digits = [at for at, byte in enumerate(data) if chr(byte).isdigit()]
    at = rng.choice(digits) if rng.random() < 0.8 else rng.randrange(len(data))
    new = rng.choice((b"0123456789" * 3).decode() + '-",:[]{} e\n')
    return data[:at] + rng.choice((new.encode(), new.encode(), b"")) + data[at + 1 :]


def read(chosen: Notation[Any], data: bytes) -> tuple[list[str], Counts]:
    """Read every line of a file, and return the findings and the counts."""
    found = list(outcomes(io.BytesIO(data), "a.jsonl", chosen.id))
    counts = [each.counts for each in found if each.counts is not None]
    return [str(wrong) for each in found for wrong in each.findings], total(counts)


def total(counts: list[Counts]) -> Counts:
    records = sum(each.records for each in counts)
    return Counts(sum(each.rounds for each in counts), sum(each.plies for each in counts), records)


@every
@examples(8)
@given(rng=RANDOM)
def test_all_that_kifu_writes_is_passed_over(chosen: Notation[Any], rng: Random) -> None:
    data = b"".join(line(chosen, rng) for _ in range(3))
    at, records, rounds, plies = skim(chosen)(data, 0)
    found, counts = read(chosen, data)
    assert (at, found) == (len(data), [])
    assert Counts(rounds, plies, records) == counts


@every
@examples(8)
@given(rng=RANDOM)
def test_nothing_is_wrong_with_what_is_passed_over(chosen: Notation[Any], rng: Random) -> None:
    data = spoilt(line(chosen, rng), rng)
    at, records, rounds, plies = skim(chosen)(data, 0)
    if at:
        found, counts = read(chosen, data[:at])
        assert found == []
        assert Counts(rounds, plies, records) == counts


@pytest.mark.parametrize("chosen", NOTATIONS, ids=lambda each: each.id)
def test_nothing_is_wrong_if_a_changed_byte_is_passed_over(chosen: Notation[Any]) -> None:
    lines = [line(chosen, Random(seed)) for seed in range(20)]
    data = min((each for each in lines if skim(chosen)(each, 0)[2] > 1), key=len)
    rng = Random(1)
    for at in range(1, len(data) - 1):
        assert skim(chosen)(data[:at] + b"\n", 0)[0] == 0
        some = b"", *rng.sample((b"x", b'"', b"0", b"1", b"2", b",", b"]"), min(7, sample(2)))
        for changed in (data[:at] + b"]}\n", *(data[:at] + new + data[at + 1 :] for new in some)):
            if skim(chosen)(changed, 0)[0]:
                assert read(chosen, changed)[0] == [], changed


@every
@examples(8)
@given(rng=RANDOM)
def test_a_file_is_found_to_be_as_if_each_line_were_read(
    chosen: Notation[Any], rng: Random
) -> None:
    conflict = (
        b"<<<<<<< ours\n"
        + line(chosen, rng)
        + b"=======\n"
        + line(chosen, rng)
        + b">>>>>>> theirs\n"
    )
    others = (b"\n", b"  \n", b"\n\n\n", b"{}\n", conflict, line(chosen, rng)[:-1] + b"\r\n")
    some = [
        rng.choice((line(chosen, rng), spoilt(line(chosen, rng), rng), *others)) for _ in range(6)
    ]
    data = line(chosen, rng) + b"".join(some)
    data = data[:-1] if rng.random() < 0.3 else data
    found = list(skimmed(io.BytesIO(data), "a.jsonl", chosen.id))
    wrong = [each for each in found if not isinstance(each, Counts)]
    counts = [each if isinstance(each, Counts) else each.counts for each in found]
    told = [str(one) for each in wrong for one in each.findings]
    assert (told, total([each for each in counts if each is not None])) == read(chosen, data)


class Slow(io.RawIOBase):
    """A stream that returns a few bytes at a time."""

    def __init__(self, data: bytes, size: int) -> None:
        self._left, self._size = data, size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "memoryview") -> int:  # type: ignore[override]
        size = min(self._size, len(buffer), len(self._left))
        buffer[:size], self._left = self._left[:size], self._left[size:]
        return size


@every
@examples(8)
@given(rng=RANDOM)
def test_lines_may_come_in_parts(chosen: Notation[Any], rng: Random) -> None:
    data = b"".join(line(chosen, rng) for _ in range(4)) + spoilt(line(chosen, rng), rng)
    stream = io.BufferedReader(Slow(data, rng.choice((100, 1000, 5000))), 100)
    found = list(skimmed(stream, "a.jsonl", chosen.id))
    counts = [each if isinstance(each, Counts) else each.counts for each in found]
    told = [str(one) for e in found if not isinstance(e, Counts) for one in e.findings]
    assert (told, total([each for each in counts if each is not None])) == read(chosen, data)


def test_a_line_with_more_values_than_are_read_is_left_to_the_reader() -> None:
    deals = (
        '"16688888","25556888","13444477","23567788"',
        '"36788888","12444678","34567888","12555678"',
    )
    rounds = [
        f'{{"dealer":0,"score":[0,0],"hands":[{deals[number % 2]}],"record":"","winner":-1,'
        f'"goshi":[0],"result":{{"end":"redeal"}}}}'
        for number in range(33_000)
    ]
    chosen = next(each for each in NOTATIONS if each.id == "goita/json")
    few, many = (
        f'{{"format":"goita/json","version":1,"rounds":[{",".join(some)}]}}\n'.encode()
        for some in (rounds[:3], rounds)
    )
    assert skim(chosen)(few, 0) == (len(few), 1, 3, 0)
    assert skim(chosen)(many, 0) == (0, 0, 0, 0)
    assert [each.code for each in kifu.validate(many)] == ["F003"]
