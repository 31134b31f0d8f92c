from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu.arena.ratings import GameResult
from kifu.arena.tournament.pairing import close, drawn, playing
from kifu.arena.tournament.plan import Plan, Settings

NAMES = [f"P{number:02}" for number in range(16)]
SETTINGS = Settings(seed=1, random=3, time=1000)

fours = st.integers(1, 4).map(lambda groups: NAMES[: 4 * groups])


def named(names: list[str]) -> Plan:
    return Plan(SETTINGS, dict.fromkeys(names, "true"))


@given(fours, st.integers())
def test_everybody_is_in_one_group(names: list[str], seed: int) -> None:
    lot = drawn(names, Random(seed))
    rated = close(names, Counter(GameResult(*group[:2], 2) for group in lot))
    for groups in (lot, rated):
        assert sorted(name for group in groups for name in group) == sorted(names)


def test_lots_differ() -> None:
    assert len({tuple(drawn(NAMES, Random(seed))) for seed in range(20)}) == 20


def test_the_strong_meet_the_strong() -> None:
    """Every pair has met equally often, and the lower number has won."""
    counts = Counter(
        GameResult(one, other, score)
        for place, one in enumerate(NAMES)
        for other in NAMES[place + 1 :]
        for score in (2, 2, 1)
    )
    groups = close(NAMES, counts)
    assert groups[0][0] == "P00"
    means = [sum(NAMES.index(name) for name in group) / 4 for group in groups]
    assert means == sorted(means)
    assert all(NAMES.index(group[-1]) - NAMES.index(group[0]) <= 6 for group in groups)


def test_players_who_met_less_often_meet() -> None:
    names = NAMES[:8]
    met = [pair for half in (names[:4], names[4:]) for pair in combinations(half, 2)]
    counts = Counter(GameResult(*pair, 1) for pair in met * 9)
    for group in close(names, counts):
        assert len({name in names[:4] for name in group}) == 2


@pytest.mark.parametrize("count", [5, 6, 7, 9, 11])
def test_all_sit_out_as_often(count: int) -> None:
    plan = named(NAMES[:count]).extended(count, Counter())
    while len(plan.rounds) < count:
        plan = plan.extended(count, Counter())
    played = Counter(name for groups in plan.rounds for group in groups for name in group)
    assert len(played) == count
    assert max(played.values()) - min(played.values()) <= 1


def test_players_are_not_chosen_by_order() -> None:
    assert len({tuple(playing(NAMES[:5], {}, Random(seed))) for seed in range(40)}) == 5


def test_lots_first_then_ratings() -> None:
    plan = named(NAMES).extended(9, Counter())
    assert len(plan.rounds) == 3
    assert len({frozenset(groups) for groups in plan.rounds}) == 3
    one, other = (GameResult("P00", "P15", score) for score in (0, 2))
    weak, strong = (plan.extended(9, Counter({each: 50})) for each in (one, other))
    assert len(weak.rounds) == len(strong.rounds) == 4
    assert (weak.rounds[3][0][0], strong.rounds[3][0][0]) == ("P15", "P00")


def test_one_group_needs_no_ratings() -> None:
    assert len(named(NAMES[:7]).extended(9, Counter()).rounds) == 9


def test_each_seat_once_and_the_same_deals() -> None:
    plan = named(NAMES).extended(3, Counter())
    games = list(plan.fixtures(1, 3))
    assert len(games) == len({each.name for each in games}) == 3 * 4 * 4
    for number in range(1, 4):
        assert len({each.seed for each in games if each.round == number}) == 1
        seats = Counter(
            taken for each in games if each.round == number for taken in enumerate(each.players)
        )
        assert set(seats.values()) == {1}
        assert len(seats) == 16 * 4
    assert len({each.seed for each in games}) == 3
