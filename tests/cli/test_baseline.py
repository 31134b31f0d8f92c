"""`--write-baseline`, `--baseline` and `--prune-baseline`: only new findings are reported."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from kifu.cli.report import REPORTS

from ..command import Kifu
from ..imports import ROOT
from .conftest import KING, NO_WINNER, WON

LINES = {name: text.replace("\n", "") + "\n" for name, text in {"won": WON, "king": KING}.items()}
BASE = "known.json"


@pytest.fixture
def archive(run: Kifu) -> Kifu:
    """An archive with three findings, all in the baseline."""
    run.write(
        {"old/a.json": KING, "old/b.json": NO_WINNER, "c.jsonl": LINES["won"] + LINES["king"]}
    )
    written = run("validate", "--write-baseline", BASE)
    assert (written.status, written.out) == (0, "")
    assert written.err.splitlines()[0] == f"kifu: 3 known findings written to {BASE}"
    return run


def accepted(run: Kifu, *more: str) -> tuple[int, str, str]:
    done = run("validate", "--baseline", BASE, *more)
    return done.status, done.out, done.err.splitlines()[-1]


def listed(run: Kifu) -> list[tuple[str, str, int]]:
    known = json.loads((run.folder / BASE).read_text())["findings"]
    return [(each["path"], each["code"], each["count"]) for each in known]


def test_known_findings_are_accepted(archive: Kifu) -> None:
    status, out, last = accepted(archive, "--strict")
    assert (status, out) == (0, "")
    assert last.endswith(": nothing new (3 known findings accepted, 1 other file skipped)")
    assert listed(archive) == [("c.jsonl", "G104", 1), ("old/a.json", "G104", 1), *B]


B = [("old/b.json", "G202", 1)]


def test_a_new_finding_fails_and_only_it_is_reported(archive: Kifu) -> None:
    archive.write({"new.json": KING})
    for style in REPORTS:
        done = archive("validate", "--baseline", BASE, "--output-format", style)
        assert done.status == 1
        assert ("new.json" in done.out, "G202" in done.out) == (True, False)
    report = json.loads(archive("validate", "--baseline", BASE, "--output-format=json").out)
    counts = report["summary"]
    assert (counts["errors"], counts["accepted"], counts["gone"]) == (1, 3, 0)


def test_lines_and_records_may_move(archive: Kifu) -> None:
    moved = json.dumps(json.loads(KING), indent=3, ensure_ascii=False)
    archive.write({"old/a.json": moved, "c.jsonl": LINES["won"] * 3 + LINES["king"]})
    assert accepted(archive)[:2] == (0, "")


def test_the_same_mistake_a_second_time_is_new(archive: Kifu) -> None:
    archive.write({"c.jsonl": LINES["king"] + LINES["won"] + LINES["king"]})
    status, out, _ = accepted(archive)
    assert status == 1
    assert out.count("G104") == 1
    assert "c.jsonl:3:" in out


def test_writing_again_gives_the_same_bytes(archive: Kifu) -> None:
    before = (archive.folder / BASE).read_bytes()
    archive.write({"c.jsonl": LINES["won"] * 2 + LINES["king"]})
    assert archive("validate", "c.jsonl", ".", "--write-baseline", BASE).status == 0
    assert (archive.folder / BASE).read_bytes() == before
    inside = Kifu(archive.folder / "old")
    assert inside("validate", "..", "--write-baseline", f"../{BASE}").status == 0
    assert (archive.folder / BASE).read_bytes() == before


def test_paths_hold_from_any_folder(archive: Kifu) -> None:
    inside, outside = Kifu(archive.folder / "old"), Kifu(archive.folder.parent)
    name = archive.folder.name
    assert inside("validate", "--baseline", f"../{BASE}").status == 0
    assert outside("validate", name, "--baseline", f"{name}/{BASE}").status == 0
    whole = str(archive.folder / "old" / "a.json")
    assert outside("validate", whole, "--baseline", f"{name}/{BASE}").status == 0
    (archive.folder.parent / "link").symlink_to(archive.folder)
    assert outside("validate", "link/old", "--baseline", f"{name}/{BASE}").status == 0


def test_findings_that_are_gone_are_reported_and_pruned_only_on_request(archive: Kifu) -> None:
    archive.write({"old/a.json": WON})
    (archive.folder / "c.jsonl").unlink()
    before = (archive.folder / BASE).read_bytes()
    done = archive("validate", "--baseline", BASE)
    assert done.status == 0
    first, second, third = done.err.splitlines()[:3]
    assert first.startswith("kifu: c.jsonl: gone: G104 goita-king-may-not-attack: a king")
    assert second.startswith("kifu: old/a.json: gone: G104 goita-king-may-not-attack: a king")
    advice = f"use `--prune-baseline` to update {BASE}"
    assert third == f"kifu: 2 known findings gone: {advice}"
    assert (archive.folder / BASE).read_bytes() == before
    pruned = archive("validate", "--baseline", BASE, "--prune-baseline")
    assert (pruned.status, listed(archive)) == (0, B)
    assert f"kifu: 2 known findings removed from {BASE}" in pruned.err
    assert "gone" not in archive("validate", "--baseline", BASE).err


def test_only_what_was_looked_at_is_gone(archive: Kifu) -> None:
    archive.write({"old/a.json": WON})
    (archive.folder / "c.jsonl").unlink()
    for arguments in [("old/b.json",), ("--ignore", "G1"), ("--exclude", "a.json", "old")]:
        done = archive("validate", "--baseline", BASE, "--prune-baseline", *arguments)
        assert (done.status, len(listed(archive))) == (0, 3)
    archive("validate", "old", "--baseline", BASE, "--prune-baseline")
    assert [path for path, _, _ in listed(archive)] == ["c.jsonl", "old/b.json"]


@pytest.mark.parametrize("damaged", ["", WON[:-2] + ",]}", "not a record"])
def test_nothing_is_gone_from_a_file_that_cannot_be_read(archive: Kifu, damaged: str) -> None:
    archive.write({"old/a.json": damaged})
    done = archive("validate", "old/a.json", "--baseline", BASE, "--prune-baseline")
    assert (done.status, len(listed(archive))) == (1, 3)
    assert "gone" not in done.err


def test_a_baseline_of_a_part_leaves_the_rest(archive: Kifu) -> None:
    archive.write({"old/a.json": WON, "old/new.json": KING})
    assert archive("validate", "old", "--write-baseline", BASE).status == 0
    assert [path for path, _, _ in listed(archive)] == ["c.jsonl", "old/b.json", "old/new.json"]


def test_a_renamed_file_is_known_and_pruning_names_it_anew(archive: Kifu) -> None:
    (archive.folder / "old").rename(archive.folder / "older")
    pruned = archive("validate", "--baseline", BASE, "--prune-baseline")
    assert (pruned.status, pruned.out) == (0, "")
    assert f"kifu: {BASE} was updated; nothing was removed\n" in pruned.err
    assert "taken out" not in archive("validate", "--baseline", BASE, "--prune-baseline").err
    assert [path for path, _, _ in listed(archive)] == ["c.jsonl", "older/a.json", "older/b.json"]
    archive.write({"copy.json": KING})
    assert accepted(archive)[0] == 1


def test_it_can_be_configured(archive: Kifu) -> None:
    archive.write({"kifu.toml": f'baseline = "{BASE}"\n'})
    inside = Kifu(archive.folder / "old")
    assert archive("validate").status == inside("validate", "b.json", "--strict").status == 0
    assert archive("validate", "--baseline", "").status == 1
    shown = json.loads(archive("config", "--output-format", "json").out)["keys"]["baseline"]
    assert shown == {"value": BASE, "from": [{"value": BASE, "origin": "kifu.toml:1"}]}
    (archive.folder / BASE).unlink()
    assert archive("validate").status == 2
    assert archive("validate", "--write-baseline", BASE).status == 0
    assert archive("validate").status == 0


def test_it_is_no_record(archive: Kifu) -> None:
    archive.write({"kifu.toml": '[formats]\n"*.json" = "goita/json"\n'})
    (archive.folder / "old" / "known.jsonl").write_bytes((archive.folder / BASE).read_bytes())
    assert accepted(archive)[:2] == (0, "")
    assert archive("validate", "--write-baseline", BASE).status == 0
    assert {path for path, _, _ in listed(archive)} == {"c.jsonl", "old/a.json", "old/b.json"}
    assert "known" not in archive("fmt", "--check").err
    named = archive("validate", "--baseline", BASE, "old", "c.jsonl", BASE, "old/known.jsonl")
    assert (named.status, named.out) == (0, "")
    assert named.last.endswith("nothing new (3 known findings accepted, 2 other files skipped)")
    alone = archive("validate", BASE)
    assert (alone.status, "so nothing was checked" in alone.err) == (2, True)


def test_fixes_are_made_of_known_findings_too(archive: Kifu) -> None:
    shown = archive("validate", "--baseline", BASE, "--diff", "--unsafe-fixes")
    assert (shown.status, "-" in shown.out) == (0, True)
    assert "fixable" not in archive("validate", "--baseline", BASE).err
    done = archive("validate", "--baseline", BASE, "--fix", "--unsafe-fixes", "--prune-baseline")
    assert (done.status, done.out) == (0, "")
    assert ("old/b.json", "G202", 1) not in listed(archive)


def test_standard_input_is_known_by_its_name(archive: Kifu) -> None:
    named = archive(
        "validate", "--baseline", BASE, "--stdin-filename=old/a.json", stdin=KING.encode()
    )
    assert named.status == 0
    assert archive("validate", "-", "--baseline", BASE, stdin=KING.encode()).status == 1
    written = archive("validate", "-", "--write-baseline", "other.json", stdin=KING.encode())
    assert (written.status, "G104" in written.out) == (1, True)


def test_a_file_that_cannot_be_read_keeps_its_known_findings(archive: Kifu) -> None:
    path = archive.folder / "old" / "a.json"
    path.unlink()
    path.symlink_to("a.json")
    done = archive("validate", "old/a.json", "old/b.json", "--baseline", BASE, "--prune-baseline")
    assert (done.status, len(listed(archive))) == (2, 3)


def test_a_sudden_change_of_the_baseline_is_not_overwritten(archive: Kifu, tmp_path: Path) -> None:
    from kifu.archive.baseline_file import BaselineFile
    from kifu.archive.settings import Project

    file = BaselineFile(str(tmp_path / BASE), Project().settings(str(tmp_path)))
    archive.write({BASE: "{}"})
    file.search(str(tmp_path))
    for each in ("old/a.json", "old/b.json", "c.jsonl"):
        file.look_at(str(tmp_path / each), Project().settings(str(tmp_path)))
    with pytest.raises(OSError, match="has changed since it was read"):
        file.write()
    assert (tmp_path / BASE).read_text() == "{}"


@pytest.fixture
def twins(run: Kifu) -> Kifu:
    """An archive with the same match in two files, listed in the baseline."""
    run.write({"games/a.json": WON, "games/b.json": WON})
    assert run("validate", "--duplicates", "--write-baseline", BASE).status == 0
    assert listed(run) == TWICE
    return run


TWICE = [("games/b.json", "R002", 1)]
COMPARED = ("--duplicates", "--strict")


def test_a_match_that_stands_twice_is_known_from_any_folder(twins: Kifu) -> None:
    before = (twins.folder / BASE).read_bytes()
    inside = Kifu(twins.folder / "games")
    known = inside("validate", "--baseline", f"../{BASE}", *COMPARED)
    assert (known.status, known.out) == (0, "")
    assert inside("validate", "..", "--duplicates", "--write-baseline", f"../{BASE}").status == 0
    assert (twins.folder / BASE).read_bytes() == before


def test_a_match_that_stands_twice_is_known_under_other_names(twins: Kifu) -> None:
    games = twins.folder / "games"
    (games / "a.json").rename(games / "z.json")
    assert accepted(twins, *COMPARED, "--prune-baseline")[:2] == (0, "")
    assert listed(twins) == [("games/z.json", "R002", 1)]


@pytest.mark.parametrize("name", ["games/0.json", "games/z.json"])
def test_a_third_copy_is_new(twins: Kifu, name: str) -> None:
    twins.write({name: WON})
    found = twins("validate", "--baseline", BASE, *COMPARED, "--output-format", "concise")
    assert (found.status, found.out.count("R002")) == (1, 1)


def test_saves_of_a_match_are_known_in_any_order(run: Kifu) -> None:
    save = WON.replace("-0-0-0-11", "").replace(' "winner": 0', ' "winner": -1')
    run.write({"a.json": save, "b.json": WON})
    found = run("validate", "--duplicates", "--write-baseline", BASE)
    assert ("b.json", "R003", 1) in listed(run), found
    (run.folder / "a.json").rename(run.folder / "c.json")
    assert accepted(run, *COMPARED)[:2] == (0, "")


PARTS = [
    ("games",),
    ("games/b.json", "--duplicates"),
    ("games", "--duplicates", "--exclude", "a.json"),
    ("games", "--duplicates", "--ignore", "R002"),
]


@pytest.mark.parametrize("arguments", PARTS)
def test_findings_not_compared_are_not_gone(twins: Kifu, arguments: tuple[str, ...]) -> None:
    before = (twins.folder / BASE).read_bytes()
    assert "gone" not in twins("validate", *arguments, "--baseline", BASE).err
    twins("validate", *arguments, "--baseline", BASE, "--prune-baseline")
    twins("validate", *arguments, "--write-baseline", BASE)
    assert (twins.folder / BASE).read_bytes() == before


@pytest.mark.parametrize("gone", ["a.json", "b.json"])
def test_a_match_that_stands_twice_no_more_is_gone(twins: Kifu, gone: str) -> None:
    (twins.folder / "games" / gone).unlink()
    done = twins("validate", "games", "--duplicates", "--baseline", BASE)
    why = "games/b.json: gone: R002 same-match-twice: the other record is in games/a.json"
    assert done.err.splitlines()[0] == f"kifu: {why}"


@pytest.mark.parametrize("style", ["gitlab", "sarif"])
def test_reports_know_a_match_that_stands_twice(twins: Kifu, style: str) -> None:
    (twins.folder / ".git").mkdir()
    marks = {
        mark
        for folder in ("", "games")
        for mark in re.findall(
            r"[0-9a-f]{64}",
            Kifu(twins.folder / folder)("validate", "--duplicates", "--output-format", style).out,
        )
    }
    assert len(marks) == 1


WHOLE = '{{"format": "kifu/baseline", "version": 1, "findings": [{}]}}'
BROKEN = {
    "": f"{BASE}:1:1: this is not JSON: expecting value",
    "<<<<<<< ours\n": f"{BASE}:1: a merge conflict was left here: keep one side",
    '{\n"format": "kifu/baseline",\n=======\n>>>>>>> b\n}': f"{BASE}:4: a merge conflict was left",
    '{"<<<<<<< ours": }': f"{BASE}:1:18: this is not JSON",
    '{\n"format": "kifu/baseline",\n}': f"{BASE}:3:1: this is not JSON",
    "\xff": f"{BASE}:1: this is not UTF-8, as a baseline must be",
    "[" * 100_000: f"{BASE}: this is not a baseline",
    "[]": f'{BASE}: this is not a baseline: expected "format": "kifu/baseline"',
    WON: f'{BASE}: this is not a baseline: expected "format": "kifu/baseline"',
    '{"format": "kifu/baseline", "version": 2, "new": 1}': (
        f"{BASE}: this baseline was written by a later kifu: it has version 2, but this kifu only "
        "knows 1"
    ),
    WHOLE.format('{"path": "a"}'): f"{BASE}: findings[0] is wrong: object missing required field",
    WHOLE.format("1"): f"{BASE}: findings[0] is wrong: expected object, got int",
}


@pytest.mark.parametrize("text", BROKEN)
@pytest.mark.parametrize("option", ["--baseline", "--write-baseline"])
def test_a_broken_baseline(run: Kifu, text: str, option: str) -> None:
    data = text.encode("latin-1" if text == "\xff" else "utf-8")
    run.write({"a.json": KING, BASE: data})
    done = run("validate", "a.json", option, BASE)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"kifu: {BROKEN[text]}")
    assert len(done.err.splitlines()) == 1
    assert (run.folder / BASE).read_bytes() == data


def test_a_link_out_of_the_tree(run: Kifu, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "x.json"
    elsewhere.write_text(WHOLE.format(""))
    run.write({"a.json": KING, "kifu.toml": f'baseline = "{BASE}"\n'})
    (run.folder / BASE).symlink_to(elsewhere)
    for arguments in [(), ("--baseline", BASE), ("--write-baseline", BASE)]:
        done = run("validate", *arguments)
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith(f"kifu: {BASE}: this link leads out of ")
    assert elsewhere.read_text() == WHOLE.format("")


REFUSED: dict[tuple[str, ...], str] = {
    ("--baseline", "none.json"): "none.json: there is no such baseline: `--write-baseline` writes",
    ("--baseline", "old"): "old: Is a directory",
    ("--write-baseline", ""): "--write-baseline: name a file, such as kifu-baseline.json",
    ("--write-baseline", "-"): "--write-baseline: name a file, such as kifu-baseline.json",
    ("--write-baseline", "old"): "old: this is a folder, not a file",
    ("--write-baseline", "none/x.json"): "none/x.json: the folder none does not exist",
    (
        "--write-baseline",
        "x.json.gz",
    ): "x.json.gz: baselines cannot be compressed: choose another name",
    ("--write-baseline", "old/a.json"): "old/a.json: this is not a baseline",
    ("--report", f"json={BASE}"): f"{BASE}: this is a baseline, and a report never replaces it",
    ("--write-baseline", "x", "--report", "json=x"): "x: this is going to be the baseline, and a "
    "report",
    ("--prune-baseline",): "--prune-baseline needs a baseline: name it with --baseline",
    ("--baseline", BASE, "--write-baseline", BASE): "--write-baseline and --baseline cannot be "
    "used",
    ("--diff", "--write-baseline", "x"): "--diff writes no files, but --write-baseline does",
}


@pytest.mark.parametrize("arguments", REFUSED)
def test_invalid_baselines(archive: Kifu, arguments: tuple[str, ...]) -> None:
    before = sorted(os.listdir(archive.folder))
    done = archive("validate", *arguments)
    assert (done.status, done.out) == (2, "")
    assert REFUSED[arguments] in done.last
    assert sorted(os.listdir(archive.folder)) == before


def test_findings_stay_known_after_formatting(run: Kifu) -> None:
    shutil.copytree(ROOT / "conformance/files/mighty/gibo", run.folder / "gibo")
    shutil.copytree(ROOT / "conformance/files/goita/json-2015", run.folder / "2015")
    run.write({"table.gibo": (ROOT / "examples/mighty/table.gibo").read_text("utf-8")})
    # Errors that prevent formatting are a separate matter.
    more = ["--strict", "--suggest=0", "--baseline=known.json"]
    assert run("validate", ".", "--write-baseline", "known.json", "--suggest=0").status == 0
    assert re.search(r"^[1-9]\d* files? formatted", run("fmt", ".").err, re.MULTILINE)
    assert run("validate", ".", *more).status == 0
