"""Whatever bytes there are: findings, or a refusal, and never anything else."""

import io
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import kifu
from kifu import formats, replayer
from kifu.findings import Finding
from kifu.formats import CannotHold
from kifu.replayer.goita.record import Record
from kifu.replayer.view import view

from ..helpers import RANDOM, goita

NOTATIONS = [None, *formats.described()]
SEVERITIES = ("error", "warning", "note")


@cache
def texts() -> list[bytes]:
    """Sound records in every notation, and the examples of all rules."""
    found: list[bytes] = []
    for name in replayer.games():
        game = replayer.game(name)
        for seed in range(8):
            record = game.generate(Random(seed))
            for each in (record, view(game, record, seed % game.rules(record).players)):
                for notation in formats.notations(name):
                    with suppress(CannotHold):
                        found.append(notation.write(each).encode())
    examples = (rule.example.content() for rule in kifu.rules())
    return found + [each for each in examples if len(each) < 5000]


JUNK = [
    *(bytes([number]) for number in range(32, 127)),
    *(b"\x00", b"\x07", b"\n", b"\r", b"\r\n", b"\t", b"\x7f", b"\x85", b"\xff", b"\xef\xbb\xbf"),
    *(each.encode() for each in ("し", "王", "玉", "裏", "☗", "☖", "なし", "６", "０", "\u2028")),
    *(b"null", b"true", b"1.0", b"-1", b"1e5", b"1e400", b"[]", b"{}", b'""', b"\\u0031", b"\\ud8"),
    *(b"&a ", b"*a", b"!!str ", b"---\n", b"# x\n", b"/* x */", b"<<: ", b"? ", b"%YAML 1.1\n"),
    *(b"player hand\n", b"(dealer)", b"1st ", b",1p", b",118", b'"round":', b'"fouls":'),
    *(b'"variations":', b',"variations":[{"ply":2,"actions":["0"]}]', b'"actions":', b'"ply":'),
]  # fmt: skip


def spoil(data: bytes, rng: Random) -> bytes:
    """The data with bytes put in, taken away, replaced and repeated."""
    changed = bytearray(data)
    for _ in range(rng.randrange(1, 5)):
        at = rng.randrange(len(changed) + 1)
        end = at + rng.choice([0, 0, 1, 2, rng.randrange(60)])
        start = rng.randrange(len(changed) + 1)
        again = bytes(changed[start : start + rng.randrange(60)])
        changed[at:end] = rng.choice([b"", rng.choice(JUNK), rng.choice(JUNK), again])
    return bytes(changed)


def examine(data: bytes, name: str = "") -> None:
    for notation in NOTATIONS:
        stream = io.BytesIO(data)
        stream.name = name
        findings = kifu.validate(stream, notation)
        lines = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").count(b"\n") + 1
        for finding in findings:
            is_proper(finding, lines)


def is_proper(finding: Finding, lines: int) -> None:
    assert finding.severity in SEVERITIES
    assert finding.message
    assert finding.line is None or 1 <= finding.line <= lines
    assert (finding.line is None) == (finding.column is None)
    assert finding.line is not None or finding.code in ("F001", "F004", "F005")
    assert finding.column is None or finding.column >= 1
    assert finding.round is None or finding.round >= 1
    assert finding.ply is None or finding.ply >= -(2**53)
    if finding.end_line is not None:
        assert finding.line is not None
        assert (finding.end_line, finding.end_column) >= (finding.line, finding.column)


@given(st.binary(max_size=60), st.sampled_from(["", "x.jsonl", "x.json.gz"]))
def test_any_bytes(data: bytes, name: str) -> None:
    examine(data, name)


@given(st.lists(st.sampled_from(JUNK), max_size=15).map(b"".join))
@example(b"R")
def test_any_fragments(data: bytes) -> None:
    examine(data)


@given(RANDOM)
def test_spoilt_records(rng: Random) -> None:
    examine(spoil(rng.choice(texts()), rng))


@given(RANDOM)
def test_spoilt_records_can_be_asked_everything(rng: Random) -> None:
    """What was read is replayed, seen, written and compared, or refused with a ValueError."""
    data = spoil(rng.choice(texts()), rng)
    for reading in kifu.read(data):
        if reading.record is not None:
            ask_everything(reading.record)
        else:
            assert not reading.whole
            assert any(each.severity == "error" for each in reading.findings)


def ask_everything(record: Any) -> None:
    for notation in formats.described():
        with suppress(ValueError):
            kifu.dumps(record, notation).encode()
            kifu.lost(record, notation)
    with suppress(ValueError):
        kifu.replay(record)
    for player in range(4):
        with suppress(ValueError):
            view = kifu.view(record, player)
            assert kifu.view(view, player) == view


@given(RANDOM)
def test_what_can_be_written_says_the_same(rng: Random) -> None:
    """A sound record is written only where reading it again gives it, up to declared losses."""
    for reading in kifu.read(spoil(rng.choice(texts()), rng)):
        found = list(kifu.check(reading))
        if not any(each.severity == "error" for each in found):
            assert reading.record is not None
            for notation in formats.described():
                with suppress(CannotHold):
                    kifu.dumps(reading.record, notation)
                    assert_declared(reading.record, notation)


def assert_declared(record: Any, notation: str) -> None:
    try:
        kifu.lost(record, notation)
    except CannotHold as undeclared:
        raise AssertionError from undeclared


def test_only_an_unknown_notation_is_no_record() -> None:
    for text in ("", "x", "[1]", "Once upon a time", "\x00", "{}"):
        (finding,) = kifu.validate(text)
        assert finding.code == "F001"
        assert "no record of any notation" in finding.message
    with pytest.raises(KeyError):
        kifu.validate(goita(), "goita/sgf")
    with pytest.raises(KeyError):
        kifu.dumps(kifu.loads("12345678,12345679,11112345,11112345,s1", type=Record), "chess/pgn")
