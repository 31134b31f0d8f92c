"""How a match of Mighty ended."""

from __future__ import annotations

from collections.abc import Sequence

from ..game import MatchResult
from .cards import PLAYERS
from .record import Deal, Record
from .rules.state import State


def match_result(record: Record, ends: Sequence[State | None]) -> MatchResult | None:
    """Return the totals after the last deal, or None if unknown. Each player plays alone.

    Payoffs are added up from the last deal with recorded totals, or from 0.
    """
    deals = record.deals
    stated = [number for number, deal in enumerate(deals) if deal.totals is not None]
    first = stated[-1] if stated else 0
    totals = list(deals[first].totals or (0,) * PLAYERS) if deals else []
    for deal, end in zip(deals[first:], ends[first:], strict=True):
        paid = _paid(deal, end)
        if paid is None or (deal.gap and deal.totals is None):
            return None
        totals = [total + more for total, more in zip(totals, paid, strict=True)]
    return MatchResult(record.players, tuple(totals)) if deals else None


def _paid(deal: Deal, end: State | None) -> tuple[int, ...] | None:
    """Return what each player gets for a deal, according to its replay or its recorded result."""
    outcome = None if end is None else end.outcome
    if outcome is not None and outcome.end == "thrown-in":
        return (0,) * PLAYERS
    if outcome is not None and outcome.payoffs is not None:
        return outcome.payoffs
    result = deal.result
    return None if result is None or result.end == "unfinished" else result.payoffs
