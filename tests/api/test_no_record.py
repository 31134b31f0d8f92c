"""Input that is not a record: the API returns the command's finding instead of raising."""

import gzip
import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kifu
from kifu.cli import run

from ..loops import all_of

JUNK: dict[str, bytes] = {
    "story.txt": b"Once upon a time.\n",
    "list.json": b"[]",
    "empty.json": b"",
    "blank.gibo": b"\n \n",
    "empty": b"",
    "archive.jsonl": b"Once upon a time.\n",
    "of-another.json": b'{"format": "chess/pgn", "version": 1}',
    "bytes.bin": b"\x00\xff\xfe",
    "packed.json.gz": gzip.compress(b"Once upon a time."),
    "cut.json.gz": gzip.compress(b'{"format": "goita/json", "version": 1}')[:-9],
}


def command_findings(*arguments: str, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """Return the findings that the command reports."""
    assert run(["validate", *arguments, "--output-format", "json"]) == 1
    return json.loads(capsys.readouterr().out)["findings"]


@pytest.mark.parametrize("name", JUNK)
def test_a_file(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / name
    path.write_bytes(JUNK[name])
    found = kifu.validate(path)
    assert found
    fields = ("code", "message", "path", "line", "column")
    said = [
        [each[field] for field in fields] for each in command_findings(str(path), capsys=capsys)
    ]
    assert [[getattr(each, field) for field in fields] for each in found] == said
    with path.open("rb") as stream:
        assert kifu.validate(stream) == found
    (outcome,) = kifu.outcomes(path)
    assert (outcome.record, outcome.counts, outcome.findings) == (None, None, found)
    assert kifu.suggest(outcome) == found
    (reading,) = kifu.read(path)
    assert (reading.record, reading.whole, kifu.check(reading)) == (None, False, found)


@pytest.mark.parametrize("name", JUNK)
def test_standard_input(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stream = io.BytesIO(JUNK[name])
    stream.name = "<stdin>"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(stream))
    said = command_findings("-", capsys=capsys)
    stream = io.BytesIO(JUNK[name])
    stream.name = "<stdin>"
    found = kifu.validate(stream)
    assert [(each.code, each.message, each.path) for each in found] == [
        (each["code"], each["message"], each["path"]) for each in said
    ]


@all_of("text", ["", "x", "[1]", "Once upon\na time", "\x00", "{}", b"\xff"])
def test_a_text(text: str | bytes) -> None:
    (finding,) = kifu.validate(text)
    assert (finding.code, finding.path) == ("F001", None)
    attempts: list[Callable[[], object]] = [
        lambda: kifu.loads(text),
        lambda: kifu.convert(text, "goita/json"),
    ]
    for attempt in attempts:
        with pytest.raises(
            kifu.RecordError, match=r"not a record in any notation.*\(F001\)"
        ) as why:
            attempt()
        assert why.value.findings == (finding,)


def test_a_path_that_is_given_as_text() -> None:
    (finding,) = kifu.validate("games/2015.json")
    assert finding.message.endswith("; pass a path as a pathlib.Path")
    for text in (b"games/2015.json", "Once\nupon a time\n", ""):
        assert "pathlib" not in kifu.validate(text)[0].message


def test_missing_files_and_unknown_notations_raise(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        kifu.validate(tmp_path / "missing.json")
    with pytest.raises(IsADirectoryError, match=r"a folder; kifu\.read reads its records"):
        kifu.load(tmp_path)
    with pytest.raises(KeyError):
        kifu.validate("", "goita/none")


def read_all(path: Path) -> object:
    return list(kifu.read(path))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_pipe_is_not_a_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    asks: list[Callable[[Path], object]] = [kifu.load, kifu.validate, read_all]
    for ask in asks:
        with pytest.raises(OSError, match="expected a file, not a pipe"):
            ask(tmp_path / "pipe")
