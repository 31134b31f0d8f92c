"""A finding names its file, and its `str` is one line."""

import gzip
import io
import json
from base64 import b64decode
from itertools import pairwise
from pathlib import Path

import pytest

import kifu
from kifu.cli import run

from ..campaign import in_a_campaign

SOUND = "12345678,12345679,11112345,11112345,s1"
WRONG = {
    "one.json": '{"format": "goita/json", "version": 1, "rounds": []}',
    "play.txt": f"{SOUND},113,2p,3p,418",
    "lines.jsonl": '{"format": "goita/json", "version": 1}\n\n{"format": "goita/json"}\n',
    "broken.yaml": "version: 1.0\nlog:\n - [\n",
    "conflict.json": '<<<<<<< a\n{"format": "goita/json"}\n=======\n>>>>>>> b\n',
    "none.json": "",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in WRONG.items():
        (tmp_path / name).write_text(text)
        (tmp_path / f"{name}.gz").write_bytes(gzip.compress(text.encode()))
    (tmp_path / "cut.json.gz").write_bytes(gzip.compress(WRONG["one.json"].encode())[:-9])
    (tmp_path / "many.yaml").write_text("version: 1.0\nlog:\n" + " - [\n" * 200)
    return tmp_path


def test_its_path_is_the_path_of_its_file(folder: Path) -> None:
    for path in sorted(folder.iterdir()):
        found = kifu.validate(path)
        assert {each.path for each in found} == {str(path)}
        with path.open("rb") as stream:
            assert kifu.validate(stream) == found
        for outcome in kifu.outcomes(path):
            assert {each.path for each in outcome.findings} == {str(path)}
            assert {each.path for each in kifu.suggest(outcome)} == {str(path)}
        readings = list(kifu.read(path))
        assert {each.path for one in readings for each in one.findings} <= {str(path)}
        assert {each.path for one in readings for each in kifu.check(one)} == {str(path)}


def test_a_note_has_a_path_too() -> None:
    table = Path(__file__).parents[2] / "examples" / "mighty" / "table.gibo"
    notes = kifu.validate(table)
    assert {(each.severity, each.path) for each in notes} == {("note", str(table))}
    (reading,) = kifu.read(table)
    assert {each.path for each in reading.notes} == {str(table)}


def test_a_file_of_too_many_slips(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text('{"format":"goita/json"}\n' * 1100)
    *slips, last = kifu.validate(path)
    assert last.code == "F009"
    assert {each.path for each in [*slips, last]} == {str(path)}


# 128 KiB of one damaged line, packed with zstd; the end is missing.
CUT = (
    "KLUv/aCUWRIAJAQAMgkcG4Cl1QHKGHqTHP7Y/teEEdNUUlaWzJgpqlKAAYFlIQZl5EicwGiUH2sNCTB69//R/yYl1f"
    "PfZAoqPNfK6zmDPSPh3V2EMqkeIxi9uykpQkZv0sw8xoNyslpxGInjB2X2nJEYr/zYoGDLivJqAO5ZCQMAnI1lckY+"
    "RH9jld6JsRIFTAAA"
)


@in_a_campaign
def test_the_end_of_a_packed_file_is_reported_after_too_many_slips() -> None:
    *_, last = kifu.validate(b64decode(CUT))
    assert (last.code, last.line) == ("F005", None)


def test_text_and_nameless_streams_have_none(tmp_path: Path) -> None:
    text = WRONG["play.txt"]
    assert {each.path for each in kifu.validate(text)} == {None}
    assert {each.path for each in kifu.validate(io.BytesIO(text.encode()))} == {None}
    stream = io.BytesIO(text.encode())
    stream.name = 3  # like a file without a name
    assert {each.path for each in kifu.validate(stream)} == {None}


def test_an_error_of_load_says_where(folder: Path) -> None:
    with pytest.raises(kifu.RecordError) as why:
        kifu.load(folder / "one.json")
    assert [each.path for each in why.value.findings] == [str(folder / "one.json")]


@pytest.mark.parametrize("name", WRONG)
def test_its_line_is_the_line_of_the_command(
    folder: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / name
    assert run(["validate", "--suggest", "0", str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    for each in kifu.validate(path):
        assert str(each) in [f"{line}:{below[1:]}" for line, below in pairwise(lines)]


def test_its_text() -> None:
    (finding,) = kifu.validate(WRONG["play.txt"])
    assert str(finding) == (
        "1:51: error G105 goita-receive-must-match (round 1, ply 4, player 3): "
        "し (1) cannot receive 馬 (3): only 馬 (3) or 王 (8) can"
    )
    assert str(finding.but(path="a.txt")) == f"a.txt:{finding}"
    (nowhere,) = kifu.validate("")
    assert str(nowhere).startswith("error F001 unknown-notation: not a record")
    assert str(nowhere.but(path="\x1b[31m.txt", message="a\nb\u202e")) == (
        "\\x1b[31m.txt: error F001 unknown-notation: a\\nb\\u202e"
    )


def test_it_is_the_same_in_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "play.txt"
    assert run(["validate", str(path), "--output-format", "json"]) == 1
    (said,) = json.loads(capsys.readouterr().out)["findings"]
    (finding,) = kifu.validate(path)
    assert said["path"] == finding.path == str(path)
