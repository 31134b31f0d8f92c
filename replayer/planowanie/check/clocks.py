"""Checks the clocks of a game: the time that each player had left, for the whole game.

Source: the rules of the tournament of 2009, "time_left".
"""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Finding, Rule, amount
from ...check import Place
from .. import codes
from ..record import Deal, Record
from ..state import State
from .recorded import answered


def check_clocks(record: Record) -> Iterator[Finding]:
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
    place = Place(number, "deals")
    return place.finding(rule, why, f"/clocks/{player}/{at}", player=player)


def check_questions(place: Place, deal: Deal, state: State | None) -> Iterator[Finding]:
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
