"""Helpers for tests: short records, and fixes applied to a text."""

import json
import os
import pty
import subprocess
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import IO, Any, TypeVar

import pytest
from hypothesis import strategies as st

import kifu
from kifu.findings import Edit, Finding

Json = dict[str, Any]
RecordT = TypeVar("RecordT")

RANDOM = st.integers(0, 2**32 - 1).map(Random)
"""Random generators that hypothesis can print."""

DATA = Path(__file__).parents[2] / "shared" / "data"

# The model games of the 2015 proposal (section モデルゲーム): the shortest and the longest.
MODEL_A: Json = {
    "hands": ["11777788", "22444488", "35555888", "36666888"],
    "record": "87000870007700011",
    "winner": 0,
    "goshi": [],
}
MODEL_B: Json = {
    "hands": ["11277788", "24444588", "35556888", "36667888"],
    "record": "17000170008700760008600086006500085000850054000840008400042",
    "winner": 1,
    "goshi": [],
}


def data(folder: str) -> Path:
    """Return a folder of real records beside the repository, or skip the test."""
    found = DATA / folder
    if not found.is_dir():
        pytest.skip(f"no real records in ../shared/data/{folder}")
    return found


_ROUND: Json = {
    "dealer": 0,
    "score": [0, 0],
    "hands": [],
    "record": "",
    "winner": -1,
    "goshi": [],
}


def goita(*rounds: Json, **header: Any) -> str:
    """Return a match in goita/json."""
    full = [_ROUND | each for each in rounds]
    record = {"format": "goita/json", "version": 1, **header, "rounds": full}
    return json.dumps(record, ensure_ascii=False)


def goita_2015(*rounds: Json, **header: Any) -> str:
    """Return a match in goita/json-2015."""
    full = [_ROUND | each for each in rounds]
    pairs = [*header.items(), *(("round", each) for each in full)]
    return "{" + ", ".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in pairs) + "}"


def records_of(text: str | bytes, kind: type[RecordT]) -> list[RecordT]:
    """Return the records in a text, all of one game."""
    found = [reading.record for reading in kifu.read(text)]
    assert all(isinstance(each, kind) for each in found)
    return [each for each in found if isinstance(each, kind)]


def read_pipe(path: Path) -> IO[bytes]:
    """Open a named pipe for reading before anything writes to it."""
    return open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb")


def codes(text: str | bytes, notation: str | None = None) -> list[str]:
    """Return the codes of the findings in a text."""
    return [finding.code for finding in kifu.validate(text, notation)]


def only(text: str | bytes, notation: str | None = None) -> Finding:
    """Return the only finding."""
    findings = kifu.validate(text, notation)
    assert len(findings) == 1, findings
    return findings[0]


def marked(text: str, finding: Finding) -> str:
    """Return the characters that a finding marks."""
    assert finding.line is not None
    assert finding.column is not None
    start = offset(text, finding.line, finding.column)
    assert finding.end_line is not None
    assert finding.end_column is not None
    return text[start : offset(text, finding.end_line, finding.end_column)]


def offset(text: str, line: int, column: int) -> int:
    """Return the offset of a line and column."""
    lines = text.replace("\r\n", " \n").replace("\r", "\n").split("\n")
    return sum(len(each) + 1 for each in lines[: line - 1]) + column - 1


def repaired(text: str, findings: Iterable[Finding]) -> str:
    """Apply the fixes of all findings to a text; none may overlap."""
    edits = {edit for each in findings if each.fix is not None for edit in each.fix.edits}
    spans = sorted((span(text, edit) for edit in edits), reverse=True)
    for (start, _, _), (_, end, _) in pairwise(spans):
        assert end <= start, "two fixes overlap"
    for start, end, new in spans:
        text = text[:start] + new + text[end:]
    return text


def span(text: str, edit: Edit) -> tuple[int, int, str]:
    return (
        offset(text, edit.line, edit.column),
        offset(text, edit.end_line, edit.end_column),
        edit.text,
    )


DECK = "11223344445555666677778888888888"


def dealt(hand: str, seat: int = 0) -> list[str]:
    """Return four hands: the given one, and the other pieces dealt to the other players."""
    rest = list(DECK)
    for piece in hand:
        rest.remove(piece)
    hands = ["".join(rest[number::3]) for number in range(3)]
    hands.insert(seat, hand)
    return hands


def on_a_terminal(command: Sequence[str], **environment: str) -> str:
    """Return what a command writes to a terminal."""
    master, terminal = pty.openpty()
    process = subprocess.Popen(command, stdout=terminal, env={**os.environ, **environment})
    os.close(terminal)
    pieces = list[bytes]()
    with open(master, "rb", buffering=0) as stream, suppress(OSError):
        # Linux signals the end of a terminal with an error.
        while piece := stream.read(65536):
            pieces.append(piece)
    assert process.wait(30) == 0
    return b"".join(pieces).decode().replace("\r", "")
