"""The level `search`: its play depends only on the seed, and the game must be searchable."""

import gc
from itertools import count
from random import Random

import pytest

from kifu.arena.players import limit
from kifu.arena.players.levels import SEARCH, player
from kifu.arena.players.limit import Limit
from kifu.arena.search.player import require_suitable
from kifu.arena.search.public import PublicState, Unsuitable
from kifu.replayer import game
from kifu.validation.beginning import begun

from ..players.seats import decisions, played, record_of, shown

LITTLE = Limit(playouts=8)


def test_the_same_seed_is_the_same_play_in_any_order() -> None:
    match = played("leduc", [SEARCH], 1, rounds=2)
    assert record_of(match) == record_of(played("leduc", [SEARCH], 1, rounds=2))
    assert record_of(match) != record_of(played("leduc", [SEARCH], 2, rounds=2))
    asked = [(steps, *each) for steps in match.rounds for each in decisions(steps)]
    one = player("leduc", SEARCH, 1, LITTLE)
    seen = [shown("leduc", seat, steps, number) for steps, number, seat in asked]
    in_order = [one.choose(each) for each in seen]
    places = [*range(len(seen))]
    Random(1).shuffle(places)
    for place in places:
        assert player("leduc", SEARCH, 1, LITTLE).choose(seen[place]) == in_order[place]


def test_it_mixes_where_something_is_hidden() -> None:
    match = played("leduc", ["rules"], 1, rounds=1)
    number, seat = next(decisions(match.rounds[0]))
    seen = shown("leduc", seat, match.rounds[0], number)
    assert {player("leduc", SEARCH, seed, LITTLE).choose(seen) for seed in range(9)} == {
        "call",
        "raise",
    }


def test_time_is_a_limit_too() -> None:
    match = played("leduc", ["rules"], 1, rounds=1)
    number, seat = next(decisions(match.rounds[0]))
    seen = shown("leduc", seat, match.rounds[0], number)
    assert player("leduc", SEARCH, 1, Limit(seconds=0.01)).choose(seen) in seen.legal


def test_a_decision_takes_the_time_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Earlier searches of the round that are missing share the time."""
    clock = count()
    monkeypatch.setattr(limit, "monotonic", lambda: float(next(clock)))
    match = played("leduc", ["rules"], 1, rounds=1)
    number, seat = [each for each in decisions(match.rounds[0]) if each[1] == 1][-1]
    before = next(clock)
    player("leduc", SEARCH, 1, Limit(seconds=20)).choose(
        shown("leduc", seat, match.rounds[0], number)
    )
    assert 15 < next(clock) - before < 30


def test_trees_of_earlier_rounds_are_forgotten() -> None:
    """At once, since cycles are rarely collected."""
    gc.collect()
    before = _trees()
    gc.disable()
    try:
        match = played("leduc", [SEARCH], 1, rounds=7)
        assert len(match.rounds) == 7
        assert _trees() - before <= 8  # four of each player
    finally:
        gc.enable()


def _trees() -> int:
    return sum(isinstance(each, PublicState) and not each.parent for each in gc.get_objects())


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("mighty", "mighty cannot be searched: it has 5 players, not two"),
        ("goita", "goita cannot be searched: it has 4 players, not two"),
    ],
)
def test_games_that_cannot_be_searched(name: str, why: str) -> None:
    with pytest.raises(Unsuitable, match=why):
        require_suitable(game(name), begun(name, {}))
