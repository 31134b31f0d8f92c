"""Everything that can be wrong with a Planowanie record.

Its deals are replayed; how the game ended is checked only if there are no earlier errors.

Source of the clocks: the rules of the tournament of 2009, "time_left".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from ....findings import Finding, Rule, amount
from ...check import Place, first_impossible
from ...game import Checked
from ...hypotheses import explained
from ...replay.round import RoundReplay
from ...replay.view import masked
from ...times import check_times
from .. import codes
from ..beliefs import belief
from ..position import PlanowaniePositions
from ..record import Deal, Record
from ..state import State
from ..view import unlike_view
from .deal import Game, Played
from .meant import of_game
from .outcome import check_end, check_end_in_setup
from .recorded import answered, field_of, hands_of, rules_of
from .well_formed import ended_in_setup, game_left, planned_on, setup_breaches


def check(record: Record) -> Checked[State]:
    """Return everything wrong with a record."""
    ends: list[State | None] = []
    found = list(_check(record, ends))
    if len(found) > 1:  # One slip may explain them.
        found = explained(found, of_game(record, found), lambda meant: _check(meant, []))
    times = check_times(record.start_time, record.end_time)
    ends += [None] * (len(record.deals) - len(ends))
    return Checked([*times, *found, *_check_clocks(record)], ends)


def _check(record: Record, ends: list[State | None]) -> Iterator[Finding]:
    wrong = list(setup_breaches(record))
    for pointer, breach in wrong:
        yield Finding(rule=breach.rule, message=str(breach), pointer=pointer)
    if ended_in_setup(record):
        yield from () if wrong else check_end_in_setup(record)
        return
    left = game_left(record) if wrong else record
    if left is None:
        return
    # A deal after the last planned one is checked under the plan that it implies.
    rules = replace(rules_of(left), plan=planned_on(left))
    game = Game(left, rules, sound=not wrong)
    yield from game.play()
    for each in game.timed:
        yield from _check_questions(*each)
    for find in _CHECKS:
        found = list(find(game))
        game.sound = game.sound and not found
        yield from found
    ends += game.ends


# Hidden cards


def _check_beliefs(game: Game) -> Iterator[Finding]:
    """Report the first point where no deal agrees with what was seen; stop at an unsound deal."""
    for each in game.deals:
        unfit = list(_check_belief(game, each)) if each.sound else []
        yield from unfit
        if unfit or not each.sound:
            break


def _check_belief(game: Game, played: Played) -> Iterator[Finding]:
    rules, place, view = game.rules, played.place, game.record.view
    if played.replayed is None or played.end is None:
        return
    hands, steps = hands_of(rules, played.deal, place.number - 1), played.replayed.steps
    hidden = any(rules.deck.hidden in hand for hand in hands)
    if not hidden or belief(rules, played.end).is_possible():
        return
    if view is not None and view in range(rules.players):
        whole = RoundReplay(place.number, steps)
        steps = masked(PlanowaniePositions(), rules, whole, view).steps
    found = first_impossible(steps, lambda steps: belief(rules, steps[-1].state))
    if found is not None:
        step, left = found
        why = f"no deal agrees with what is seen up to here: {left.contradiction()}"
        player, ply = step.state.turn, step.ply or None
        field = field_of(played.deal, step.state, player)
        yield place.finding(codes.NO_DEAL_FITS, why, field, ply=ply, player=player)


def _check_view(game: Game) -> Iterator[Finding]:
    """Check that the view of a player shows what that player was shown, and nothing else."""
    if game.record.view is not None and game.sound and game.readable:
        ends = [each.end for each in game.deals if each.end is not None]
        yield from unlike_view(game.rules, game.record, ends)


_CHECKS: tuple[Callable[[Game], Iterator[Finding]], ...] = (_check_beliefs, check_end, _check_view)
"""The checks of a game after its deals, in order; each knows whether the game is still sound."""


# Clocks: the time that each player had left, for the whole game


def _check_clocks(record: Record) -> Iterator[Finding]:
    """Yield the errors in the times themselves: a time is negative, or increases."""
    left: dict[int, int] = {}
    for number, deal in enumerate(record.deals, start=1):
        for player, clock in enumerate(deal.clocks or ()):
            for at, now in enumerate(clock):
                if now is None:
                    continue
                before = left.get(player, now)
                if now < 0:
                    why = f"player {player} has {now} ms left: a player without time is not asked"
                    yield _of_clock(codes.CLOCK_BELOW_ZERO, why, number, player, at)
                    continue
                if now > before:
                    why = f"player {player} has {now} ms left, but had {before} ms before"
                    yield _of_clock(codes.CLOCK_RISES, why, number, player, at)
                left[player] = now


def _of_clock(rule: Rule, why: str, number: int, player: int, at: int) -> Finding:
    return Place(number, "deals").finding(rule, why, f"/clocks/{player}/{at}", player=player)


def _check_questions(place: Place, deal: Deal, state: State | None) -> Iterator[Finding]:
    """Check that a player has a time for each question in a deal replayed up to `state`.

    Without a state, everything recorded for the deal counts as played. All of a player's times may
    be missing. The current question may have a time. If the deal is not over, extra times are those
    of cards missing from the record; together they count as one slip.
    """
    excess = False
    for player, clock in enumerate(deal.clocks or ()):
        if state is None:
            asked = 1 + sum(trick.cards[player] is not None for trick in deal.tricks)
            now = False
        else:
            asked = answered(deal, state, player)
            declares = state.phase == "declare" and asked == 0
            now = declares or (state.phase == "play" and state.turn == player)
        too_many = len(clock) > asked + now
        if not clock or asked <= len(clock) <= asked + now or (excess and too_many):
            continue
        times, expected = amount(len(clock), "time"), amount(asked + now, "time")
        why = f"the clock of player {player} has {times}, but the player was asked {expected}"
        why += "" if too_many else "; write null for an unknown time"
        yield place.finding(codes.WRONG_SIZE, why, f"/clocks/{player}", player=player)
        excess = excess or (too_many and state is not None and state.phase != "over")
