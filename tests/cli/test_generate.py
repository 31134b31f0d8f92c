from typing import Any

import pytest

import kifu
from kifu import replayer

from ..command import Kifu


def test_the_same_seed_gives_the_same(run: Kifu) -> None:
    first = run("generate", "goita", "-n", "3", "--seed", "7")
    assert (first.status, first.err) == (0, "")
    for hashes in ("1", "2"):
        fresh = {"PYTHONHASHSEED": hashes}
        again = run("generate", "goita", "-n", "3", "--seed", "7", environment=fresh)
        assert again.stdout == first.stdout
    assert run("generate", "goita", "-n", "3", "--seed", "8").stdout != first.stdout
    longer = run("generate", "goita", "-n", "5", "--seed", "7")
    assert longer.out.startswith(first.out)


def test_one_record_is_for_people(run: Kifu) -> None:
    result = run("generate", "goita", "--seed", "1")
    assert result.out.startswith('{\n  "format"')
    compact = run("generate", "goita", "--seed", "1", "-n", "2").out.splitlines()[0]
    assert kifu.loads(compact) == kifu.loads(result.out)
    run("generate", "goita", "--seed", "1", "-o", "a.jsonl")
    assert (run.folder / "a.jsonl").read_text() == compact + "\n"


def test_the_suffix_of_the_output_implies_its_notation(run: Kifu) -> None:
    for command in (("generate",), ("play", "--players", "random", "--option", "size=3")):
        assert run(*command, "go", "-o", "a.sgf", "--force").status == 0
        assert (run.folder / "a.sgf").read_text().startswith("(;")
    unclear = run("generate", "goita", "-o", "a.txt")
    assert (unclear.status, unclear.out) == (2, "")
    assert "choose one with --to" in unclear.err
    run("generate", "goita", "-o", "a.record")
    assert (run.folder / "a.record").read_text().startswith("{")


def test_matches_are_legal_and_end_in_every_way(run: Kifu) -> None:
    result = run("generate", "goita", "-n", "100", "--seed", "all")
    assert kifu.validate(result.stdout) == []
    records: list[Any] = [reading.record for reading in kifu.read(result.stdout)]
    ends = {each.result.end for record in records for each in record.rounds}
    assert ends == {"out", "shi", "double-goshi", "redeal"}


def test_a_seed_is_drawn_and_named(run: Kifu) -> None:
    result = run("generate", "goita")
    seed = result.err.removeprefix("kifu: the seed is ").strip()
    assert run("generate", "goita", "--seed", seed).stdout == result.stdout


@pytest.mark.parametrize("target", ["goita/history", "goita/yaml", "goita/table"])
def test_other_notations(run: Kifu, target: str) -> None:
    result = run("generate", "goita", "-n", "4", "--seed", "1", "--to", target)
    assert result.status == 0
    assert len(set(result.err.splitlines())) == len(result.err.splitlines())
    assert len(list(kifu.read(result.stdout, target))) == 4


def test_records_that_cannot_be_generated(run: Kifu) -> None:
    unknown = run("generate", "shogi")
    assert (unknown.status, unknown.err) == (
        2,
        f"kifu: game 'shogi' is unknown; expected one of {', '.join(replayer.games())}\n",
    )
    assert run("generate", "goita", "-n", "0").status == 2
    run.write({"a.json": "precious"})
    assert run("generate", "goita", "-o", "a.json").status == 2
    assert (run.folder / "a.json").read_text() == "precious"
