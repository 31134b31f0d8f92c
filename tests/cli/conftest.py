import json
from random import Random
from typing import Any

import pytest

import kifu
from kifu import formats, replayer

from ..command import Kifu

# Hand-made rounds: one that player 0 wins with both kings; one where a king may not attack.
WON = (
    '{"format": "goita/json", "version": 1, "title": "ごいた杯", "rounds": [\n'
    '  {"hands": ["11244788", "23456788", "34567888", "55667888"],'
    ' "record": "84-0-0-0-84-0-0-0-72-0-0-0-11", "winner": 0}]}\n'
)
KING = (
    '{"format": "goita/json", "version": 1, "title": "ごいた杯", "rounds": [\n'
    '  {"hands": ["12345678", "12345678", "44568888", "56778888"],'
    ' "winner": -1, "record": "81"}]}\n'
)
NO_WINNER = WON.replace('"winner": 0', '"winner": -1')
HISTORY = "12345678,12345679,11112345,11112345,s1,113,2p,3p,431\n"


@pytest.fixture(scope="session")
def match() -> str:
    """A random match with every kind of round, as indented JSON."""
    game = replayer.game("goita")
    matches = (game.generate(Random(f"tests/{number}")) for number in range(1000))
    return kifu.dumps(next(each for each in matches if _is_varied(each)))


def _is_varied(record: Any) -> bool:
    return {"out", "shi", "redeal"} <= {each.result.end for each in record.rounds}


@pytest.fixture(scope="session")
def lines() -> str:
    """Five random matches, one per line."""
    game = replayer.game("goita")
    records = [game.generate(Random(f"lines/{number}")) for number in range(5)]
    return "".join(formats.notation("goita/json").texts(records))


@pytest.fixture
def archive(run: Kifu) -> Kifu:
    """An archive of small files and a large one, some with errors."""
    lines = [one_line(WON), one_line(KING), "", one_line(NO_WINNER), "{"] * 6
    names = {f"in/{number}.json": KING if number % 3 else WON for number in range(8)}
    run.write({**names, "in/7.jsonl": "\n".join(lines), "in/notes.txt": "none\n"})
    return run


def one_line(text: str) -> str:
    return json.dumps(json.loads(text), ensure_ascii=False)
