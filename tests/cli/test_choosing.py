"""Options that select and configure files, shared by `kifu validate` and other commands."""

import gzip
import json
import os
import subprocess
from pathlib import Path

import pytest

from ..command import Kifu
from .conftest import HISTORY, KING, NO_WINNER, WON

CLEAN = "1 file, 1 record, 1 round, 13 plies: nothing wrong"


def found(run: Kifu, *arguments: str) -> list[tuple[str, str]]:
    """Return the codes and severities that `kifu validate` reports."""
    out = run("validate", "--output-format", "json", "--suggest", "0", *arguments).stdout
    return [(each["code"], each["severity"]) for each in json.loads(out)["findings"]]


def test_ignored_findings_do_not_count(run: Kifu) -> None:
    run.write({"a.json": KING, "b.json": NO_WINNER})
    assert found(run) == [("G104", "error"), ("G202", "warning")]
    ignored = run("validate", "--ignore", "goita-king-may-not-attack", "--strict", "a.json")
    assert (ignored.status, ignored.out) == (0, "")
    assert ignored.last.endswith(": nothing wrong")
    assert found(run, "--select", "G2") == [("G202", "warning")]
    assert found(run, "--severity", "G1=note,G202=error") == [("G104", "note"), ("G202", "error")]
    assert run("validate", "--severity", "G104=warning").status == 0
    assert run("validate", "b.json", "--severity", "G202=error").status == 1
    assert found(run, "--per-file-ignores", "a*:G104") == [("G202", "warning")]
    assert found(run, "--per-file-ignores", "!a*:G") == [("G104", "error")]


def test_a_configuration_does_the_same(run: Kifu) -> None:
    run.write({"games/a.json": KING, "games/b.json": NO_WINNER, "x.md": ""})
    run.write({"pyproject.toml": '[tool.kifu]\nignore = ["G104"]\nseverity.G2 = "error"\n'})
    assert found(run) == [("G202", "error")]
    assert found(run, "--isolated") == [("G104", "error"), ("G202", "warning")]
    assert found(run, "--select", "ALL") == [("G104", "error"), ("G202", "error")]
    assert found(run, "--config", 'ignore = ["G2"]') == []
    run.write({"games/kifu.toml": "select = []"})
    assert found(run) == []
    assert found(run, "--config", "pyproject.toml") == [("G202", "error")]


def test_an_unreadable_file_is_not_ignored_implicitly(run: Kifu) -> None:
    run.write({"a.json": '{"format": "goita/json", "rounds": [', "b.gibo": "x"})
    codes = [code for code, _ in found(run, "--select", "M", "--ignore", "F,ALL")]
    assert codes == ["F101", "F001"]
    assert found(run, "--ignore", "F101,unknown-notation", "--select", "M") == []


def test_a_wrong_configuration_is_one_line(run: Kifu) -> None:
    run.write({"a.json": KING, "deep/er/b.json": KING, "deep/kifu.toml": 'ingore = ["G"]'})
    result = run("validate")
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith(
        'kifu: deep/kifu.toml:1:1: "ingore" is not a configuration key (did you mean "ignore"?)'
    )
    assert len(result.err.splitlines()) == 1
    for arguments, why in [
        (["--select", "G9"], '--select: "G9" is not a code, a name or a prefix of codes'),
        (["--config", "missing.toml"], "missing.toml: No such file or directory"),
        (["--severity", "G1=bad"], '--severity: "bad" is not a severity'),
        (["--exclude", "{a"], '--exclude: the pattern "{a" is invalid'),
    ]:
        result = run("validate", *arguments)
        assert (result.status, len(result.err.splitlines())) == (2, 1)
        assert result.err.startswith(f"kifu: {why}")
    result = run("validate", "--severity", "G1")
    assert (result.status, "'G1' has no '=': write CODE=SEVERITY" in result.err) == (2, True)


def test_a_notation_by_pattern(run: Kifu) -> None:
    run.write({"a.txt": HISTORY, "b.md": "no record\n", "c.gibo.gz": gzip.compress(b"x")})
    run.write({"kifu.toml": '[formats]\n"*.txt" = "goita/json"\n'})
    assert ("F101", "error") in found(run, "a.txt")
    assert found(run, "a.txt", "--format", "goita/history") == []
    assert found(run, "b.md", "c.gibo.gz") == [("F001", "error"), ("F001", "error")]
    (text,) = found(run, "b.md", "--config", 'formats={"*.md"="goita/history"}')
    assert text == ("F301", "error")
    assert run("convert", "a.txt", "--to", "goita/json").status == 1
    assert run("convert", "a.txt", "--to", "goita/json", "--isolated").status == 0


def test_other_than_regular_files_are_named(run: Kifu) -> None:
    run.write({"a.json": WON})
    os.mkfifo(run.folder / "pipe.json")
    quiet, told = run("validate"), run("validate", "-v")
    assert quiet.err == f"{CLEAN}\n"
    assert told.err == f"kifu: pipe.json: left out, not a regular file\n{CLEAN}\n"


def test_lists_of_files(run: Kifu) -> None:
    run.write({"a.json": KING, "b c.json": NO_WINNER, "d.md": "no record", "list": "b c.json\n"})
    assert found(run, "--files-from", "list") == [("G202", "warning")]
    run.write({"list": "a.json\0b c.json\0"})
    assert len(found(run, "--files-from", "list")) == 2
    assert len(found(run, "--files-from", "list", "d.md")) == 3
    piped = run("validate", "--files-from", "-", stdin=b"a.json\n")
    assert (piped.status, piped.last[:6]) == (1, "1 file")
    run.write({"empty": ""})
    for name, done in {"validate": "checked", "fmt": "formatted"}.items():
        none = run(name, "--files-from", "empty")
        assert (none.status, none.out) == (2, "")
        assert none.err.splitlines()[0] == f"kifu: no file was named, so nothing was {done}"
        run.write({"others": "empty\n" * 2 + "list\n"})
        none = run(name, "--files-from", "others", "--force-exclude")
        why = "no records found in empty, empty, list"
        assert none.err.splitlines()[0] == f"kifu: {why}, so nothing was {done}"
    assert run("validate", "--files-from", "empty", "--allow-empty").status == 0
    missing = run("validate", "--files-from", "missing")
    assert (missing.status, missing.err) == (2, "kifu: missing: No such file or directory\n")
    unnamed = run("validate", "--files-from=", "a.json")
    due = "--files-from: name a file, or - for standard input"
    assert (unnamed.status, unnamed.err) == (2, f"kifu: {due}\n")
    twice = run("validate", "--files-from", "-", "-")
    assert (twice.status, "both a record and a list" in twice.err) == (2, True)
    for name in ("convert", "rate"):
        more = ["--to", "goita/json"] if name == "convert" else []
        nothing = run(name, *more)
        assert (nothing.status, "no file is named" in nothing.err) == (2, True)
        assert run(name, *more, "--files-from", "list").err != nothing.err


def test_lists_that_others_make(run: Kifu) -> None:
    """Files named by pre-commit that are excluded, or are not records, are skipped."""
    run.write({"a.json": WON, "b.md": "no record", "vendor/c.json": KING, "d.gibo": "x"})
    named = ["a.json", "b.md", "vendor/c.json"]
    assert [code for code, _ in found(run, *named, "--exclude", "vendor")] == ["F001", "G104"]
    forced = run("validate", *named, "--exclude", "vendor", "--force-exclude", "-v")
    assert (forced.status, forced.out) == (0, "")
    assert forced.last == f"{CLEAN} (1 other file skipped)"
    assert 'vendor/c.json: left out, excluded by "vendor" (option --exclude)' in forced.err
    assert run("validate", "d.gibo", "--force-exclude").status == 1
    run.write({"kifu.toml": "force-exclude = true"})
    assert run("validate", "a.json", "b.md").status == 0
    assert run("validate", "a.json", "b.md", "--no-force-exclude").status == 1
    (run.folder / "kifu.toml").unlink()
    assert run("validate", "b.md", "--force-exclude").status == 2
    assert run("validate", "b.md", "--force-exclude", "--allow-empty").status == 0


def test_standard_input_with_a_name(run: Kifu) -> None:
    run.write({"old/kifu.toml": 'ignore = ["G104"]\n[formats]\n"*.gibo" = "mighty/gibo"\n'})
    king = KING.encode()
    assert run("validate", "-", stdin=king).out.startswith("<stdin>:2:89: error G104")
    assert run("validate", "-", "--stdin-filename", "new/a.json", stdin=king).out.startswith(
        "new/a.json:2:89: error G104"
    )
    assert run("validate", "--stdin-filename", "old/a.json", stdin=king).status == 0
    gibo = run("validate", "-", "--stdin-filename", "old/a.gibo", stdin=king)
    assert gibo.out.startswith("old/a.gibo:1:1: error F301")
    lines = run(
        "validate", "-", "--stdin-filename", "a.jsonl", stdin=KING.replace("\n", "").encode()
    )
    assert lines.out.startswith("a.jsonl:1:")
    wrong = run("validate", "a.json", "--stdin-filename", "a.json")
    assert (wrong.status, "--stdin-filename needs standard input" in wrong.err) == (2, True)


def git(folder: Path, *words: str) -> None:
    user = ("-c", "user.name=a", "-c", "user.email=a@b")
    subprocess.run(["git", *user, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(run: Kifu, tmp_path: Path) -> Path:
    run.write({"a.json": KING, "b.json": WON, "build/c.json": KING, ".gitignore": "build/\n"})
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", "--all")
    git(tmp_path, "commit", "--quiet", "--message", "x")
    return tmp_path


def test_a_repository(run: Kifu, repository: Path) -> None:
    assert run("validate").last.startswith("2 files, 2 records")
    assert run("validate", "--no-respect-gitignore").last.startswith("3 files, 3 records")
    nothing = run("validate", "--changed-since", "HEAD")
    assert nothing.status == 0
    assert nothing.err.startswith(
        "kifu: no records have changed since HEAD, so nothing was checked"
    )
    run.write({"d/new.json": NO_WINNER})
    assert found(run, "--changed-since", "HEAD") == [("G202", "warning")]
    unknown = run("validate", "--changed-since", "nowhere")
    assert unknown.status == 2
    assert unknown.err.startswith("kifu: --changed-since nowhere: there is no such revision in ")
    git(repository, "branch", "old")
    assert run("validate", "--changed-since", "old", "b.json").status == 0


def test_a_link_out_of_the_tree_is_not_a_configuration(run: Kifu, tmp_path: Path) -> None:
    run.write({"secret": "password", "tree/a.json": KING})
    (tmp_path / "tree" / "kifu.toml").symlink_to("../secret")
    result = run("validate", "tree")
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith("kifu: tree/kifu.toml: this link leads out of tree: ")
    assert "password" not in result.err
    assert run("validate", "tree", "--isolated").status == 1


# Rule options for records that do not state them

MATCH = (Path(__file__).parents[2] / "examples" / "goita" / "match.json").read_text("utf-8")


def test_rule_options_by_pattern(run: Kifu) -> None:
    says_so = MATCH.replace('"rounds"', '"rules": {}, "rounds"', 1)
    run.write({"old/a.json": MATCH, "b.json": MATCH, "old/d.json": says_so})
    run.write({"kifu.toml": '[rule-options."old"]\ngoita = {target = 50}\n'})
    assert found(run, "old/a.json") == [("G504", "error")]
    assert found(run, "b.json", "old/d.json") == []
    assert found(run, "old/a.json", "--isolated") == []
    piped = run("validate", "-", "--stdin-filename", "old/x.json", stdin=MATCH.encode())
    assert piped.out.startswith("old/x.json:11:5: error G504")
    converted = run("convert", "old/a.json", "--to", "goita/json", "-o", "e.json")
    assert (converted.status, converted.err) == (0, "")
    assert '"rules": {"target": 50}' in (run.folder / "e.json").read_text("utf-8")
    assert found(run, "e.json") == [("G504", "error")]
    assert "target: 50" in run("replay", "old/a.json").out
    assert "to 50 points" not in run("replay", "b.json").out


def test_options_are_assumed_only_while_a_file_is_read(run: Kifu) -> None:
    run.write({"old/a.json": MATCH, "z.json": MATCH})
    run.write({"kifu.toml": '[rule-options."old"]\ngoita = {target = 50}\n'})
    out = run("validate", "old", "z.json").out
    assert (out.count("G504"), out.count("z.json")) == (1, 0)


def test_wrong_rule_options(run: Kifu) -> None:
    for options, why in [
        ("leduc = {}", ":2:1: records of leduc have no options"),
        ("gota = {}", ':2:1: "gota" is not a game (did you mean "goita"?)'),
        ("goita = 3", ":2:1: this must be a table of options of this game, not an integer"),
        ("\ngoita.target = 'x'", ":3:7: not a value of this option: Expected int, got str"),
        ("goita.targt = 3", ':2:7: "targt" is not an option of goita (did you mean "target"?)'),
        (
            'mighty.preset = "x"',
            ":2:8: not a value of this option: there is no preset 'x': presets",
        ),
    ]:
        run.write({"kifu.toml": f'[rule-options."*"]\n{options}\n'})
        result = run("validate")
        assert (result.status, len(result.err.splitlines())) == (2, 1)
        assert result.err.startswith(f"kifu: kifu.toml{why}")
