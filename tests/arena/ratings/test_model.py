"""The rating model and its maximum: BayesElo's figures, and laws that always hold."""

import random
from collections.abc import Sequence
from itertools import pairwise
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu.arena.ratings import GameResult, Model, Rating, rate

from ...campaign import examples

NAMES = "ABCDEF"
CLOSE = 0.1
"""A tolerance in Elo: BayesElo stops a little short of the maximum, and so does kifu."""

PROGRAM = [("A", "B", 2), ("A", "C", 1), ("B", "C", 0), ("D", "A", 0), ("D", "B", 2)]

games = st.builds(
    GameResult, st.sampled_from(NAMES), st.sampled_from(NAMES), st.sampled_from([0, 1, 2])
).filter(lambda game: game.white != game.black)
result_sets = st.lists(games, min_size=1, max_size=30)
models = st.builds(
    Model,
    advantage=st.floats(-200, 200),
    draw=st.floats(1, 300),
    prior=st.floats(0.1, 10),
)


def results(games: Sequence[tuple[str, str, int]]) -> list[GameResult]:
    scores = {0: 0, 1: 1, 2: 2}
    return [GameResult(white, black, scores[score]) for white, black, score in games]  # type: ignore[arg-type]


def by_name(groups: Sequence[Sequence[Rating]]) -> dict[str, Rating]:
    return {each.name: each for group in groups for each in group}


def elos(games: Sequence[GameResult], model: Model | None = None) -> dict[str, float]:
    return {name: each.elo for name, each in by_name(rate(games, model)).items()}


def log_posterior(games: Sequence[GameResult], model: Model, elo: dict[str, float]) -> float:
    """Sum logarithms game by game, with the formulae in docs/ratings.md; ratings are unscaled."""
    often = {name: sum(name in (g.white, g.black) for g in games) for name in elo}
    total = 0.0
    for game in games:
        white, black = game.white, game.black
        win, draw, loss = model.probabilities(elo[white] - elo[black])
        total += log((loss, draw, win)[game.score])
        virtual = model.prior * (1 / often[white] + 1 / often[black]) / 4
        total += virtual * log(draw)
        total += virtual * log(model.probabilities(elo[black] - elo[white])[1])
    return total


def test_the_figures_of_the_program() -> None:
    (group,) = rate(results(PROGRAM))
    assert [(each.name, round(each.elo, 2)) for each in group] == [
        ("A", 90.41),
        ("C", 68.54),
        ("D", -22.84),
        ("B", -136.10),
    ]
    printed = [(each.games, round(each.plus), round(each.minus), each.score) for each in group]
    assert printed == [
        (3, 198, 171, 2.5 / 3),
        (2, 232, 207, 0.75),
        (2, 237, 237, 0.5),
        (3, 179, 240, 0.0),
    ]


@examples(12)
@given(result_sets, models)
def test_the_posterior_is_flat_where_the_ratings_are(games: list[GameResult], model: Model) -> None:
    for group in rate(games, model):
        names = {each.name for each in group}
        own = [game for game in games if game.white in names]
        elo = {each.name: each.elo / model.scale for each in group}
        top = log_posterior(own, model, elo)
        for name in names:
            for step in (-3, 3):
                assert log_posterior(own, model, elo | {name: elo[name] + step}) < top


@examples(12)
@given(result_sets, models)
def test_the_mean_of_each_group_is_0(games: list[GameResult], model: Model) -> None:
    for group in rate(games, model):
        assert sum(each.elo for each in group) == pytest.approx(0, abs=1e-6)
        assert all(one.elo > other.elo - 1e-6 for one, other in pairwise(group))


@examples(12)
@given(result_sets, st.randoms(use_true_random=False))
def test_the_order_of_games_does_not_matter(games: list[GameResult], chance: random.Random) -> None:
    other = list(games)
    chance.shuffle(other)
    assert rate(other) == rate(games)


@examples(12)
@given(result_sets, st.permutations(NAMES))
def test_names_do_not_matter(games: list[GameResult], names: list[str]) -> None:
    new = dict(zip(NAMES, names, strict=True))
    renamed = [GameResult(new[each.white], new[each.black], each.score) for each in games]
    before, after = elos(games), elos(renamed)
    for name, elo in before.items():
        assert after[new[name]] == pytest.approx(elo, abs=CLOSE)


@examples(12)
@given(result_sets)
def test_without_an_advantage_colours_do_not_matter(games: list[GameResult]) -> None:
    turned = [GameResult(each.black, each.white, 2 - each.score) for each in games]  # type: ignore[arg-type]
    before, after = elos(games), elos(turned)
    assert after == pytest.approx(before, abs=CLOSE)


@examples(12)
@given(result_sets)
def test_all_results_mirrored_turn_the_ratings_around(games: list[GameResult]) -> None:
    mirrored = [GameResult(each.white, each.black, 2 - each.score) for each in games]  # type: ignore[arg-type]
    before, after = by_name(rate(games)), by_name(rate(mirrored))
    for name, each in before.items():
        assert after[name].elo == pytest.approx(-each.elo, abs=CLOSE)
        assert after[name].plus == pytest.approx(each.minus, abs=CLOSE)


@examples(12)
@given(result_sets)
def test_with_each_game_mirrored_all_are_equal(games: list[GameResult]) -> None:
    both = [*games, *(GameResult(each.black, each.white, each.score) for each in games)]
    assert list(elos(both, Model(advantage=50)).values()) == pytest.approx(
        [0] * len(elos(both)), abs=CLOSE
    )


@examples(12)
@given(result_sets, st.sampled_from(NAMES), st.sampled_from(NAMES))
def test_a_win_more_never_lowers(games: list[GameResult], winner: str, loser: str) -> None:
    """A win replaces a loss, so the prior stays the same."""
    if winner == loser:
        return
    lost = elos([*games, GameResult(winner, loser, 0)])
    drawn = elos([*games, GameResult(winner, loser, 1)])
    won = elos([*games, GameResult(winner, loser, 2)])
    assert won[winner] > drawn[winner] > lost[winner]


def test_a_player_who_wins_everything_has_a_rating() -> None:
    (group,) = rate({GameResult("A", "B", 2): 10_000})
    assert [each.name for each in group] == ["A", "B"]
    assert 500 < group[0].elo < 1000
    assert group[0].plus > group[0].minus > 0


def test_only_draws() -> None:
    (group,) = rate({GameResult("A", "B", 1): 5, GameResult("B", "C", 1): 5})
    assert [each.elo for each in group] == pytest.approx([0, 0, 0], abs=1e-9)
    assert all(each.plus == pytest.approx(each.minus) for each in group)


def test_one_game() -> None:
    (group,) = rate([GameResult("A", "B", 2)])
    assert group[0].elo == pytest.approx(-group[1].elo)
    assert group[0].elo > 0


def test_many_games_of_many_players() -> None:
    chance = random.Random(1)
    strength = {f"P{number}": chance.gauss(0, 150) for number in range(30)}
    counts = list[GameResult]()
    model = Model()
    for _ in range(10_000):
        white, black = chance.sample(sorted(strength), 2)
        win, draw, _ = model.probabilities(strength[white] - strength[black])
        drawn = chance.random()
        counts.append(
            GameResult(white, black, 2 if drawn < win else 1 if drawn < win + draw else 0)
        )
    (group,) = rate(counts)
    mean = sum(strength.values()) / len(strength)
    held = [
        each.elo - each.minus < model.scale * (strength[each.name] - mean) < each.elo + each.plus
        for each in group
    ]
    assert sum(held) >= 25
    assert sum(each.games for each in group) == 20_000


def test_groups_that_hardly_met_are_rated_right() -> None:
    """MM converges slowly here, and BayesElo stops hundreds of Elo too early."""
    games = results([("A", "B", 1), ("C", "D", 1)]) * 2000 + results([("A", "C", 2)])
    model = Model(prior=0.5)
    found = by_name(rate(games, model))
    elo = {name: each.elo / model.scale for name, each in found.items()}
    top = log_posterior(games, model, elo)
    for step in (-0.5, 0.5):
        moved = elo | {name: elo[name] + step for name in "AB"}
        assert log_posterior(games, model, moved) < top


def test_a_long_chain() -> None:
    games = [GameResult(f"{number:03}", f"{number + 1:03}", 2) for number in range(150)]
    (group,) = rate(games)
    assert [each.name for each in group] == sorted(each.name for each in group)
    between = [one.elo - other.elo for one, other in pairwise(group)]
    assert between[1:-1] == pytest.approx([between[1]] * 148, abs=0.01)


def test_groups_without_games_between_them() -> None:
    apart = results([("D", "E", 2)])
    first, second = rate([*apart, *results(PROGRAM[:3])])
    assert first == rate(results(PROGRAM[:3]))[0]
    assert second == rate(apart)[0]


@pytest.mark.parametrize("draw", [0, 1, 97.3, 400])
def test_probabilities_add_up(draw: float) -> None:
    win, drawn, loss = Model(advantage=30, draw=draw).probabilities(55)
    assert win + drawn + loss == pytest.approx(1)
    assert drawn >= -1e-12
    assert win > loss


def test_matches_that_cannot_be_rated() -> None:
    game = GameResult("A", "B", 2)
    assert rate([]) == []
    with pytest.raises(ValueError, match="themselves"):
        rate([GameResult("A", "A", 2)])
    with pytest.raises(ValueError, match="prior"):
        rate([game], Model(prior=0))
    with pytest.raises(ValueError, match="confidence"):
        rate([game], confidence=1)
