"""A quick test whether a deal is sound; `check` explains what is wrong otherwise."""

from __future__ import annotations

from ..record import Deal
from ..rules import PlanowanieRules
from ..state import State
from .recorded import played


def sound_end(
    rules: PlanowanieRules, deal: Deal, number: int, totals: tuple[int, ...]
) -> State | None:
    """Return the end of a deal that was played out, with all cards known and nothing wrong.

    The deal is counted from 0; `totals` are those before it. None if only its steps can show
    whether anything is wrong: a deal that stops, hides cards or has variations may also be sound.
    """
    players, clocks = rules.players, deal.clocks
    if deal.hands is None or deal.variations:
        return None
    state, _ = played(rules, deal, rules.begin(number, totals))
    table = state.deal
    if table is None or not table.over:
        return None
    if any(table.pack.hidden in hand for hand in table.dealt):
        return None
    if len(deal.tricks) != table.cards or deal.points not in (None, table.points):
        return None
    for trick, lead, winner in zip(deal.tricks, table.leads, table.winners, strict=False):
        if trick.lead not in (None, lead) or trick.winner not in (None, winner):
            return None
    if clocks is not None:
        times = [len(clock) for clock in clocks if clock]
        if len(clocks) != players or times.count(table.cards + 1) != len(times):
            return None
    return state
