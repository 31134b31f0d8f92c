import gzip
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ..command import Kifu
from .conftest import HISTORY, KING, NO_WINNER, WON

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

CLEAN = "1 file, 1 record, 1 round, 13 plies: nothing wrong"


def test_a_sound_file_says_nothing(run: Kifu) -> None:
    run.write({"a.json": WON})
    result = run("validate", "a.json")
    assert (result.status, result.out, result.last) == (0, "", CLEAN)


def test_the_current_folder_is_the_default(run: Kifu) -> None:
    run.write({"a.json": WON, "deep/er/b.txt": HISTORY, "c.md": "# Records\n"})
    result = run("validate")
    assert result.status == 0
    assert result.last.startswith("2 files, 2 records, 2 rounds, 17 plies: nothing wrong")
    assert "1 other file skipped" in result.last


@pytest.mark.parametrize("name", ["-", "/dev/stdin"])
def test_standard_input(run: Kifu, name: str) -> None:
    result = run("validate", name, stdin=WON.encode())
    assert (result.status, result.last) == (0, CLEAN)
    wrong = run("validate", name, stdin=KING.encode())
    assert wrong.status == 1
    assert wrong.out.startswith(f"{'<stdin>' if name == '-' else name}:2:")


def test_a_finding_has_its_line_and_a_caret(run: Kifu) -> None:
    run.write({"a.json": KING})
    result = run("validate", "a.json")
    head, message, line, caret, *_ = result.out.splitlines()
    assert result.status == 1
    assert head == "a.json:2:89: error G104 goita-king-may-not-attack (round 1, ply 1, player 0)"
    assert message.startswith("  a king may not attack yet: ")
    assert line.startswith("    | ")
    assert line[caret.index("^")] == "1"
    assert caret.count("^") == 1


def test_the_caret_stands_right_after_wide_characters_and_tabs(run: Kifu) -> None:
    run.write({"a.json": '{"rounds": [],\t"hands": 1, "ごいた": 1, "王": 2}'})
    *_, line, caret = run("validate", "a.json", "--format", "goita/json").out.splitlines()
    before = line[: line.index('"王"')]
    assert caret.index("^") == len(before) + len("ごいた")
    assert caret.count("^") == len('"王"') + 1
    assert "\t" not in line


def test_a_fix_is_offered(run: Kifu) -> None:
    run.write({"a.json": NO_WINNER})
    assert "  fix: name the winner\n" in run("validate", "a.json").out


def test_json(run: Kifu) -> None:
    run.write({"a.json": KING, "b.json": NO_WINNER, "c.json": WON, "d.md": "no record"})
    result = run("validate", ".", "--output-format", "json")
    assert result.status == 1
    report: dict[str, Any] = json.loads(result.stdout)
    assert set(report) == {"findings", "summary"}
    assert report["summary"] == {
        "files": 3,
        "records": 3,
        "rounds": 3,
        "plies": 27,
        "errors": 1,
        "warnings": 1,
        "notes": 0,
        "accepted": 0,
        "gone": 0,
        "skipped": 1,
        "unread": 0,
        "unchecked": 0,
    }
    king, winner = report["findings"]
    assert king == {
        "code": "G104",
        "name": "goita-king-may-not-attack",
        "url": None,
        "record": 1,
        "severity": "error",
        "message": king["message"],
        "path": "a.json",
        "line": 2,
        "column": 89,
        "end_line": 2,
        "end_column": 90,
        "pointer": "/rounds/0/record",
        "round": 1,
        "ply": 1,
        "player": 0,
        "fix": king["fix"],
        "suggestions": king["suggestions"],
    }
    (edit,) = winner["fix"]["edits"]
    assert winner["fix"]["message"] == "name the winner"
    assert set(edit) == {"line", "column", "end_line", "end_column", "text"}
    assert "3 files" in result.last


def test_rules_are_linked_to_a_site(run: Kifu) -> None:
    run.write({"a.json": KING, "kifu.toml": 'docs-url = "https://example.org/kifu/"'})
    (found,) = json.loads(run("validate", "--output-format", "json").stdout)["findings"]
    assert found["url"] == "https://example.org/kifu/rules/G104/"
    wrong = run("validate", "--config", 'docs-url = "example.org"')
    assert (wrong.status, '"example.org" is not an address' in wrong.err) == (2, True)


def test_json_without_findings(run: Kifu) -> None:
    run.write({"a.json": WON})
    assert json.loads(run("validate", "--output-format", "json").stdout)["findings"] == []


def test_strict_counts_warnings(run: Kifu) -> None:
    run.write({"a.json": NO_WINNER})
    assert run("validate", "a.json").status == 0
    assert run("validate", "a.json", "--strict").status == 1


def test_input_that_is_not_a_record(run: Kifu) -> None:
    run.write({"notes/a.md": "Once upon a time.\n", "notes/b.png": bytes(range(256))})
    inside = run("validate", "notes")
    assert inside.status == 2
    assert inside.err.splitlines() == [
        "kifu: no records found in notes, so nothing was checked",
        "nothing was checked (2 other files skipped)",
    ]
    assert run("validate", "notes", "--allow-empty").status == 0
    named = run("validate", "notes", "notes/a.md")
    assert named.status == 1
    assert named.out.startswith("notes/a.md: error F001 unknown-notation\n")
    assert "(1 other file skipped)" in named.last


def test_the_notation_can_be_forced(run: Kifu) -> None:
    run.write({"a.txt": HISTORY})
    assert run("validate", "a.txt").status == 0
    assert run("validate", "a.txt", "--format", "goita/json").status == 1
    unknown = run("validate", "a.txt", "--format", "goita/jsn")
    assert unknown.status == 2
    assert len(unknown.err.splitlines()) == 1
    assert "did you mean goita/json?" in unknown.err or "goita/json or" in unknown.err
    assert "expected one of " in unknown.err
    assert "goita/json, goita/json-2015, goita/history" in unknown.err


def test_lines_and_compression(run: Kifu, lines: str) -> None:
    data = lines.encode()
    run.write(
        {
            "a.jsonl": data,
            "b.jsonl.gz": gzip.compress(data),
            "c.jsonl.zst": zstd.compress(data),
            "d.json.gz": gzip.compress(WON.encode()),
        }
    )
    assert run("validate").last.startswith("4 files, 16 records, ")


def test_a_finding_in_lines_names_the_line(run: Kifu, lines: str) -> None:
    broken = lines.splitlines()
    broken[2] = "{}"
    run.write({"a.jsonl": "\n".join(broken)})
    result = run("validate", "a.jsonl")
    assert result.status == 1
    assert result.out.startswith("a.jsonl:3:1: error S001 ")
    assert result.last.startswith("1 file, 4 records, ")


def test_unreadable_input_does_not_stop_the_rest(run: Kifu) -> None:
    run.write({"a.json": WON, "b.json": KING})
    result = run("validate", "missing.json", "a.json", "b.json")
    assert result.status == 2
    assert result.err.splitlines()[0] == "kifu: missing.json: No such file or directory"
    assert "2 files, 2 records" in result.last
    assert "1 file could not be read" in result.last
    assert "b.json:2:89: error G104" in result.out


@pytest.mark.skipif(os.geteuid() == 0, reason="root can read everything")
def test_files_that_may_not_be_read(run: Kifu, tmp_path: Path) -> None:
    run.write({"a.json": WON, "closed/b.json": WON})
    (tmp_path / "a.json").chmod(0)
    (tmp_path / "closed").chmod(0)
    try:
        result = run("validate", ".")
    finally:
        (tmp_path / "closed").chmod(0o700)
    assert result.status == 2
    assert result.err.count("Permission denied") == 2


def test_each_file_is_read_once(run: Kifu, tmp_path: Path) -> None:
    run.write({"a.json": WON, "sub/b.json": WON})
    (tmp_path / "link.json").symlink_to("a.json")
    (tmp_path / "loop").symlink_to(".")
    result = run("validate", "a.json", ".", "sub", "sub/../a.json", "sub/b.json")
    assert result.last.startswith("2 files, 2 records")


def test_folders_of_tools_are_passed_by(run: Kifu) -> None:
    run.write({".git/a.json": KING, "node_modules/b.json": KING, ".hidden/c.json": KING})
    run.write({".d.json": KING, "e.json": WON})
    assert run("validate").last == CLEAN
    named = run("validate", ".hidden", "e.json")
    assert (named.status, named.last[:8]) == (1, "2 files,")


def test_files_come_in_order(run: Kifu) -> None:
    run.write({f"{name}.json": KING for name in ("b", "a", "c/z", "c/a", "B")})
    found = [line.split(":")[0] for line in run("validate").out.splitlines() if "G104" in line]
    assert found == ["B.json", "a.json", "b.json", "c/a.json", "c/z.json"]


def test_a_file_with_the_name_of_standard_input(run: Kifu) -> None:
    run.write({"-": KING})
    assert run("validate", stdin=WON.encode()).out.startswith("./-:2:")


def test_a_very_deep_folder(run: Kifu, tmp_path: Path) -> None:
    folder = str(tmp_path)
    for _ in range(1200):
        folder += "/d"
        os.mkdir(folder)
    Path(folder, "a.json").write_text(WON)
    try:
        assert run("validate").last == CLEAN
    finally:
        # pytest removes folders recursively, which fails at this depth.
        subprocess.run(["rm", "-rf", tmp_path / "d"], check=True)


def test_a_pipe_in_a_folder_does_not_hang(run: Kifu, tmp_path: Path) -> None:
    run.write({"folder/a.json": WON})
    os.mkfifo(tmp_path / "folder" / "pipe")
    assert run("validate", "folder").last == CLEAN


def test_a_record_of_a_game_that_is_not_installed(run: Kifu) -> None:
    run.write({"a.json": '{"format": "hanafuda/json", "version": 1, "rounds": []}'})
    result = run("validate", "a.json")
    assert (result.status, result.out.split("\n")[0]) == (1, "a.json: error F001 unknown-notation")
    assert "this declares the format hanafuda/json, but no installed game has it" in result.out


def test_a_list_of_records(run: Kifu) -> None:
    run.write({"a.json": f"[{WON},{WON}]", "b.jsonl": f"[\n{WON},\n{WON}\n]\n"})
    for given, stdin in (("a.json", b""), ("b.jsonl", b""), ("-", f"[{WON}, {WON}]".encode())):
        result = run("validate", given, stdin=stdin)
        assert (result.status, result.last.startswith("1 file, 2 records, ")) == (0, True)
    assert run("convert", "a.json", "--to", "json").out.count("\n") == 2
    assert "its records are in one list" in run("fmt", "a.json").err


NEARLY = {
    "table.txt": "plyer hand\n0. 11777788\n1. 22444488\n2. 35555888\n3. 36666888\n",
    "online.yaml": "version 1.0\np0: a\n",
    "games.txt": "86321111, 87554311, 75432111, 65443221, s1, 111\n",
    "named.txt": "Practice\nplyer hand\n0. A 王角馬香しししし\n1. B 王飛金金銀馬しし\n",
    "rows.txt": "player hand\nO. A 王角馬香しししし\n1. 王飛金金銀馬しし\n2. 飛金銀馬香ししし\n",
    "one.txt": "7543211l,77551111,86554421,64322111,s4,432\n",
    "bracket.json": '[\n "format": "goita/json", "version": 1, "rounds": []}',
    "match.json": '"format": "goita/json", "version": 1, "rounds": []}',
}
MEANT = {
    "deal.gibo": "Once upon a time.\n",
    "games.jsonl.gz": gzip.compress(b"Once upon a time.\n"),
    "empty.jsonl": "",
}


@pytest.mark.parametrize("name", NEARLY)
def test_near_records_are_read_as_records(run: Kifu, name: str) -> None:
    run.write({f"games/{name}": NEARLY[name]})
    found = run("validate", "games")
    assert found.status == 1
    assert re.match(rf"games/{name}:[1-3]:[0-9]+: error [FSG]", found.out)
    assert "F001" not in found.out


@pytest.mark.parametrize("name", MEANT)
def test_files_meant_as_records(run: Kifu, name: str) -> None:
    run.write({f"games/{name}": MEANT[name]})
    found = run("validate", "games")
    assert found.status == 1
    assert found.out.startswith(f"games/{name}: error F001 unknown-notation\n")
    assert found.last == "1 file, 0 records, 0 rounds, 0 plies: 1 error"


def test_other_files_are_not_meant_to_be_records(run: Kifu) -> None:
    run.write({"a.json": WON, "notes.txt": "", "data.json": "{}", "list.txt": "1. a\n2. b\n"})
    run.write({"pnpm-lock.yaml": "", "blank.json": " \n"})
    assert run("validate", ".").last.endswith("nothing wrong (5 other files skipped)")
    run.write({"kifu.toml": '[formats]\n"*.json" = "goita/json"\n'})
    assert "blank.json:2:1: error F101" in run("validate", "a.json", "blank.json").out


def test_an_empty_file_is_called_empty(run: Kifu) -> None:
    names = ["a.gibo", "b.json", "c.txt", "d.yaml", "e.jsonl"]
    run.write(dict.fromkeys(names, "\n"))
    for name in names:
        result = run("validate", name)
        assert (result.status, "the file is empty" in result.out) == (1, True)
    result = run("validate")
    assert (result.status, result.out.count("the file is empty")) == (1, 2)
    assert result.last.endswith("2 errors (3 other files skipped)")


def test_a_file_that_begins_with_many_blanks_is_not_called_empty(run: Kifu) -> None:
    run.write({"a.gibo": " " * 100_000 + "x"})
    result = run("validate", "a.gibo")
    assert (result.status, "blank" in result.out, "empty" in result.out) == (1, True, False)
