"""A game in which moves are hidden: `examples/scotland-yard`."""

import json
import shutil
from pathlib import Path

import pytest

from ..campaign import in_a_campaign
from ..imports import ROOT
from .copies import Copy

YARD = ROOT / "examples" / "scotland-yard"
MATCH = YARD / "records" / "match.json"
CAUGHT = ["Td2", "Bf4", "Bc1", "Te4", "Te4"]
STUCK = ["Td2", "Bf4", "Bc1", "Te1", "Bf2", "Td2"]
SEEN = ["T?", "Te1", "Bc1", "Td2", "Tf2", "Tb2", "T?"]


@pytest.fixture
def yard(tmp_path: Path) -> Copy:
    return Copy(tmp_path, "scotlandyard", YARD)


@in_a_campaign
def test_the_laws_hold(yard: Copy) -> None:
    shutil.copy(YARD / "tests" / "test_scotland_yard.py", yard.folder)
    done = yard.laws("ScotlandYard")
    assert done.returncode == 0, done.stdout + done.stderr


def changed(moves: list[str], at: int, move: str) -> list[str]:
    return [*moves[:at], move, *moves[at + 1 :]]


WRONG: list[tuple[str, int | None, dict[str, object]]] = [
    ("Y001", None, {"start": "a1"}),
    ("Y002", 1, {"moves": ["Tz9"]}),
    ("Y003", 3, {"moves": changed(CAUGHT, 2, "Bf2")}),
    ("Y004", 4, {"moves": changed(CAUGHT, 3, "Be4")}),
    ("Y005", 1, {"moves": ["Tf2"]}),
    ("Y005", 6, {"moves": ["Td2", "Te1", "Bc1", "Te4", "Td2", "Td2"]}),
    ("Y006", 5, {"moves": [*CAUGHT, "Tb2"], "caught": True}),
    ("Y008", None, {"moves": CAUGHT, "caught": False}),
    ("Y008", None, {"moves": STUCK, "caught": False}),
    ("Y008", None, {"moves": CAUGHT[:4], "caught": True}),
    ("Y009", None, {"start": "?", "moves": CAUGHT}),
    ("Y009", None, {"start": "?", "moves": SEEN}),
    ("Y009", 1, {"moves": ["T?"]}),
]
WRONG_IN_VIEWS: list[tuple[str, int | None, dict[str, object]]] = [
    ("Y009", None, {"start": "f4"}),
    ("Y009", 4, {"moves": changed(SEEN, 3, "T?")}),
    ("Y009", 7, {"moves": changed(SEEN, 6, "Te1")}),
    ("Y009", None, {"moves": ["T?", *CAUGHT[1:]]}),
    ("Y009", 1, {"start": "e1", "moves": ["T?", *CAUGHT[1:]]}),
    ("Y010", 1, {"moves": ["B?"]}),
    ("Y010", 4, {"moves": ["T?", "Te1", "Bc1", "Bb4"]}),
    ("Y010", 9, {"moves": ["T?", "Bf4", "Ba3", "Te4", "Bf2", "Ba1", "U?", "Te1", "Tb2"]}),
]


def test_what_is_wrong_is_found_where_it_is(yard: Copy) -> None:
    records = [
        {"games": [{"start": "e1", **game}]}
        if view is None
        else {"view": view, "games": [{"start": "?", **game}]}
        for view, games in ((None, WRONG), (1, WRONG_IN_VIEWS))
        for _, _, game in games
    ]
    head = {"format": "scotlandyard/json", "version": 1}
    lines = [json.dumps(head | record) for record in records]
    (yard.folder / "wrong.jsonl").write_text("\n".join(lines) + "\n")
    done = yard.kifu("validate", "--output-format", "json", "--suggest", "0", "wrong.jsonl")
    found = [
        (each["record"], each["code"], each["ply"]) for each in json.loads(done.stdout)["findings"]
    ]
    expected = enumerate([*WRONG, *WRONG_IN_VIEWS], start=1)
    assert found == [(number, code, ply) for number, (code, ply, _) in expected]


def test_the_detectives_do_not_see_hidden_moves(yard: Copy) -> None:
    seen = yard.kifu("view", "--player", "1", str(MATCH)).stdout
    assert seen == (YARD / "records" / "view.json").read_text("utf-8")
    assert yard.kifu("validate", str(YARD / "records")).returncode == 0
    place = ("--player", "1", "--round", "3", "--ply", "8")
    assert yard.kifu("deals", str(MATCH), *place).stdout == "3\n"
    board = yard.kifu("board", "--player", "1", "--document", str(MATCH), "-o", "board.json")
    assert board.returncode == 0, board.stderr


def test_options_are_those_of_the_record(yard: Copy) -> None:
    options = ("--option", "rounds=4", "--option", "reveals=[2, 4]")
    done = yard.kifu("generate", "scotlandyard", "--seed", "1", *options)
    assert json.loads(done.stdout)["rules"] == {"rounds": 4, "reveals": [2, 4]}
