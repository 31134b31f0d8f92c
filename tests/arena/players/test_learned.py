"""Players that choose by numbers see what the rows of the finished record have."""

from random import Random
from typing import Any

import pytest

import kifu
from kifu import replayer
from kifu.arena.players.learned import Learned
from kifu.arena.players.match import Match
from kifu.validation.beginning import begun

from ...games import SMALL


@pytest.mark.parametrize("name", SMALL)
def test_it_sees_the_rows_of_the_record(name: str) -> None:
    encoding, rng = kifu.encoding(name, SMALL[name]), Random(4)
    seen: list[tuple[bytes, bytes, int]] = []

    def chooses(observation: bytearray, mask: bytearray) -> int:
        number = rng.choice([number for number, legal in enumerate(mask) if legal])
        seen.append((bytes(observation), bytes(mask), number))
        return number

    players = [Learned(encoding, chooses)] * encoding.rules.players
    record = Match(replayer.game(name), begun(name, SMALL[name]), players, "learned").play(2)
    rows = encoding.rows(record)
    parts = (rows.arrays[part] for part in ("observation", "mask", "action"))
    assert seen == list(zip(*(_cut(each, rows.count) for each in parts), strict=True))


def _cut(found: Any, count: int) -> list[Any]:
    if not isinstance(found, bytearray):
        return list(found)
    width = len(found) // count
    return [bytes(found[at * width : (at + 1) * width]) for at in range(count)]
