"""Uncertainty of ratings, compared with the figures BayesElo gives."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu.arena.ratings import GameResult, Model, Rating, rate

PAIR = {GameResult("A", "B", 2): 7, GameResult("B", "A", 1): 3, GameResult("A", "B", 0): 2}
# BayesElo's results for these games, from its commands mm, exactdist and ratings.
BY_CONFIDENCE = {
    0.5: (58.73, 28.86, 25.19),
    0.68: (58.73, 42.18, 37.71),
    0.95: (58.73, 84.21, 75.21),
    0.99: (58.73, 112.82, 99.31),
}


def of(name: str, groups: Iterable[Iterable[Rating]]) -> Rating:
    return next(each for group in groups for each in group if each.name == name)


@pytest.mark.parametrize(("confidence", "figures"), BY_CONFIDENCE.items())
def test_the_figures_of_the_program(confidence: float, figures: tuple[float, ...]) -> None:
    found = of("A", rate(PAIR, Model(), confidence))
    assert (found.elo, found.plus, found.minus) == pytest.approx(figures, abs=0.05)


@given(st.floats(0.5, 0.98), st.floats(0.001, 0.01))
def test_more_confidence_is_a_wider_interval(confidence: float, more: float) -> None:
    narrow, wide = (of("A", rate(PAIR, None, each)) for each in (confidence, confidence + more))
    assert wide.plus > narrow.plus > 0
    assert wide.minus > narrow.minus > 0


def test_more_games_make_it_narrower() -> None:
    few = of("A", rate(PAIR))
    many = of("A", rate({game: 100 * count for game, count in PAIR.items()}))
    assert few.plus / many.plus == pytest.approx(10, rel=0.2)


def test_a_rating_beyond_the_range_of_the_program_has_an_interval() -> None:
    chain = {GameResult(f"{n:02}", f"{n + 1:02}", 2): 50 for n in range(20)}
    (group,) = rate(chain)
    assert group[0].elo > 3000
    assert all(0 < each.plus < 1000 and 0 < each.minus < 1000 for each in group)


def test_hardly_any_prior() -> None:
    first, last = rate({GameResult("A", "B", 2): 5}, Model(prior=1e-9))[0]
    assert first.plus > 0 < last.minus
    assert first.minus == pytest.approx(last.plus)
