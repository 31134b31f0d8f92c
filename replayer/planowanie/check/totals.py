"""The totals that people may write of a game, whatever is wrong with its deals.

They are added up from the play, or from the points as they are written.
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
"""Possible totals, the likeliest first; None where nobody can say."""

_MOST = 100
"""Where there are more possible totals, nobody can say."""


def added_play(totals: Sums, deal: Deal, end: State) -> Sums:
    """The totals after a deal: by its play, and as people may add up what is written of it."""
    if end.points is None or totals is None:
        return totals
    written = [] if deal.points in (None, end.points) else [deal.points]
    return _added(totals, [end.points, *written])


def added_points(totals: Sums, rules: PlanowanieRules, deal: Deal) -> Sums:
    """The totals after a deal of which only its points are known."""
    if totals is None or deal.points is None or len(deal.points) != rules.players:
        return None
    return _added(totals, [deal.points])


def _added(totals: list[tuple[int, ...]], points: Sequence[tuple[int, ...]]) -> Sums:
    sums = (tuple(map(sum, zip(before, each, strict=True))) for before in totals for each in points)
    found = list(dict.fromkeys(sums))
    return found if len(found) <= _MOST else None


def possible_totals(record: Record, totals: Sums) -> Sums:
    """The totals of a game with all its deals, of which `totals` are the sums; None if unknown.

    Where there is one deal too many, or the plan lacks one, each may be the one that is not
    counted. Where deals are missing, nobody knows their points.
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
