"""Players see only what their seat is shown, follow the rules, and are reproducible from a seed."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

import kifu
from kifu.arena.players.estimates import estimates
from kifu.arena.players.levels import ALL_SEEING, LEVELS, MONTE_CARLO, player
from kifu.arena.players.limit import Limit
from kifu.arena.players.match import Match
from kifu.arena.players.strategy import NoStrategy, strategies, strategy
from kifu.arena.players.thinking import CalledOff, while_wanted
from kifu.formats.interface.catalog import canonical_notation
from kifu.replayer import game, new_record
from kifu.replayer.beliefs.dice import Dice
from kifu.replayer.beliefs.playouts import play_out
from kifu.replayer.rules import IllegalAction

from ...helpers import RANDOM
from .seats import HIDING, THINKS_LITTLE, decisions, fair, played, record_of, shown, swapped

GAMES = sorted(strategies())


@pytest.mark.parametrize("name", HIDING)
@settings(max_examples=4)
@given(rng=RANDOM)
def test_nobody_peeks(name: str, rng: Random) -> None:
    (steps,) = played(name, ["rules"], rng.getrandbits(32), rounds=1).rounds
    number, seat = rng.choice(list(decisions(steps)))
    seen = shown(name, seat, steps, number)
    drawn = [swapped(seen, rng) for _ in range(10)]
    other = next((each for each in drawn if each[-1].state != steps[number].state), drawn[0])
    again = shown(name, seat, other, number)
    assert again.steps == seen.steps
    for level in fair(name):
        one = player(name, level, "seed", THINKS_LITTLE)
        assert one.choose(again) == one.choose(seen) in seen.legal


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("levels", [["random", "rules"], ["monte-carlo", ALL_SEEING]])
def test_records_of_matches_are_right(name: str, levels: list[str]) -> None:
    match = played(name, levels, 1)
    text = canonical_notation(name).texts([record_of(match)])
    found = kifu.validate("".join(text).encode())
    assert not [each for each in found if each.severity == "error"]


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_that_does_not_act_is_not_asked(name: str) -> None:
    (steps,) = played(name, ["rules"], 1, rounds=1).rounds
    acting = {*decisions(steps)}
    number, seat = next(
        (at, seat) for at, _ in decisions(steps) for seat in (0, 1) if (at, seat) not in acting
    )
    for place in (number, len(steps) - 1):
        for level in LEVELS:
            asked = player(name, level, "seed", THINKS_LITTLE)
            with pytest.raises(ValueError, match=f"player {seat} does not act here"):
                asked.choose(shown(name, seat, steps, place, asked.sees_all))


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_is_the_same_play(name: str) -> None:
    first, again, other = (played(name, ["monte-carlo"], seed, 1) for seed in (1, 1, 2))
    assert record_of(first) == record_of(again) != record_of(other)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("level", [MONTE_CARLO, ALL_SEEING])
def test_a_cancelled_player_starts_no_other_playout(name: str, level: str) -> None:
    (steps,) = played(name, ["rules"], 1, rounds=1).rounds
    known, asked = strategy(name) or NoStrategy(), list[int]()
    sees_all = level == ALL_SEEING
    places = (shown(name, seat, steps, number, sees_all) for number, seat in decisions(steps))
    seen = next(
        each for each in places if len(known.worth_trying(each.rules, each.state, each.player)) > 1
    )
    thinker = player(name, level, "seed", Limit(playouts=100))
    calm = thinker.choose(seen)

    def wanted() -> bool:
        asked.append(len(asked))
        return len(asked) < 5

    with pytest.raises(CalledOff), while_wanted(wanted):
        thinker.choose(seen)
    assert len(asked) == 5
    with pytest.raises(CalledOff), while_wanted(wanted):
        estimates(seen, None, Limit(playouts=100), "seed")
    assert len(asked) == 6
    with while_wanted(lambda: True):
        assert thinker.choose(seen) == calm


def test_most_playouts_compare_the_best_actions() -> None:
    """The limit is the number of playouts, however they are shared."""
    (steps,) = played("mighty", ["rules"], 4, rounds=1).rounds
    number, seat = next(
        each for each in decisions(steps) if steps[each[0]].state.phase == "exchange"
    )
    seen, asked = shown("mighty", seat, steps, number), list[int]()
    known = strategy("mighty")
    assert known is not None
    tried = len(known.worth_trying(seen.rules, seen.state, seat))
    assert tried == 12

    def wanted() -> bool:
        asked.append(len(asked))
        return True

    with while_wanted(wanted):
        player("mighty", MONTE_CARLO, "seed", Limit(playouts=200)).choose(seen)
    # in four rounds, 12, 6, 3 and 2 actions are tried
    assert len(asked) == 4 * 12 + 8 * 6 + 16 * 3 + 25 * 2


@pytest.mark.parametrize("name", GAMES)
def test_actions_worth_trying_are_legal(name: str) -> None:
    known = strategy(name)
    assert known is not None
    match = played(name, ["rules", "random"], 3)
    for steps in match.rounds:
        for number, seat in decisions(steps):
            state = steps[number].state
            tried = known.worth_trying(match.rules, state, seat)
            assert tried
            assert set(tried) <= set(match.rules.legal_actions(state, seat))
            assert len(set(tried)) == len(tried)


@pytest.mark.parametrize("name", HIDING)
def test_nothing_is_chosen_from_cards_that_are_not_known(name: str) -> None:
    known, decided = strategy(name), [0, 0]
    assert known is not None
    match = played(name, ["rules", "random"], 4, rounds=1)
    (steps,), rules = match.rounds, match.rules
    for number, seat in [*decisions(steps)][:: 1 + len(steps) // 8]:
        for viewer in (seat, (seat + 1) % rules.players):
            state = shown(name, viewer, steps, number).state
            refused, action = refusal(partial(known.choose, rules, state, seat, Dice(1)))
            decided[refused] += 1
            if not refused:
                rules.verify(state, seat, action)
            assert not (refused and viewer == seat)
            refusal(partial(known.play_out, rules, state, 2, Dice(1)))
            refusal(partial(play_out, rules, state, 2, Dice(1)))
    assert all(decided)


def refusal(choose: Callable[[], Any]) -> tuple[bool, Any]:
    """Return whether a choice is refused since nothing is known to be legal, and the choice."""
    try:
        return False, choose()
    except IllegalAction:
        raise
    except ValueError:
        return True, None


def test_players_who_see_all_cards_are_labelled() -> None:
    match = played("leduc", [ALL_SEEING, "rules"], 1)
    assert record_of(match).players == ("all-seeing (sees all cards)", "rules")
    assert [each for each in LEVELS if player("leduc", each).sees_all] == [ALL_SEEING]


def test_impossible_players() -> None:
    with pytest.raises(ValueError, match="no level 'clever'"):
        player("leduc", "clever")
    for limit in (Limit(playouts=0), Limit(seconds=0), Limit(seconds=float("nan"))):
        with pytest.raises(ValueError, match="must be"):
            player("leduc", "monte-carlo", 0, limit)
    with pytest.raises(ValueError, match="2 seats, not 3"):
        Match(game("leduc"), new_record("leduc"), [player("leduc", "rules")] * 3, "")


def test_time_is_a_limit_too() -> None:
    match = Match(
        game("leduc"),
        new_record("leduc"),
        [player("leduc", "monte-carlo", 0, Limit(seconds=0.001))] * 2,
        "",
    )
    match.play(1)
    assert len(match.rounds) == 1
