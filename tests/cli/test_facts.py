"""`kifu facts`: a table in each format."""

import csv
import gzip
import io
import json
import os
import subprocess
import sys
from typing import Any

import pytest

from ..campaign import few
from ..command import Kifu
from ..helpers import MODEL_A, goita
from .conftest import KING, WON

ipc: Any = pytest.importorskip("pyarrow.ipc", reason="the extra `stats` is not installed")
parquet: Any = pytest.importorskip("pyarrow.parquet", reason="the extra `stats` is not installed")


@pytest.fixture
def archive(run: Kifu, lines: str) -> Kifu:
    run.write({"a/lines.jsonl": lines, "a/won.json": WON, "a/wrong.json": KING, "a/notes.txt": "-"})
    return run


def test_every_format_holds_the_same(archive: Kifu) -> None:
    for name in ("f.parquet", "f.arrow", "f.feather", "f.arrows", "f.csv", "f.jsonl", "f.csv.gz"):
        result = archive("facts", "a", "-o", name)
        assert (result.status, result.stdout) == (0, b"")
        assert result.err == "kifu: skipped (not records): 1\n"
    folder = archive.folder
    rows = parquet.read_table(folder / "f.parquet").to_pylist()
    for name in ("f.arrow", "f.feather"):
        assert ipc.open_file(str(folder / name)).read_all().to_pylist() == rows
    assert ipc.open_stream(folder / "f.arrows").read_all().to_pylist() == rows
    values = [json.loads(each) for each in (folder / "f.jsonl").read_text("utf-8").splitlines()]
    assert [
        each | {"roles": dict(each["roles"]), "options": dict(each["options"])} for each in rows
    ] == values
    cells = list(csv.DictReader((folder / "f.csv").read_text("utf-8").splitlines()))
    assert gzip.decompress((folder / "f.csv.gz").read_bytes()) == (folder / "f.csv").read_bytes()
    assert len(cells) == len(rows)
    for cell, value in zip(cells, values, strict=True):
        assert json.loads(cell["points"] or "null") == value["points"]
        assert (cell["file"], int(cell["record"])) == (value["file"], value["record"])
    assert [row["file"] for row in rows] == sorted(row["file"] for row in rows)


def test_standard_output(archive: Kifu) -> None:
    text = archive("facts", "a/won.json").out
    assert next(csv.DictReader(io.StringIO(text)))["result"] == "out"
    binary = archive("facts", "-", "--output-format", "arrows", stdin=WON.encode()).stdout
    (row,) = ipc.open_stream(binary).read_all().to_pylist()
    assert (row["file"], row["title"], row["winners"]) == ("<stdin>", "ごいた杯", [0, 2])
    assert archive("facts", "a/won.json", "--output-format", "parquet").stdout[:4] == b"PAR1"
    assert archive("facts", "a/won.json", "-o", "f.txt", "--output-format", "jsonl").status == 0


def test_nothing_is_replaced_by_accident(archive: Kifu) -> None:
    archive.write({"f.csv": "mine"})
    result = archive("facts", "a", "-o", "f.csv")
    assert (result.status, result.err) == (
        2,
        "kifu: f.csv: the file exists (--force replaces it)\n",
    )
    assert (archive.folder / "f.csv").read_text() == "mine"
    assert archive("facts", "a", "-o", "f.csv", "--force").status == 0
    for name in ("f.txt", "f.parquet.gz", "f"):
        refused = archive("facts", "a", "-o", name)
        assert refused.status == 2
        assert len(refused.err.splitlines()) == 1
        assert not (archive.folder / name).exists()


def test_unreadable_input_is_reported_and_the_rest_written(archive: Kifu) -> None:
    archive.write({"a/z.json.gz": gzip.compress(WON.encode())[:-9]})
    result = archive("facts", "none.json", "a/won.json", "a/z.json.gz", "-o", "f.csv")
    missing, cut = result.err.splitlines()
    assert (result.status, missing) == (2, "kifu: none.json: No such file or directory")
    assert cut.startswith("kifu: a/z.json.gz: reading stopped: the compressed data is damaged")
    rows = list(csv.DictReader((archive.folder / "f.csv").read_text("utf-8").splitlines()))
    assert [row["file"] for row in rows] == ["a/won.json", "a/z.json.gz"]
    assert json.loads(rows[-1]["codes"]) == ["F004"]


@pytest.mark.parametrize("words", [["facts"], ["stats"], ["select", "--where", "round = 1"]])
def test_a_truncated_file_is_reported(archive: Kifu, lines: str, words: list[str]) -> None:
    whole = gzip.compress(lines.encode())
    (archive.folder / "cut.jsonl.gz").write_bytes(whole[:-12])
    result = archive(*words, "cut.jsonl.gz", "-j", "1")
    assert result.status == 2
    assert result.err.startswith("kifu: cut.jsonl.gz: reading stopped: the compressed data is ")
    assert result.err.count("\n") == 1


def test_a_named_file_that_is_not_a_record_has_a_row(archive: Kifu) -> None:
    archive.write({"no.json": "{}"})
    (row,) = csv.DictReader(io.StringIO(archive("facts", "no.json").out))
    assert (row["record"], row["round"], row["codes"]) == ("1", "", '["F001"]')


def test_findings_count_as_they_are_configured(archive: Kifu) -> None:
    (row,) = csv.DictReader(io.StringIO(archive("facts", "a/wrong.json").out))
    assert (row["codes"], row["errors"]) == ('["G104"]', "1")
    archive.write({"kifu.toml": 'severity = { G104 = "note" }\n'})
    (row,) = csv.DictReader(io.StringIO(archive("facts", "a/wrong.json").out))
    assert (row["codes"], row["errors"]) == ('["G104"]', "0")
    archive.write({"kifu.toml": 'ignore = ["G104"]\n'})
    (row,) = csv.DictReader(io.StringIO(archive("facts", "a/wrong.json").out))
    assert (row["codes"], row["errors"]) == ("[]", "0")


def test_no_text_of_a_stranger_is_a_formula(run: Kifu) -> None:
    (run.folder / os.fsdecode(b"a\xff.json")).write_text(goita(MODEL_A, title="=HYPERLINK(1)"))
    (row,) = csv.DictReader(io.StringIO(run("facts", b"a\xff.json").out))
    assert row["title"] == "'=HYPERLINK(1)"
    assert row["file"] == "a\\udcff.json"


WITHOUT = """
import sys
sys.modules["pyarrow"] = sys.modules["duckdb"] = None
from kifu.cli import run
sys.exit(run(sys.argv[1:]))
"""


@pytest.mark.parametrize("command", few(["facts", "stats", "select"], 1))
def test_without_the_extra(archive: Kifu, command: str) -> None:
    where = ["--where", "true"] if command == "select" else []
    words = [sys.executable, "-c", WITHOUT, command, "a", *where]
    done = subprocess.run(words, cwd=archive.folder, capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stdout) == (2, "")
    assert "pip install 'kifu[stats]'" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_command_is_ready_without_the_libraries() -> None:
    """The help needs neither library."""
    code = "import sys\nfrom kifu.cli import run\nrun(['stats', '--help'])\n"
    code += "assert not {'pyarrow', 'duckdb'} & {*sys.modules}"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
