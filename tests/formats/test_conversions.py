"""Annotated records of every game, in every notation and on boards: see `conversions.py`."""

import pytest

from .conversions import GAMES, records, said, table

RECORDS = dict(records())
TABLE = table()


@pytest.mark.parametrize("game", [*GAMES, "sgf"])
def test_conversions_and_boards(game: str) -> None:
    chosen = {name: each for name, each in RECORDS.items() if name.split()[0] == game}
    assert {name: said(each) for name, each in chosen.items()} == {
        name: TABLE[name] for name in chosen
    }
