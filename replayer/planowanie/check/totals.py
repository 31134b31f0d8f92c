"""The acceptable totals of a game, whatever is wrong with its deals.

They are added up from the play, or from the points as written.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from operator import sub
from typing import TypeAlias

from ..record import Deal, Record
from ..rules import PlanowanieRules
from ..state import State

Sums: TypeAlias = list[tuple[int, ...]] | None
"""Possible totals, the likeliest first; None if unknown."""

_MOST = 100
"""With more possible totals than this, the totals count as unknown."""


def added_play(totals: Sums, deal: Deal, end: State) -> Sums:
    """Return the totals after a deal: by its play, and by its written points."""
    if end.points is None or totals is None:
        return totals
    written = [] if deal.points in (None, end.points) else [deal.points]
    return _added(totals, [end.points, *written])


def added_points(totals: Sums, rules: PlanowanieRules, deal: Deal) -> Sums:
    """Return the totals after a deal of which only the points are known."""
    if totals is None or deal.points is None or len(deal.points) != rules.players:
        return None
    return _added(totals, [deal.points])


def _added(totals: list[tuple[int, ...]], points: Sequence[tuple[int, ...]]) -> Sums:
    sums = (tuple(map(sum, zip(before, each, strict=True))) for before in totals for each in points)
    found = list(dict.fromkeys(sums))
    return found if len(found) <= _MOST else None


def possible_totals(record: Record, totals: Sums) -> Sums:
    """Return the totals of a game with all its deals, given their sums; None if unknown.

    If there is one deal too many, or the plan lacks one, any deal may be the one that is not
    counted. If deals are missing, their points are unknown.
    """
    deals, more = record.deals, len(record.deals) - len(record.plan)
    if totals is None or more not in (0, 1):
        return None
    if more == 0:
        return totals
    twice = [deal for before, deal in pairwise(deals) if deal == before]
    points = [deal.points for deal in (*twice, *deals)]
    known = [each for each in points if each is not None and len(each) == len(totals[0])]
    if len(known) < len(points):
        return None
    less = [tuple(map(sub, total, each)) for each in known for total in totals]
    return [*less, *totals] if twice else [*totals, *less]
