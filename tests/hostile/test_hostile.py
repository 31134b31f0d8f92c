"""A fixed sample of the attack; `python -m tests.hostile` runs for longer."""

import gzip
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ..arena.programs import on_linux
from ..campaign import in_a_campaign, sample
from ..imports import ROOT
from . import guided
from .commands import any_run, judge_run
from .found import shortest
from .inputs import JUNK, WAYS, Input, any_input
from .kills import any_kill, judge_kill
from .oracles import judge
from .programs import any_game, any_tournament, judge_game, judge_tournament
from .seeds import any_seed, seeds
from .worker import Worker, digest

ROW = "3   ☆    ♣T*  (♣3! ♣2   ♣9\n".encode()
FAULT = (ROOT / "examples/planowanie/fault.log").read_bytes()
FOUND = {
    "a key repeated three times, missing from part of the reading": Input(
        b'"round":"":[},ound":{score:0,0]"hands":[],record":","1,},"round"[}', "goita/json-2015"
    ),
    "a round repeated a thousand times in a table": Input(
        (ROOT / "examples/mighty/match.gibo").read_bytes().replace(ROW, 1000 * ROW)
    ),
    "a hand of thousands of pieces, any of them a possible slip": Input(
        b'{"round":{"dealer":0,"score":[0,0],"hands":["12234558","34445677","56688888","16%s"],'
        b'"record":"","winner":-1,"goshi":[]}}' % (4000 * b"9"),
        thorough=True,
    ),
    "a YAML record that only the parser reports": Input(
        b'version: 1.0\np0:]""\np1: ""\np2: ""\np3: ,"\nlog:\n - hand:\n     p0: ""\n'
        b'   uchidashi: 0\n   score: [110"0 \n   game:\n    - ["0"]\n'
    ),
    "an unreadable dealer, and a first move by nobody": Input(
        b"87542211,87643322,88655311,88876441,x1,500,2p,3p\n", "goita/history"
    ),
    "a thousand strings without a comma": Input(
        b'{"round":{"dealer":0,"score":[0,0],"hands":["99999999","99999999","99999999","23358888"],'
        b'"record":"","winner":-1,"goshi":[%s' % (1000 * b'""')
    ),
    "a log with the line endings of old Macs, whose deck runs on to the end": Input(
        b"\r".join(each for each in FAULT.splitlines() if each[:1] != b"#"),
        "planowanie/log",
        thorough=True,
    ),
    "only line endings": Input(60_000 * b"\n", name="x.txt"),
    "the same key again and again": Input(7000 * b'{"deals":'),
    "a tiny file that decompresses to a thousand times its size": Input(
        gzip.compress(30_000 * b"87654321,,55431111,4322s1,1?3\n"), "goita/history"
    ),
    "thousands of quotation marks before a record": Input(
        b'"' * 9_000 + (ROOT / "examples/leduc/match.json").read_bytes(), "leduc/json"
    ),
    "a hand of thousands of braces": Input(
        b'{"format":"goita/json","version":1,"rounds":[{"dealer":0,"hands":["66%s"]}]}'
        % (b"}" * 20_000),
        "goita/json",
    ),
    "a compressed text with many records of another game": Input(
        gzip.compress((ROOT / "examples/mighty/match.gibo").read_bytes() * 12), "goita/history"
    ),
    "a trick with fewer cards than players, won by the missing one": Input(
        b'{"format": "planowanie/json", "version": 1, "deck": {"ranks": "9TJQKA", "suits": "CDH"},'
        b'"seats": 3, "plan": [[6, 1]], "deals": [{"declarations": [0, 0, 0], "tricks": ['
        b'{"lead": 1, "cards": ["TD", "QD", "AD"], "winner": 2},'
        b'{"lead": 2, "cards": ["9H", "TH", "9C", "JC"], "winner": 0},'
        b'{"lead": 0, "cards": ["JH"], "winner": 1}]}], "result": {"totals": [1, 2, 3]}}'
    ),
    "a command whose last word is a non-ASCII space": Input(
        "t_deck 2 \u3000".encode(), "planowanie/seat-log"
    ),
    "a number of thousands of digits as a key": Input(
        b'{"format":"leduc/json","version":1,"hands":[{"antes":[1,1],"cards":["Ks","Js"],'
        b'"actions":["call"],"end":"showdown","returns":[7,-7],"%s' % (5000 * b"9"),
        thorough=True,
    ),
    "a round of the table with the number two billion": Input(
        re.sub(rb"(?m)^4(?=  )", b"2147483652", (ROOT / "examples/mighty/match.gibo").read_bytes())
    ),
    "half a character among the bids": Input(
        rb'"rsion":1"":,"deals":["dealer":,":[[""]["\ud80D,""]]]}', thorough=True
    ),
    "a number of thousands of digits as a column of a table": Input(
        (ROOT / "examples/mighty/match.gibo").read_bytes().replace(b"P1", 4500 * b"9")
    ),
    "a winner whose number has lost its first digit": Input(
        b'"r":"score":0,0]"hands":["","1","33","1,"record":"""winner":.0,"goshi"0}}', thorough=True
    ),
    "a deal with fewer hands than players, seen by the last one": Input(
        b'{":,view":3,"ts:3"plan":[[3]]"deals":["hands":[["9C"9"JD][,""][C,,""]],":"":[C]]]',
        "planowanie/json",
    ),
    "a key that ends a line": Input(
        '{"format": "goita/json", "version": 1, "rounds": [{"\u2028": 1}]}'.encode()
    ),
}
"""Cases found by past attacks."""


@pytest.mark.parametrize("what", FOUND)
def test_earlier_failures(what: str) -> None:
    judge(FOUND[what])


@given(st.binary(max_size=60), st.sampled_from(["", "x.jsonl", "x.json.gz"]))
def test_any_bytes(data: bytes, name: str) -> None:
    judge(Input(data, None, name))


@given(st.lists(st.sampled_from(JUNK), max_size=15).map(b"".join))
@example(b"R")
def test_any_fragments(data: bytes) -> None:
    for notation in seeds():
        judge(Input(data, notation))


@pytest.mark.parametrize("way", WAYS)
def test_changed_texts(way: str) -> None:
    rng = Random(way)
    for _ in range(sample(1)):
        seed = any_seed(rng)
        data = WAYS[way](seed, rng)
        judge(Input(data, rng.choice((None, seed.notation)), thorough=rng.random() < 0.1))


@in_a_campaign
def test_another_process_finds_the_same(tmp_path: Path) -> None:
    inputs = [f"twin {number}" for number in range(sample(2))]
    worker = Worker(tmp_path, 0, 1, [])
    worker.compare({each: digest(any_input(Random(each))) for each in inputs})
    assert not worker.counts["faults"]


def test_commands(tmp_path: Path) -> None:
    for number in range(sample(3)):
        judge_run(any_run(Random(f"run {number}")), tmp_path / "run")


@on_linux
@pytest.mark.parametrize("number", range(sample(2)))
def test_games(tmp_path: Path, number: int) -> None:
    judge_game(any_game(Random(f"game {number}")), tmp_path / "game")


@on_linux
@pytest.mark.parametrize("number", range(sample(1)))
@in_a_campaign
def test_tournaments(tmp_path: Path, number: int) -> None:
    judge_tournament(any_tournament(Random(f"tournament {number + 1}")), tmp_path / "tournament")


@pytest.mark.parametrize("number", range(sample(2)))
def test_kills(tmp_path: Path, number: int) -> None:
    judge_kill(any_kill(Random(f"kill {number}")), tmp_path / "kill")


def attack(*arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "tests.hostile", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@in_a_campaign
def test_the_command(tmp_path: Path) -> None:
    how = ("--minutes", "0.01", "--jobs", "1", "--seed", "1", "--kinds", "inputs")
    done = attack(*how, "--folder", tmp_path / "found")
    assert (done.returncode, done.stderr) == (0, "")
    first, *counts, last = done.stdout.splitlines()
    assert first == "seed 1, 0.01 minutes, 1 processes"
    assert any(each.split()[1:] == ["inputs"] and int(each.split()[0]) > 0 for each in counts)
    assert last == "nothing was found"
    assert not list((tmp_path / "found").iterdir())


@pytest.mark.skipif(not guided.is_available(), reason=guided.MISSING)
def test_inputs_guided_by_coverage(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.hostile.guided", str(tmp_path), "5", "1"]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    assert int((tmp_path / "guided-1.count").read_text()) > 0
    assert not list(tmp_path.glob("*.json"))


def test_the_smallest_data() -> None:
    def holds(data: bytes) -> bool:
        return b"7" in data and data.endswith(b"x")

    assert shortest(b"12345678 abc\n defx", holds) == b"7x"
