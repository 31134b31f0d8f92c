"""Swapped rounds, and hands listed for the wrong seats, count as one slip."""

from __future__ import annotations

import json
from random import Random

import kifu
from kifu import replayer

from ...helpers import MODEL_A, Json, goita
from ...loops import all_of

GAME = replayer.game("goita")


def match(seed: int, rounds: int = 5) -> Json:
    """Generate a match of at least `rounds` rounds."""
    rng = Random(seed)
    while True:
        values: Json = json.loads(kifu.dumps(GAME.generate(rng), "goita/json"))
        if len(values["rounds"]) >= rounds:
            return values


def errors(values: Json) -> list[tuple[str, int | None, str]]:
    found = kifu.validate(json.dumps(values))
    return [(each.code, each.round, each.message) for each in found if each.severity == "error"]


@all_of("at", [0, 1, 2])
@all_of("seed", [1, 2])
def test_two_rounds_that_are_swapped_are_one_error(seed: int, at: int) -> None:
    values = match(seed)
    rounds = values["rounds"]
    rounds[at], rounds[at + 1] = rounds[at + 1], rounds[at]
    ((code, number, message),) = errors(values)
    assert code == "G501"
    assert number in (at + 1, at + 2)
    assert f"rounds {at + 1} and {at + 2} seem to be swapped" in message


def test_a_score_beside_swapped_rounds_is_another_error() -> None:
    values = match(1, rounds=7)
    rounds = values["rounds"]
    rounds[6]["score"][0] += 10
    rounds[1], rounds[2] = rounds[2], rounds[1]
    assert [(code, number) for code, number, _ in errors(values)] == [("G501", 2), ("G501", 7)]


def test_two_scores_are_two_errors() -> None:
    values = match(1)
    for number in (1, 3):
        values["rounds"][number]["score"][0] += 10
    assert [(code, number) for code, number, _ in errors(values)] == [("G501", 2), ("G501", 4)]


def test_where_no_dealer_helps_the_play_is_judged_as_it_is_written() -> None:
    hands = ["12345678", "12345678", "44568888", "56778888"]
    second = {"dealer": 1, "score": [100, 0], "hands": hands, "record": "33"}
    first = MODEL_A | {"score": [0, 0]}
    found = kifu.validate(goita(first, second))
    assert [(each.code, each.player) for each in found] == [("G503", 1), ("G103", 1)]
