"""`--report FORMAT=FILE`: additional reports besides the one on standard output."""

import json
import os
import re
from pathlib import Path

import jsonschema_rs
import pytest

from kifu.cli.report import REPORTS
from kifu.formats.interface.replay_schema import shared_schema

from ...command import Kifu
from ...helpers import read_pipe
from ..conftest import KING, WON


@pytest.fixture
def archive(run: Kifu) -> Kifu:
    lines = "".join(each.replace("\n", "") + "\n" for each in (WON, KING))
    run.write({"games/good.json": WON, "games/bad.json": KING, "games/two.jsonl": lines})
    return run


def test_each_file_has_what_standard_output_would_have(archive: Kifu) -> None:
    wanted = [f"--report={name}=out.{name}" for name in REPORTS]
    result = archive("validate", "games", *wanted)
    assert result.status == 1
    for name in REPORTS:
        one = archive("validate", "games", "--output-format", name)
        assert (archive.folder / f"out.{name}").read_text("utf-8") == one.out
        assert one.err == result.err


def test_the_json_follows_its_schema(archive: Kifu) -> None:
    validator = jsonschema_rs.Draft202012Validator(shared_schema("report"))
    report = json.loads(archive("validate", "games", "--output-format", "json").out)
    assert [str(each) for each in validator.iter_errors(report)] == []
    assert [(each["path"], each["record"]) for each in report["findings"]] == [
        ("games/bad.json", 1),
        ("games/two.jsonl", 2),
    ]


def test_a_report_of_an_earlier_run_is_no_record(archive: Kifu) -> None:
    first = archive("validate", "--report", "jsonl=games/report.jsonl")
    second = archive("validate", "--report", "jsonl=games/report.jsonl")
    assert (second.status, second.out, second.err) == (1, first.out, first.err)


@pytest.mark.parametrize("style", ["json", "jsonl"])
def test_a_report_that_was_left_is_no_record(archive: Kifu, style: str) -> None:
    archive.write({"kifu.toml": '[formats]\n"report.*" = "goita/json"\n'})
    before = archive("validate", "--report", f"{style}=games/report.jsonl")
    for paths in (["."], ["games/bad.json", "games/two.jsonl", "games/report.jsonl"]):
        after = archive("validate", *paths)
        assert (after.status, after.out) == (1, before.out)
        assert "1 other file skipped" in after.err or paths == ["."]


def test_paths_begin_at_the_root_of_the_repository(archive: Kifu) -> None:
    (archive.folder / ".git").mkdir()
    inside = Kifu(archive.folder / "games")
    for path in ("bad.json", str(inside.folder / "bad.json")):
        assert "file=games/bad.json," in inside("validate", path, "--output-format=github").out
        (issue,) = json.loads(inside("validate", path, "--output-format=gitlab").out)
        assert issue["location"]["path"] == "games/bad.json"
        log = json.loads(inside("validate", path, "--output-format=sarif").out)
        (place,) = log["runs"][0]["results"][0]["locations"]
        assert place["physicalLocation"]["artifactLocation"]["uri"] == "games/bad.json"
    assert inside("validate", "bad.json", "--output-format=concise").out.startswith("bad.json:2:")
    outside = Kifu(archive.folder.parent)
    shown = outside("validate", "-", stdin=KING.encode()).out
    assert shown.startswith("<stdin>:2:")


def test_a_report_does_not_replace_a_configuration(archive: Kifu) -> None:
    archive.write({"own.toml": 'ignore = ["G1"]\n', "kifu.toml": "", "games/real.toml": ""})
    (archive.folder / "games" / "kifu.toml").symlink_to("real.toml")
    cases = {
        "kifu.toml": (),
        "games/pyproject.toml": ("good.json",),
        "own.toml": ("--config", "own.toml"),
        "./own.toml": ("empty", "--config", "own.toml"),
        "games/real.toml": ("games",),
    }
    (archive.folder / "empty").mkdir()
    before = {each: each.read_text() for each in archive.folder.rglob("*.toml")}
    for path, arguments in cases.items():
        done = archive("validate", *arguments, "--report", f"sarif={path}")
        assert (done.status, done.out) == (2, "")
        assert re.fullmatch(rf"kifu: {path}: .* configuration.* and .*report.*\n", done.err)
    assert {each: each.read_text() for each in archive.folder.rglob("*.toml")} == before


REFUSED = {
    "sariff=x": "report 'sariff' is unknown (did you mean sarif?); expected one of text, concise,",
    "sarif": "--report sarif: write FORMAT=FILE, as in sarif=out.txt",
    "sarif=": "--report sarif=: write FORMAT=FILE",
    "sarif=-": "--report writes files: use --output-format for standard output",
    "sarif=games": "games: this is a folder, not a file",
    "sarif=no/x.sarif": "no/x.sarif: the folder no does not exist",
    "sarif=games/good.json": "games/good.json: this is a record, and a report never replaces it",
}


@pytest.mark.parametrize("value", REFUSED)
def test_a_report_that_cannot_be_written(archive: Kifu, value: str) -> None:
    result = archive("validate", "games", "--report", value)
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith(f"kifu: {REFUSED[value]}")
    assert result.err.count("\n") == 1
    assert (archive.folder / "games/good.json").read_text("utf-8") == WON


def test_two_reports_on_one_path(archive: Kifu) -> None:
    os.symlink("games", archive.folder / "link")
    result = archive("validate", "--report=sarif=games/x", "--report=junit=link/x")
    assert (result.status, result.out) == (2, "")
    assert result.err == "kifu: link/x: two reports cannot go to the same file\n"


def test_input_is_not_overwritten_by_a_report(archive: Kifu) -> None:
    archive.write({"notes.txt": "nothing"})
    result = archive("validate", "notes.txt", "--report", "text=notes.txt")
    assert result.status == 2
    assert "notes.txt: a file cannot be both an input and its report" in result.err
    assert (archive.folder / "notes.txt").read_text() == "nothing"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk(archive: Kifu) -> None:
    result = archive("validate", "games", "--report", "sarif=/dev/full")
    assert result.status == 2
    assert result.last == "kifu: /dev/full: No space left on device"


def test_a_pipe(archive: Kifu) -> None:
    """The shell creates such pipes for `--report junit=>(command)`."""
    os.mkfifo(archive.folder / "pipe")
    with read_pipe(archive.folder / "pipe") as reader:
        assert archive("validate", "games", "--report", "junit=pipe").status == 1
        assert reader.read().count(b"<testcase ") == 3
