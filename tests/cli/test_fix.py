"""`kifu validate --fix`, --unsafe-fixes and --diff, as processes."""

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from ..campaign import few
from ..command import COMMAND, Kifu
from .conftest import HISTORY, WON

COMMA = WON.replace('"winner": 0}', '"winner": 0,}')
UNNAMED = WON.replace(', "winner": 0', "")
WRONG = WON.replace('"winner": 0', '"winner": 1')
COMMENT = WON.replace("]}\n", "]} // won\n")
TWICE = COMMA.replace("2-0-0-0-11", "２-0-0-0-11")
SPACES = HISTORY.replace(",s1", ", s1")


def content(run: Kifu, name: str) -> str:
    return (run.folder / name).read_bytes().decode()


def test_safe_fixes_are_made_and_what_is_left_is_reported(run: Kifu) -> None:
    run.write({"a.json": COMMA, "b.json": WRONG, "c/d.txt": SPACES})
    result = run("validate", "--fix")
    assert result.status == 1
    assert content(run, "a.json") == WON
    assert content(run, "b.json") == WRONG
    assert content(run, "c/d.txt") == HISTORY
    assert "b.json:2:116: error G201" in result.out
    assert "  probably 0 for 1: then everything fits\n" in result.out
    assert "a.json" not in result.out
    fixed, more, summary = result.err.splitlines()
    assert fixed == "2 findings fixed in 2 files"
    assert more == "1 fixable with `--unsafe-fixes`, which may change the meaning of a record"
    assert summary == "3 files, 3 records, 3 rounds, 30 plies: 1 error"


def test_unsafe_fixes_are_made_if_they_are_asked_for(run: Kifu) -> None:
    run.write({"a.json": WRONG, "b.json": COMMENT})
    assert run("validate", "--fix").status == 1
    assert content(run, "b.json") == COMMENT
    result = run("validate", "--fix", "--unsafe-fixes")
    assert result.status == 1
    assert (content(run, "a.json"), content(run, "b.json")) == (WON, COMMENT)
    assert run("validate", "a.json").err == "1 file, 1 record, 1 round, 13 plies: nothing wrong\n"


def test_a_comment_is_lost_by_no_fix(run: Kifu) -> None:
    run.write({"a.json": COMMENT, "b.json": COMMENT.replace("won", "")})
    assert run("validate", "--fix", "--unsafe-fixes").status == 1
    assert (content(run, "a.json"), content(run, "b.json")) == (COMMENT, WON)


def test_a_report_says_what_is_fixable_and_changes_nothing(run: Kifu) -> None:
    run.write({"a.json": TWICE, "b.json": WRONG})
    result = run("validate")
    assert result.status == 1
    assert result.err.splitlines()[:2] == [
        "2 fixable with `--fix`",
        "1 fixable with `--unsafe-fixes`, which may change the meaning of a record",
    ]
    with_unsafe = run("validate", "--unsafe-fixes")
    assert with_unsafe.err.splitlines()[0] == "3 fixable with `--fix --unsafe-fixes`"
    assert (content(run, "a.json"), content(run, "b.json")) == (TWICE, WRONG)


def test_a_warning_is_fixed_too(run: Kifu) -> None:
    run.write({"a.json": UNNAMED})
    assert run("validate", "--strict").status == 1
    assert run("validate", "--strict", "--fix").status == 0
    assert content(run, "a.json") == WON


def test_standard_input_is_mended_on_standard_output(run: Kifu) -> None:
    done = run("validate", "--fix", "-", stdin=COMMA.encode())
    assert (done.status, done.out) == (0, WON)
    left = run("validate", "--fix", "-", stdin=WRONG.encode())
    assert (left.status, left.out) == (1, WRONG)
    assert "<stdin>:2:116: error G201" in left.err
    data = run("validate", "--fix", "--output-format", "json", "-", stdin=WRONG.encode())
    assert data.out == WRONG
    assert '"findings": [' in data.err
    none = run("validate", "--fix", "-", stdin=b"no record")
    assert (none.status, none.out) == (1, "no record")
    packed = run("validate", "--fix", "-", stdin=gzip.compress(COMMA.encode()))
    assert gzip.decompress(packed.stdout).decode() == WON


CASES: Mapping[str, bytes] = {
    "a.json": COMMA.encode(),
    "sub folder/b c.json": WON.replace("\n", "\r\n").replace("0}]}", "0,}]}").encode(),
    "sub folder/deep/ごいた.txt": SPACES.removesuffix("\n").encode(),
    'd"e.json': b"\xef\xbb\xbf" + COMMA.encode(),
    "lines.jsonl": b'{"bad": "\xff"}\n' + COMMA.replace("\n", " ").encode() + b"\r\n" + b"[]",
    "fine.json": WON.encode(),
}


@pytest.fixture
def broken(run: Kifu) -> Kifu:
    run.write(CASES)
    return run


def snapshot(folder: Path) -> dict[str, bytes]:
    files = (each for each in folder.rglob("*") if each.is_file() and ".git" not in each.parts)
    return {str(each.relative_to(folder)): each.read_bytes() for each in files}


@pytest.mark.parametrize(
    "tool",
    few(
        [
            ("patch", "-p1", "--quiet"),
            ("patch", "-p0", "--quiet"),
            ("git", "apply", "-"),
        ],
        2,
    ),
    ids=" ".join,
)
def test_a_patch_does_what_fix_does(broken: Kifu, tool: tuple[str, ...]) -> None:
    before = snapshot(broken.folder)
    result = broken("validate", "--diff")
    assert result.status == 1
    assert snapshot(broken.folder) == before
    assert "5 findings would be fixed in 5 files" in result.err
    wanted = broken.folder
    done = subprocess.run(tool, cwd=wanted, input=result.stdout, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr
    patched = snapshot(wanted)
    assert patched != before
    for name, data in before.items():
        (wanted / name).write_bytes(data)
    broken("validate", "--fix")
    assert snapshot(wanted) == patched
    assert patched["a.json"] == patched["fine.json"]
    assert b"\r\n" in patched["sub folder/b c.json"]
    assert not patched["sub folder/deep/ごいた.txt"].endswith(b"\n")
    assert patched["lines.jsonl"].startswith(b'{"bad": "\xff"}\n')


def test_a_patch_of_standard_input(run: Kifu) -> None:
    result = run("validate", "--diff", "-", stdin=COMMA.encode())
    run.write({"x.json": COMMA})
    subprocess.run(("patch", "x.json"), cwd=run.folder, input=result.stdout, check=True)
    assert content(run, "x.json") == WON
    clean = run("validate", "--diff", "-", stdin=WON.encode())
    assert (clean.status, clean.out) == (0, "")


def test_packed_files_are_packed_again_and_have_no_patch(run: Kifu) -> None:
    run.write({"a.json.gz": gzip.compress(COMMA.encode())})
    diff = run("validate", "--diff")
    assert (diff.status, diff.out) == (2, "")
    assert "a.json.gz: no patch can be made for a compressed file" in diff.err
    assert run("validate", "--fix").status == 0
    assert gzip.decompress((run.folder / "a.json.gz").read_bytes()).decode() == WON


def test_permissions_and_links_stay(run: Kifu) -> None:
    run.write({"real/a.json": COMMA})
    path = run.folder / "real/a.json"
    path.chmod(0o640)
    (run.folder / "link.json").symlink_to("real/a.json")
    assert run("validate", "--fix", "link.json").status == 0
    assert (run.folder / "link.json").is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    assert path.read_text() == WON
    assert [each.name for each in path.parent.iterdir()] == ["a.json"]


def test_files_that_may_not_be_written_are_reported_in_one_line(run: Kifu) -> None:
    run.write({"a.json": COMMA, "b.json": COMMA})
    (run.folder / "a.json").chmod(0o555)
    result = run("validate", "--fix")
    assert result.status == 2
    assert "kifu: a.json: the file is read-only, so it was not written" in result.err
    assert content(run, "a.json") == COMMA
    assert content(run, "b.json") == WON


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can switch to another user")
def test_a_folder_that_may_not_be_written(run: Kifu) -> None:
    run.write({"f/a.json": COMMA})
    (run.folder / "f/a.json").chmod(0o666)
    (run.folder / "f").chmod(0o555)
    for each in (run.folder, *run.folder.parents):
        if each != Path("/") and each.stat().st_uid == 0 and not each.stat().st_mode & 0o5:
            pytest.skip("the test's folder is not accessible to other users")
    done = subprocess.run(
        [*COMMAND, "validate", "--fix", "f"], cwd=run.folder, capture_output=True, user=65534
    )
    assert done.returncode == 2, done.stderr
    assert b"f/a.json: Permission denied" in done.stderr
    assert content(run, "f/a.json") == COMMA


_CHANGED = """
import sys
from kifu.cli import run
from kifu import repair
mended = repair.mended
def late(data, *arguments, **more):
    open("a.json", "ab").write(b" ")
    return mended(data, *arguments, **more)
repair.mended = late
sys.exit(run(["validate", "--fix", "a.json"]))
"""


def test_a_file_that_changed_meanwhile_is_left(run: Kifu) -> None:
    run.write({"a.json": COMMA})
    done = subprocess.run([sys.executable, "-c", _CHANGED], cwd=run.folder, capture_output=True)
    assert done.returncode == 2
    assert (
        b"kifu: a.json: the file has changed since it was read, so it was not written"
        in done.stderr
    )
    assert content(run, "a.json") == COMMA + " "


def test_a_pipe_is_not_replaced(run: Kifu) -> None:
    result = run("validate", "--fix", "/dev/stdin", stdin=COMMA.encode())
    assert (result.status, result.stdout[:11]) == (2, b"/dev/stdin:")
    assert "kifu: /dev/stdin: not a regular file, so it was not written" in result.err


def test_a_file_that_is_too_large_is_left(run: Kifu) -> None:
    with (run.folder / "a.jsonl").open("wb") as stream:
        stream.write(COMMA.replace("\n", " ").encode() + b"\n")
        stream.truncate(2**28 + 1)
    for command in (("validate", "--fix"), ("fmt",)):
        result = run(*command)
        assert result.status == 2
        assert "a.jsonl: it is larger than 256 MiB and was not changed" in result.err


def test_a_byte_order_mark_in_the_middle_of_a_file(run: Kifu) -> None:
    mark, line = "\ufeff", json.dumps(json.loads(WON), separators=(",", ":")) + "\n"
    run.write({"a.jsonl": mark + line + mark + line})
    result = run("validate", "a.jsonl")
    assert (result.status, "a.jsonl:2:1: error F101" in result.out) == (1, True)
    assert run("validate", "--fix", "a.jsonl").status == 0
    left = (run.folder / "a.jsonl").read_text("utf-8")
    assert (left.count(mark), left[0]) == (1, mark)
