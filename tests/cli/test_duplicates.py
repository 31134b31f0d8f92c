import json

import kifu

from ..command import Kifu
from .conftest import KING, WON


def test_in_other_files_and_notations(run: Kifu, lines: str) -> None:
    third = kifu.convert(lines.splitlines()[1], "goita/yaml")
    run.write({"a.jsonl": lines, "b/c.yaml": third, "d.json": WON})
    assert run("validate").status == 0
    found = run("validate", "--duplicates", "--output-format", "concise")
    why = "this match is already in a.jsonl:2 (record 2)"
    assert found.out == f"b/c.yaml:1:1: warning R002 same-match-twice: {why}\n"
    assert found.status == 0
    assert found.last.endswith("3 files, 7 records, 30 rounds, 426 plies: 1 warning")
    strict = ("validate", "--duplicates", "--strict")
    assert run(*strict).status == 1
    for silent in (["--ignore", "R002"], ["--per-file-ignores", "b/*:R"], ["--select", "G"]):
        assert run(*strict, *silent).status == 0
    assert run(*strict, "b").status == 0


def test_reports_have_them_with_all_else(run: Kifu) -> None:
    run.write({"♠A.json": KING, "b.json": KING})
    done = run("validate", "--duplicates", "--output-format", "json")
    found = json.loads(done.stdout)["findings"]
    assert [(each["path"], each["code"]) for each in found] == [
        ("b.json", "G104"),
        ("♠A.json", "G104"),
        ("♠A.json", "R002"),
    ]
    assert found[2]["message"] == "this match is already in b.json:1"


def test_unreadable_records_are_not_compared(run: Kifu) -> None:
    broken = WON.replace('"winner": 0', '"winner": 0,,').replace("84-0", "8?-0")
    run.write({"a.json": WON, "b.json": broken, "c.json": WON.replace('"hands"', '"hunds"')})
    done = run("validate", "--duplicates", "--output-format", "concise")
    assert "R00" not in done.out
    assert done.status == 1


def test_not_while_mending(run: Kifu) -> None:
    done = run("validate", "--duplicates", "--fix")
    assert done.status == 2
    assert "--duplicates compares unfixed records: fix them first" in done.err
