"""States that a seat cannot tell apart, checked against a replay of a whole record."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings

import kifu
from kifu.arena.players.draws import draws, replayed
from kifu.arena.players.match import Seat
from kifu.replayer import game
from kifu.replayer.beliefs.beliefs import Belief
from kifu.replayer.beliefs.piles import Pile

from ...helpers import RANDOM
from .seats import decisions, played, shown

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("name", ["mighty", "planowanie"])
@settings(max_examples=6)
@given(rng=RANDOM)
def test_a_state_is_filled_as_a_replay_finds_it(name: str, rng: Random) -> None:
    levels = rng.choice([["random"], ["rules"], ["random", "rules"]])
    (steps,) = played(name, levels, rng.getrandbits(32), rounds=1).rounds
    beliefs = game(name).beliefs
    assert beliefs is not None
    for number, seat in rng.sample(list(decisions(steps)), 5):
        seen = shown(name, seat, steps, number)
        record, seed = seen.game.written(seen.record, seen.rounds), rng.getrandbits(32)
        drawn = beliefs.belief(record, 1, seen.steps).draw(rng)
        filled = beliefs.filler(record, 1, seen.steps)
        assert filled is not None
        whole = beliefs.dealt(record, 1, seen.steps, drawn, Random(seed))
        assert filled(drawn, Random(seed)) == replayed(seen, whole, 1)


def test_unwritten_values_are_drawn_too() -> None:
    """The table notation of Mighty omits the deal and the auction."""
    record = kifu.load(ROOT / "examples" / "mighty" / "table.gibo")
    mighty, (line,) = game("mighty"), kifu.replay(record)
    for number, seat in list(decisions(line.steps))[::7]:
        follower = Seat(mighty, mighty.with_rounds(record, ()), seat, sees_all=False)
        follower.begin(line.steps[0].state)
        follower.follow(line.steps[:number])
        seen = follower.seen(line.steps[number].node)
        state = next(draws(seen, Random(1)))
        assert not any(map(state.hides, range(5)))


def test_where_no_deal_is_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    (steps,) = played("leduc", ["rules"], 1, rounds=1).rounds
    number, seat = next(iter(decisions(steps)))
    beliefs = game("leduc").beliefs

    def impossible(*_: object) -> Belief:
        return Belief(("Kh",), ((Pile("player 0", 0),),))

    monkeypatch.setattr(type(beliefs), "belief", impossible)
    with pytest.raises(ValueError, match="no deal is possible"):
        next(draws(shown("leduc", seat, steps, number), Random(1)))
