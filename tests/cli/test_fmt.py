"""`kifu fmt`: canonical form, without loss."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import kifu

from ..command import Kifu
from ..imports import ROOT
from .conftest import HISTORY, KING, NO_WINNER, WON

LOOSE = json.dumps(json.loads(WON), indent=7)
YAML = ROOT / "examples/goita/online.yaml"


def content(run: Kifu, name: str) -> str:
    return (run.folder / name).read_bytes().decode()


@pytest.fixture
def loose(run: Kifu) -> Kifu:
    run.write({"a.json": LOOSE, "b.txt": HISTORY, "notes.md": "# Notes\n"})
    return run


def test_check_names_what_would_be_formatted(loose: Kifu) -> None:
    result = loose("fmt", "--check")
    assert (result.status, result.out) == (1, "would be formatted: a.json\n")
    told = "1 file would be formatted, 1 file already in canonical form (1 other file skipped)"
    assert result.last == told
    assert content(loose, "a.json") == LOOSE


def test_a_formatted_file_keeps_its_hard_links(loose: Kifu) -> None:
    other = loose.folder.parent / "other.json"
    other.hardlink_to(loose.folder / "a.json")
    assert loose("fmt").status == 0
    assert other.read_bytes().decode() == content(loose, "a.json") != LOOSE


def test_a_file_is_formatted_once(loose: Kifu) -> None:
    result = loose("fmt")
    assert (result.status, result.out) == (0, "")
    assert result.last.startswith("1 file formatted, 1 file already in canonical form")
    written = content(loose, "a.json")
    assert kifu.loads(written) == kifu.loads(LOOSE)
    assert '\n  "title": "ごいた杯",\n' in written
    assert loose("fmt", "--check").status == 0
    assert loose("validate").status == 0


def test_a_patch_does_the_same(loose: Kifu) -> None:
    result = loose("fmt", "--diff")
    assert result.status == 1
    assert content(loose, "a.json") == LOOSE
    subprocess.run(("git", "apply"), cwd=loose.folder, input=result.stdout, check=True)
    patched = content(loose, "a.json")
    loose.write({"a.json": LOOSE})
    loose("fmt")
    assert content(loose, "a.json") == patched


def test_standard_input(run: Kifu) -> None:
    result = run("fmt", "-", stdin=LOOSE.encode())
    run.write({"a.json": LOOSE})
    run("fmt")
    assert (result.status, result.out) == (0, content(run, "a.json"))


def test_a_record_with_errors_is_named_and_left(run: Kifu) -> None:
    run.write({"a.json": KING, "b.json": WON[:-9], "c.json": LOOSE})
    result = run("fmt")
    assert result.status == 2
    first, second, summary = result.err.splitlines()
    assert first.startswith("kifu: a.json:2:89: not formatted: 1 error, the first: a king may not")
    assert second.startswith("kifu: b.json:2:106: not formatted: 1 error, the first: the string")
    assert summary == "1 file formatted, 2 files not formatted"
    assert content(run, "a.json") == KING


def test_a_file_whose_comments_would_be_lost_is_left(run: Kifu) -> None:
    text = YAML.read_text("utf-8")
    noted = text.replace("\nlog:", "\n# A note\nlog:")
    run.write({"a.yaml": noted, "b.yaml": text.replace(": ", ":   ", 1)})
    result = run("fmt")
    assert result.status == 0
    assert "kifu: a.yaml: not changed: it would lose 1 comment: # A note" in result.err
    assert content(run, "a.yaml") == noted
    assert content(run, "b.yaml") == text


def test_lines_stay_lines_and_their_ends_what_they_are(run: Kifu) -> None:
    line = json.dumps(json.loads(WON), ensure_ascii=False)
    crlf = LOOSE.replace("\n", "\r\n")
    run.write({"a.jsonl": f"{line}\n\n{line}", "b.json": crlf, "c.json": NO_WINNER})
    result = run("fmt")
    assert result.last == "3 files formatted"
    lines = content(run, "a.jsonl").splitlines()
    assert [kifu.loads(each) for each in lines] == [kifu.loads(WON)] * 2
    written = content(run, "b.json")
    assert written.count("\n") == written.count("\r\n") > 1


def test_the_examples_are_in_canonical_form(run: Kifu) -> None:
    for game in ("goita", "leduc", "mighty", "planowanie"):
        shutil.copytree(ROOT / "examples" / game, run.folder / game)
    result = run("fmt", "--check")
    assert result.status in (0, 1), result.err
    assert set(result.out.split("\n")) <= {"would be formatted: mighty/table.gibo", ""}


def test_nothing_to_format(run: Kifu, tmp_path: Path) -> None:
    assert run("fmt").status == 2
    assert run("fmt", "--allow-empty").status == 0
    missing = run("fmt", "missing.json")
    assert missing.status == 2
    assert "kifu: missing.json: No such file or directory" in missing.err


@pytest.fixture
def wrong(loose: Kifu) -> Kifu:
    """Files to format, one of them with an error."""
    loose.write({"old/king.json": KING})
    assert loose("fmt", "--check").status == 2
    return loose


ACCEPTED = {
    'ignore = ["G104"]': ("ignore", "G104"),
    '[severity]\nG104 = "warning"': ("severity", "G104=warning"),
    '[per-file-ignores]\nold = ["G1"]': ("per-file-ignores", "old:G1"),
    'baseline = "known.json"': ("baseline", "known.json"),
}


@pytest.mark.parametrize("configuration", ACCEPTED)
def test_a_file_whose_errors_are_accepted_is_left(wrong: Kifu, configuration: str) -> None:
    assert wrong("validate", "--write-baseline", "known.json").status == 0
    name, value = ACCEPTED[configuration]
    assert wrong("fmt", "--check", f"--{name}={value}").status == 1
    wrong.write({"kifu.toml": configuration})
    done = wrong("fmt", "-v")
    assert done.status == 0
    assert "kifu: old/king.json: not changed: 1 error accepted or ignored\n" in done.err
    assert "1 file already in canonical form, 1 file not changed (" in done.last
    assert content(wrong, "old/king.json") == KING
    named = wrong("fmt", "-", "--stdin-filename=old/king.json", stdin=KING.encode())
    assert (named.status, named.out) == (0, KING)
    other = wrong("fmt", "-", "--ignore=F001", stdin=b"# Notes\n")
    assert (other.status, other.out) == (0, "# Notes\n")


def test_a_second_error_is_not_accepted(wrong: Kifu) -> None:
    wrong("validate", "--write-baseline", "known.json")
    wrong.write({"old/new.json": KING})
    done = wrong("fmt", "--baseline", "known.json")
    assert done.status == 2
    assert [line for line in done.err.splitlines() if "old" in line] == [
        line for line in done.err.splitlines() if "old/new.json:2:89: not formatted: 1 err" in line
    ]


def test_a_file_with_errors_is_skipped_on_demand(wrong: Kifu) -> None:
    done = wrong("fmt", "-v", "--skip-invalid")
    assert done.status == 0
    assert "kifu: old/king.json: not changed: 1 error\n" in done.err
    assert content(wrong, "old/king.json") == KING


def test_quiet(wrong: Kifu) -> None:
    failed = wrong("fmt", "-q")
    assert (failed.status, len(failed.err.splitlines())) == (2, 1)
    assert wrong("fmt", "-q", "--ignore=G104").err == ""
    assert wrong("fmt", "-q", "notes.md", "--force-exclude", "--allow-empty").err == ""


def test_each_file_counts_once(run: Kifu) -> None:
    run.write({"a.json": LOOSE, "b.txt": HISTORY, "c.txt": HISTORY})
    (run.folder / "a.json").chmod(0o444)
    result = run("fmt", "a.json", "b.txt", "c.txt", "absent.json")
    assert result.status == 2
    assert result.last == "2 files already in canonical form, 2 files not formatted"
    assert content(run, "a.json") == LOOSE
