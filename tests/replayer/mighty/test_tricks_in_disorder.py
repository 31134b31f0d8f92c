"""Swapped or missing tricks, and a repeated deal, are one slip each."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import kifu
from kifu import replayer

from ...helpers import Json

GAME = replayer.game("mighty")
EXAMPLES = Path(__file__).parents[3] / "examples"


def match(rng: Random) -> tuple[Json, Json]:
    """Return a valid match, and one of its deals that was played."""
    for _ in range(50):
        values = json.loads(kifu.dumps(GAME.generate(rng), "mighty/json"))
        played = [each for each in values["deals"] if len(each.get("tricks", ())) > 2]
        if played and not kifu.validate(json.dumps(values), "mighty/json"):
            return values, rng.choice(played)
    raise AssertionError


@pytest.mark.parametrize("seed", range(4))
def test_two_tricks_that_are_swapped_are_one_error(seed: int) -> None:
    rng = Random(seed)
    values, deal = match(rng)
    tricks = deal["tricks"]
    one, other = sorted(rng.sample(range(len(tricks)), 2))
    if tricks[one] == tricks[other]:
        return
    tricks[one], tricks[other] = tricks[other], tricks[one]
    found = kifu.validate(json.dumps(values), "mighty/json")
    assert len(found) == 1
    if "swapped" in found[0].message:
        assert f"/tricks/{one}" in (found[0].pointer or "")


@pytest.mark.parametrize("seed", [1, 2, 3, 5])
def test_a_trick_that_is_missing_is_one_error(seed: int) -> None:
    values, deal = match(Random(seed))
    del deal["tricks"][4]
    found = [each for each in kifu.validate(json.dumps(values)) if each.severity == "error"]
    assert len(found) == 1
    assert found[0].message.count("seems to be missing") == 1


def test_a_trick_that_is_missing_hides_no_payoffs() -> None:
    values, deal = match(Random(1))
    del deal["tricks"][4]
    deal["result"]["payoffs"][0] += 1
    codes = [each.code for each in kifu.validate(json.dumps(values)) if each.severity == "error"]
    assert len(codes) == 2
    assert codes[1] == "M407"


@pytest.mark.parametrize("seed", range(4))
def test_a_repeated_deal_is_one_error(seed: int) -> None:
    values, deal = match(Random(seed))
    number = values["deals"].index(deal)
    values["deals"].insert(number, deal)
    found = [each for each in kifu.validate(json.dumps(values)) if each.severity == "error"]
    assert [each.round for each in found] == [number + 2]
    assert found[0].code == "M503"


def test_a_repeated_deal_without_totals() -> None:
    text = (EXAMPLES / "mighty/match.gibo").read_text(encoding="utf-8")
    text = "".join(line for line in text.splitlines(keepends=True) if line[:7] != "Totals:")
    deals = text.split("\nDeal: ")
    deals.insert(3, deals[2])
    numbered = (f"{number}{each[1:]}" for number, each in enumerate(deals[1:], start=1))
    found = list(kifu.validate("\nDeal: ".join([deals[0], *numbered])))
    assert [(each.code, each.round) for each in found] == [("M503", 3)]
