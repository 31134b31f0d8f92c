"""Two tricks that are swapped are one slip."""

from __future__ import annotations

import json
from random import Random

import pytest

import kifu
from kifu import replayer

GAME = replayer.game("mighty")


@pytest.mark.parametrize("seed", range(4))
def test_two_tricks_that_are_swapped_are_one_error(seed: int) -> None:
    rng = Random(seed)
    for _ in range(50):
        values = json.loads(kifu.dumps(GAME.generate(rng), "mighty/json"))
        played = [each for each in values["deals"] if len(each.get("tricks", ())) > 2]
        if played and not kifu.validate(json.dumps(values), "mighty/json"):
            break
    else:
        raise AssertionError
    tricks = rng.choice(played)["tricks"]
    one, other = sorted(rng.sample(range(len(tricks)), 2))
    if tricks[one] == tricks[other]:
        return
    tricks[one], tricks[other] = tricks[other], tricks[one]
    found = kifu.validate(json.dumps(values), "mighty/json")
    assert len(found) == 1
    if "swapped" in found[0].message:
        assert f"/tricks/{one}" in (found[0].pointer or "")
