"""Messages of the command that are not about a record."""

import json

import pytest

from ..command import Kifu
from ..helpers import MODEL_A, goita
from .conftest import HISTORY


def test_a_slip_with_its_fix(run: Kifu) -> None:
    run.write({"a.txt": "87654321,87654321,55431111,43221111,s1,113,2P\n"})
    result = run("validate", "a.txt")
    assert result.status == 1
    assert "a.txt:1:45" in result.out
    assert "expected 2p, found '2P'" in result.out
    assert "fix: write 2p" in result.out


def test_a_merge_conflict_names_both_sides(run: Kifu) -> None:
    lines = ["<<<<<<< HEAD", HISTORY.strip(), "=======", HISTORY.strip(), ">>>>>>> theirs", ""]
    run.write({"a.txt": "\n".join(lines)})
    result = run("validate", "a.txt")
    assert "a.txt:1:1" in result.out
    assert "F008" in result.out
    assert "keep line 2 (HEAD), or line 4 (theirs), and remove the markers" in result.out


def test_a_merge_conflict_in_lines_of_json(run: Kifu) -> None:
    record = '{"format": "goita/json", "version": 1, "rounds": []}'
    lines = [record, "<<<<<<< HEAD", record, "=======", ">>>>>>> theirs", record, ""]
    run.write({"a.jsonl": "\n".join(lines)})
    result = run("validate", "a.jsonl")
    assert result.out.count("F008") == 1
    assert "keep line 3 (HEAD), or nothing (theirs)" in result.out


def test_nothing_could_be_read(run: Kifu) -> None:
    result = run("validate", "there-is-none.json")
    assert result.status == 2
    assert result.last == "nothing was checked (1 file could not be read)"


def test_some_of_it_could_be_read(run: Kifu) -> None:
    run.write({"a.txt": HISTORY})
    result = run("validate", "a.txt", "there-is-none.json")
    assert result.status == 2
    assert "nothing wrong in what could be read (1 file could not be read)" in result.last


def test_a_record_that_cannot_be_read_because_of_an_error_that_is_not_selected(run: Kifu) -> None:
    run.write({"a.txt": HISTORY, "b.json": goita(MODEL_A, version=7)})
    for jobs in ("1", "2"):
        result = run("validate", "--select", "G", "--jobs", jobs, "a.txt", "b.json")
        assert (result.status, result.out) == (0, "")
        found = "nothing wrong in what could be checked (1 record could not be checked)"
        assert result.last == f"2 files, 1 record, 1 round, 4 plies: {found}"
        assert "kifu: 1 record not checked: errors in the text are not reported" in result.err
    told = run("validate", "--select", "G", "-v", "a.txt", "b.json").err
    assert "kifu: b.json: not checked: errors in the text are not reported" in told
    report = run("validate", "--ignore", "S004", "--output-format", "json", "b.json").out
    assert json.loads(report)["summary"]["unchecked"] == 1
    assert "could not be checked" not in run("validate", "b.json").last


def test_a_record_that_is_not_there(run: Kifu) -> None:
    run.write({"a.txt": HISTORY})
    result = run("replay", "a.txt", "--record", "99")
    assert result.status == 2
    assert result.err == "kifu: a.txt: there is no record 99: the file has 1 record\n"


NEAREST: dict[tuple[str, ...], str] = {
    ("lsp", "--foo"): "option '--foo' is unknown; `kifu lsp --help` lists them all",
    ("rate", "--anchor"): "option '--anchor' is unknown; `kifu rate --help` lists them all",
    (
        "validate",
        "--select G2",
    ): "contains an option and its value: write --select=G2, or separate arguments",
    ("validate", "--ignore", "all"): '(did you mean "ALL"?)',
    ("rule", "G2O4"): "rule 'G2O4' is unknown (did you mean G204?)",
    ("rule", "goita-king-may-not-atack"): "(did you mean goita-king-may-not-attack?)",
    ("validate", "--output-format", "sarf"): "--output-format 'sarf' is unknown (did you mean "
    "sarif?)",
    ("rule", "--output-format", "jsn"): "--output-format 'jsn' is unknown (did you mean json?)",
    ("completion", "bsh"): "shell 'bsh' is unknown (did you mean bash?); expected one of bash, "
    "zsh, fish",
    ("completion",): "missing argument '{bash|zsh|fish}'. Choose from: bash, zsh, fish (`kifu comp",
}


@pytest.mark.parametrize("arguments", NEAREST)
def test_the_nearest_is_named(run: Kifu, arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert (result.status, result.out) == (2, "")
    assert NEAREST[arguments] in result.err
    assert "\\" not in result.err
