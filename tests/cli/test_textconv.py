"""`kifu textconv`, alone and with git."""

import gzip
import json
import os
import subprocess
from pathlib import Path

import pytest

import kifu

from ..command import Kifu
from ..imports import ROOT
from ..integration.archive import git, stand_ins, with_commands
from ..integration.snippets import commands, snippets
from .conftest import KING, WON


def test_a_sound_record_is_a_game(run: Kifu) -> None:
    run.write({"match.json": WON})
    result = run("textconv", "match.json")
    played = run("replay", "match.json").out
    assert (result.status, result.out) == (0, f"record 1\n{played}\n")


@pytest.mark.parametrize("name", ["mighty/match.gibo", "planowanie/game.json"])
def test_colours_of_a_terminal_are_left_out(run: Kifu, name: str) -> None:
    out = run("textconv", str(ROOT / "examples" / name)).out
    assert all(each.isprintable() or each == "\n" for each in out)


def test_all_records_of_a_packed_file(run: Kifu, lines: str) -> None:
    run.write({"games.jsonl.gz": gzip.compress(lines.encode())})
    result = run("textconv", "games.jsonl.gz")
    heads = [line for line in result.out.splitlines() if line.startswith("record ")]
    assert heads == [f"record {number}" for number in range(1, 6)]
    assert result.status == 0


def test_every_difference_of_a_broken_record_is_shown(run: Kifu) -> None:
    run.write({"king.json": KING, "other.json": KING.replace('"winner"', '"Winner"')})
    king, other = run("textconv", "king.json"), run("textconv", "other.json")
    assert king.status == other.status == 0
    assert "\nerror G104 goita-king-may-not-attack (round 1, ply 1, player 0): " in king.out
    assert king.out.endswith(KING)
    assert '"Winner"' in other.out


def test_places_are_left_out_since_they_move(run: Kifu) -> None:
    run.write({"king.json": KING, "moved.json": "\n\n" + KING})
    told = [
        run("textconv", name).out.partition('{"format"')[0] for name in ("king.json", "moved.json")
    ]
    assert told[0].strip() == told[1].strip()


@pytest.mark.parametrize("content", [
    b"", b"\n", b'{"name": "no record"}\n', b"\xff\xfe{\x00", b"\x1f\x8b\x08cut", b"\0\1\2",
    b"\x1b[31m red\n", "ごいた".encode("shift_jis"),
])  # fmt: skip
def test_input_that_is_not_a_record_is_shown_unchanged(run: Kifu, content: bytes) -> None:
    run.write({"a.json": content, "b.json": content + b"x"})
    one, other = run("textconv", "a.json"), run("textconv", "b.json")
    assert one.status == other.status == 0
    assert one.out != other.out
    assert all(each.isprintable() or each == "\n" for each in one.out)


def test_a_broken_configuration_is_said_and_passed_over(run: Kifu) -> None:
    run.write({"match.json": WON, "kifu.toml": "selct = []\n"})
    result = run("textconv", "match.json")
    assert (result.status, "round 1" in result.out) == (0, True)
    assert "selct" in result.err
    assert result.last.endswith("the configuration is ignored")


def test_the_configuration_at_the_root_holds_for_copies(run: Kifu) -> None:
    run.write({"tmp/x/king.json": KING, "kifu.toml": 'ignore = ["G104"]\n'})
    assert "\nerror " not in run("textconv", "tmp/x/king.json").out


def test_a_missing_file_fails(run: Kifu) -> None:
    result = run("textconv", "absent.json")
    assert (result.status, result.last) == (2, "kifu: absent.json: No such file or directory")
    result = run("textconv", "-", stdin=WON.encode())
    assert (result.status, "name a file" in result.last) == (2, True)


def difference(folder: Path, *arguments: str) -> str:
    nobody = {"HOME": str(folder), "GIT_CONFIG_GLOBAL": os.devnull, "EMAIL": ""}
    done = subprocess.run(
        ["git", "--no-pager", *arguments],
        cwd=folder,
        env={**with_commands(folder.parent / "bin"), **nobody},
        check=True,
        capture_output=True,
        encoding="utf-8",
    )
    return done.stdout


def test_git_compares_games(tmp_path: Path) -> None:
    stand_ins(tmp_path / "bin")
    folder = tmp_path / "archive"
    folder.mkdir()
    git(folder, "init", "--quiet", ".")
    (folder / ".gitattributes").write_text(snippets()[".gitattributes"])
    for command in commands("git config"):
        subprocess.run(command, shell=True, cwd=folder, check=True)
    (folder / "games").mkdir()
    (folder / "games" / "match.json").write_text(WON)
    (folder / "games.jsonl.gz").write_bytes(gzip.compress(WON.replace("\n", "").encode()))
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "one")

    record = kifu.loads(WON)
    other = json.loads(kifu.dumps(record)) | {"title": "Spring"}
    (folder / "games" / "match.json").write_text(json.dumps(other))
    (folder / "games.jsonl.gz").write_bytes(gzip.compress(json.dumps(other).encode()))
    (folder / "games" / "broken.json").write_text(KING[:-8])
    git(folder, "add", "--all")
    seen = difference(folder, "diff", "--cached", "HEAD")
    assert seen.count("-ごいた杯\n+Spring\n") == 2
    assert "Binary files" not in seen
    assert "+error F1" in seen
    assert "ごいた杯" in difference(folder, "diff", "--cached", "--no-textconv", "games/match.json")
    git(folder, "commit", "--quiet", "--message", "two")
    assert "Spring" in difference(folder, "blame", "games/match.json")
