"""`kifu convert` on many records: in a pipeline, by short names, with losses summarised."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import kifu

from ..command import Kifu
from ..imports import ROOT
from .conftest import HISTORY, WON

EXAMPLES = ROOT / "examples"
LEDUC, MIGHTY = EXAMPLES / "leduc" / "match.json", EXAMPLES / "mighty" / "match.gibo"
LINE = json.dumps(json.loads(WON), ensure_ascii=False) + "\n"


@pytest.mark.parametrize(
    ("name", "notation"),
    [
        ("b.yaml", "goita/yaml"),
        ("b.YML", "goita/yaml"),
        ("b.json", "goita/json"),
        ("b.jsonl", "goita/json"),
        ("b.json.gz", "goita/json"),
        ("b.goita.json-2015.json", "goita/json-2015"),
        ("b.goita.table.txt", "goita/table"),
        ("b.goita.history.txt", "goita/history"),
        ("b.table.txt", "goita/table"),
    ],
)
def test_the_name_of_the_file_tells_the_notation(run: Kifu, name: str, notation: str) -> None:
    run.write({"a.json": WON})
    assert run("convert", "a.json", "-o", name).status == 0
    (outcome,) = kifu.outcomes(run.folder / name)
    assert outcome.notation.id == notation


def test_a_name_that_tells_none_or_several(run: Kifu) -> None:
    run.write({"a.json": WON})
    several = run("convert", "a.json", "-o", "b.txt")
    why = "this could be goita/history or goita/table: choose one with --to"
    assert (several.status, several.err) == (2, f"kifu: b.txt: {why}\n")
    none = run("convert", "a.json", "-o", "b.gibo")
    assert none.status == 2
    assert "b.gibo: the notation to write is not clear from the name: use --to" in none.err
    assert run("convert", str(MIGHTY), "-o", "b.gibo").status == 0
    for arguments in ([], ["-d", "out"], ["-o", "-"]):
        missing = run("convert", "a.json", *arguments)
        assert missing.status == 2
        assert "or a file name after -o that implies one" in missing.err


def test_short_names_are_within_the_game(run: Kifu) -> None:
    run.write(
        {"in/a.txt": HISTORY, "in/b.json": LEDUC.read_text(), "in/c.gibo": MIGHTY.read_text()}
    )
    assert run("convert", "in", "--to", "json", "-d", "out").status == 0
    found = {each.name: next(iter(kifu.outcomes(each))) for each in (run.folder / "out").iterdir()}
    assert {name: each.notation.id for name, each in found.items()} == {
        "a.json": "goita/json",
        "b.json": "leduc/json",
        "c.json": "mighty/json",
    }
    assert run("convert", "in/a.txt", "--to", "yaml").out.startswith("version: 1.0\n")
    lacks = run("convert", "in/b.json", "--to", "yaml")
    assert (lacks.status, lacks.err) == (
        2,
        "kifu: leduc has no notation 'yaml': it has leduc/json\n",
    )
    two = run("convert", "in", "--to", "json")
    assert two.status == 2
    assert "kifu: in/b.json: leduc/json and goita/json belong to different games\n" in two.err


def test_losses_are_summed_up(run: Kifu) -> None:
    titled = {f"in/{number}.json": WON for number in range(5)}
    untitled = WON.replace('"title": "ごいた杯", ', "")
    timed = untitled.replace('"rounds"', '"start_time": "2020-01-01", "rounds"')
    lines = "".join(json.dumps(json.loads(each)) + "\n" for each in (untitled, WON, timed))
    run.write({**titled, "in/6.json": untitled, "in/7.jsonl": lines})
    titles = "goita/history cannot hold title: the name of the match"
    times = "goita/history cannot hold times: when the match began and ended"
    done = run("convert", "in", "--to", "history")
    assert (done.status, done.err) == (
        0,
        f"kifu: {titles} (6 records: in/0.json, in/1.json, in/2.json, …)\n"
        f"kifu: in/7.jsonl (record 3): {times}\n",
    )
    every = run("convert", "in", "--to", "history", "-v").err.splitlines()
    assert every == [
        *(f"kifu: in/{number}.json: {titles}" for number in range(5)),
        f"kifu: in/7.jsonl (record 2): {titles}",
        f"kifu: in/7.jsonl (record 3): {times}",
    ]


def test_values_that_follow_from_the_rest_are_not_lost(run: Kifu) -> None:
    """Declarations follow from the hands, and winners from the play."""
    run.write({"a.json": WON.replace('"title": "ごいた杯", ', "")})
    done = run("convert", "a.json", "--to", "goita/history")
    assert (done.status, done.err) == (0, "")


def test_each_record_is_written_before_the_next_is_there(run: Kifu) -> None:
    command = ("convert", "-", "--to", "json-2015")
    pipe = subprocess.PIPE
    with run.start(*command, stdin=pipe, stdout=pipe) as process:
        for number in range(3):
            process.stdin.write(LINE.replace("ごいた杯", f"match {number}").encode())
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["title"] == f"match {number}"
        process.stdin.close()
        assert process.stdout.read() == b""
        assert process.wait() == 0


MEASURE = """
import sys
from kifu.cli import run
status = run(sys.argv[1:])
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
sys.stderr.write(f"{status} {peak.split()[1]}")
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read from /proc")
def test_memory_does_not_grow_with_the_input() -> None:
    """The long input is 7 MB larger than the short one, but needs less than 3 MB more memory.

    The short one has enough records that everything used to check them is loaded too.
    """
    line = LINE.replace("ごいた杯", "x" * 50_000).encode()
    peaks: list[int] = []
    for count in (150, 290):
        command = [sys.executable, "-c", MEASURE, "convert", "-", "--to", "goita/json"]
        done = subprocess.run(command, input=line * count, capture_output=True, check=True)
        status, peak = done.stderr.split()
        assert status == b"0"
        assert done.stdout.count(b"\n") == count
        peaks.append(int(peak))
    assert peaks[1] - peaks[0] < 3_000


def test_in_a_pipeline_only_what_cannot_be_read_is_left_out(run: Kifu) -> None:
    done = run("convert", "-", "--to", "history", stdin=f"{LINE}oops\n{LINE}".encode())
    assert done.status == 1
    assert done.out.count(",s1,") == 2
    assert "<stdin>:2:1: error F011 " in done.err
    strict = run("convert", "-", "--to", "history", "--strict", stdin=LINE.encode())
    assert (strict.status, strict.out) == (1, "")


def test_one_line_in_is_one_line_out(run: Kifu) -> None:
    run.write({"a.jsonl": LINE, "a.json": LINE})
    assert run("convert", "-", "--to", "json", stdin=LINE.encode()).out.count("\n") == 1
    assert run("convert", "a.jsonl", "--to", "json").out.count("\n") == 1
    assert run("convert", "a.json", "--to", "json").out.count("\n") > 1
    assert run("convert", "-", "--to", "json", stdin=WON.encode()).out.count("\n") > 1
