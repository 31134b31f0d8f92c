"""Play is written as a record."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from msgspec.structs import replace

from kifu.replayer import game, games
from kifu.replayer.replay.match import replay

from ..helpers import RANDOM

# Not part of the play: times, and which of two partners is stated as the winner.
LEFT_OUT = {"clocks": None, "winner": None}


def bare(name: str, record: Any) -> Any:
    whole: Any = game(name).rounds(record)
    rounds: list[Any] = [
        replace(each, **{key: value for key, value in LEFT_OUT.items() if hasattr(each, key)})
        for each in whole
    ]
    return game(name).with_rounds(record, rounds)


@pytest.mark.parametrize("name", games())
@given(rng=RANDOM)
def test_a_replay_is_written_as_the_record_that_was_replayed(name: str, rng: Random) -> None:
    record = game(name).generate(rng)
    steps = [each.steps for each in replay(game(name), record)]
    assert bare(name, game(name).written(record, steps)) == bare(name, record)
