"""Checks the clocks of a game: the time that each player had left.

The time is for the whole game, so the remaining time never increases. Source: the rules of the
tournament of 2009, "time_left".
"""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Finding, Rule, amount
from ...check import Place
from .. import codes
from ..record import Deal, Record
from ..state import State


def check_clocks(record: Record) -> Iterator[Finding]:
    """Yield what is wrong with the times themselves: one below zero, or more than before."""
    left: dict[int, int] = {}
    for number, deal in enumerate(record.deals, start=1):
        for player, clock in enumerate(deal.clocks or ()):
            before = left.get(player)
            for at, now in enumerate(clock):
                if now is None:
                    continue
                if now < 0:
                    why = f"player {player} has {now} ms left: a player without time is not asked"
                    yield _finding(codes.CLOCK_BELOW_ZERO, why, number, player, at)
                    continue
                if before is not None and now > before:
                    why = f"player {player} has {now} ms left, but had {before} ms before"
                    yield _finding(codes.CLOCK_RISES, why, number, player, at)
                before = now
            if before is not None:
                left[player] = before


def _finding(rule: Rule, why: str, number: int, player: int, at: int) -> Finding:
    place = Place(number, "deals")
    return place.finding(rule, why, f"/clocks/{player}/{at}", player=player)


def answered(deal: Deal, state: State, player: int) -> int:
    """Return how many questions a player has answered in a deal replayed up to `state`."""
    said = deal.declarations
    declares = state.phase == "declare" and (said is None or said[player] is None)
    return (not declares) + (0 if state.deal is None else state.deal.has_played(player))


def check_questions(deal: Deal, state: State | None, place: Place) -> Iterator[Finding]:
    """Check that a player has a time for each question in a deal replayed up to `state`.

    Without a state, everything written of the deal counts as played. A player's times may be
    missing entirely. The current question may have a time. If the deal is not over, extra times
    belong to missing cards, which are a single slip.
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
