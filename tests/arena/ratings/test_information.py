from collections import Counter
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu.arena.ratings import GameResult, Knowledge, Model
from kifu.arena.ratings.information import information
from kifu.arena.ratings.model import ELO
from kifu.arena.ratings.results import Score

NAMES = ["A", "B", "C", "D", "E"]
SCORES: tuple[Score, ...] = (2, 1, 0)


@given(st.floats(-900, 900), st.floats(0, 300), st.floats(-100, 100).filter(lambda each: each != 0))
def test_information_equals_that_of_the_outcomes(elo: float, draw: float, advantage: float) -> None:
    """By definition, information is the mean square of the slope of the log-likelihood."""
    model, step = Model(advantage=advantage, draw=draw), 0.05
    before, here, after = (model.probabilities(elo + each) for each in (-step, 0, step))
    slopes = [(high - low) / (2 * step) for low, high in zip(before, after, strict=True)]
    due = sum(slope**2 / p for slope, p in zip(slopes, here, strict=True) if p > 1e-9)
    assert information(elo / ELO, model) == pytest.approx(due * ELO**2, rel=1e-3)


one_result = st.sampled_from(
    [GameResult(*pair, score) for pair in combinations(NAMES, 2) for score in SCORES]
)
results = st.lists(one_result, max_size=30).map(lambda games: Counter(games))


@given(results, st.permutations(NAMES))
def test_a_game_with_anybody_says_something(counts: Counter[GameResult], names: list[str]) -> None:
    known = Knowledge(counts, names)
    for one, other in combinations(NAMES, 2):
        assert known.gain(one, other) > 0
        assert known.gain(one, other) == pytest.approx(Knowledge(counts, NAMES).gain(one, other))


@given(results, st.sampled_from(list(permutations(NAMES, 2))))
def test_the_more_is_known_the_less_is_gained(
    counts: Counter[GameResult], pair: tuple[str, str]
) -> None:
    one, other = pair
    again = counts + Counter({GameResult(*pair, 1): 40})
    assert Knowledge(again, NAMES).gain(one, other) < Knowledge(counts, NAMES).gain(one, other)


def every_pair(scores: dict[str, float], games: int = 40) -> Counter[GameResult]:
    """The same number of games between every pair, with the results their ratings predict."""
    counts = Counter[GameResult]()
    for one, other in combinations(scores, 2):
        for score, p in zip(
            (2, 1, 0), Model().probabilities(scores[one] - scores[other]), strict=True
        ):
            counts[GameResult(one, other, score)] += round(games * p)
    return counts


def test_close_ratings_say_more() -> None:
    known = Knowledge(every_pair({"A": 0, "B": 50, "C": 150, "D": 300, "E": 500}), NAMES)
    gains = [known.gain("A", name) for name in "BCDE"]
    assert gains == sorted(gains, reverse=True)


def test_few_games_say_more() -> None:
    counts = every_pair(dict.fromkeys(NAMES, 0.0))
    for number, name in enumerate("BCDE"):
        counts[GameResult("A", name, 1)] += 20 * number
    known = Knowledge(counts, NAMES)
    gains = [known.gain("A", name) for name in "BCDE"]
    assert gains == sorted(gains, reverse=True)


def test_groups_that_never_met_are_joined() -> None:
    random = Random(1)
    counts = Counter(
        GameResult(*pair, random.choice(SCORES)) for pair in [("A", "B"), ("C", "D")] * 9
    )
    known = Knowledge(counts, NAMES)
    assert known.gain("A", "C") > known.gain("A", "B")
    assert known.ratings["E"] == 0
