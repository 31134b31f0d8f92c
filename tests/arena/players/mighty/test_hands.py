"""Deals are drawn so that hands agree with the bids, and with everything that was seen."""

from itertools import islice
from random import Random
from typing import Any

from kifu.arena.players.draws import draws
from kifu.arena.players.mighty.hands import worth
from kifu.arena.players.mighty.strategy import STRATEGY
from kifu.arena.players.player import Seen
from kifu.arena.players.trials import tried_deals
from kifu.replayer.mighty.beliefs import kept_hands
from kifu.replayer.mighty.engine.engine import Engine
from kifu.replayer.mighty.engine.numbers import ALL, mask_of, numbers

from ..seats import decisions, played, shown


def moments() -> list[Seen]:
    """Return what a player who is not the president has seen at some plays of two deals."""
    found = list[Seen]()
    for seed in (1, 4):
        (steps,) = played("mighty", ["rules"], seed, rounds=1).rounds
        found += [
            shown("mighty", seat, steps, number)
            for number, seat in list(decisions(steps))[-48::9]
            if seat != steps[-1].state.engine.president
        ]
    return found


def engines(seen: Seen) -> list[Engine]:
    return [state.engine for state, _ in islice(tried_deals(STRATEGY, seen, Random(1), False), 20)]


def presidents_worth(engine: Any) -> float:
    """Return what the president's ten cards are worth; the first tricks have been played."""
    kept = (engine.dealt_known[engine.president] | engine.kitty_known) & engine.played
    return worth(engine.hands[engine.president] | kept, engine.trump)


def test_hands_agree_with_what_was_seen() -> None:
    for seen in moments():
        before = seen.state.engine
        kept = [
            mask_of(numbers(each.none_of)) for each in kept_hands(seen.record.rules, seen.steps)
        ]
        for engine in engines(seen):
            piles = [*engine.hands, engine.buried, engine.played]
            assert sum(piles) == ALL
            assert sum(each.bit_count() for each in piles) == 53
            assert engine.hands[seen.player] == before.hands[seen.player]
            sizes = [each.bit_count() for each in engine.hands]
            known = zip(before.hands, before.hidden, strict=True)
            assert sizes == [hand.bit_count() + hidden for hand, hidden in known]
            for hand, none in zip(engine.hands, kept, strict=True):
                assert not hand & none


def test_presidents_hold_what_they_bid_on() -> None:
    def mean(values: list[float]) -> float:
        return sum(values) / len(values)

    for seen in moments()[:2]:
        drawn = [state.engine for state in islice(draws(seen, Random(1)), 20)]
        likely = mean([presidents_worth(each) for each in engines(seen)])
        assert mean([presidents_worth(each) for each in drawn]) < likely
        assert abs(likely - seen.state.engine.points) < 2
