"""Random matches of any game, with given options."""

from random import Random
from typing import Any

import pytest

import kifu
from kifu import replayer
from kifu.replayer import game, games
from kifu.replayer.play.at_random import at_random
from kifu.validation.beginning import begun

OPTIONS: dict[str, dict[str, Any]] = {
    "go": {"size": 4},
    "planowanie": {"seats": 2, "plan": [[2, 0]]},
}


@pytest.mark.parametrize("name", games())
def test_a_random_match_is_right(name: str) -> None:
    start = begun(name, OPTIONS.get(name, {}))
    record = at_random(game(name), start, Random(1))
    found = kifu.validate(kifu.dumps(record).encode())
    assert not [each for each in found if each.severity == "error"]
    assert game(name).options_of(record) == game(name).options_of(start)


@pytest.mark.parametrize("name", games())
def test_a_record_is_generated_with_the_options_of_another(name: str) -> None:
    start = begun(name, OPTIONS.get(name, {}))
    record = replayer.generate(name, 1, start)
    assert game(name).rounds(record)
    assert not game(name).check(record).findings
    assert game(name).options_of(record) == game(name).options_of(start)
