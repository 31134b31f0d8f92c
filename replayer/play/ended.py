"""How a round ended outside play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from ...findings.shown import short_struct

How: TypeAlias = Literal[
    "resignation",
    "time",
    "agreement",
    "adjudication",
    "abandonment",
    "interruption",
    "claim",
    "foul",
]
"""Why the play stopped before the rules of the game ended it."""

BY_SOMEBODY: frozenset[How] = frozenset({"resignation", "time", "claim", "foul"})
"""Ways to end that need a player, who must be named."""


class Ended(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An end outside play, after the last action of a round.

    `by` is the player who resigned, ran out of time, left, made a claim, broke a rule, or offered
    an agreement. `accepted` says whether the claim or offer was accepted. `claim` names the claim
    in the game's own words. `text` is a remark about the end.
    """

    how: How
    by: int | None = None
    accepted: bool | None = None
    claim: str | None = None
    text: str | None = None

    __repr__ = short_struct


_VERBS: dict[How, str] = {
    "resignation": "resigned",
    "time": "ran out of time",
    "abandonment": "left the game",
    "claim": "claimed",
    "foul": "broke a rule",
}

_WORDS: dict[How, str] = {
    "agreement": "the players agreed to end the round",
    "adjudication": "the round was adjudicated",
    "abandonment": "the round was abandoned",
    "interruption": "the round was interrupted",
}


def in_words(ended: Ended) -> str:
    """Return the end as a clause for messages and replays.

    >>> in_words(Ended(how="resignation", by=1)), in_words(Ended(how="interruption"))
    ('player 1 resigned', 'the round was interrupted')
    >>> in_words(Ended(how="claim", by=0, claim="repetition", accepted=False))
    'player 0 claimed repetition, which was not accepted'
    """
    if ended.by is None or ended.how not in _VERBS:
        said = _WORDS.get(ended.how, f"the round ended by {ended.how}")
    else:
        said = f"player {ended.by} {_VERBS[ended.how]}"
        said = f"{said} {ended.claim}" if ended.how == "claim" and ended.claim else said
    if ended.accepted is None:
        return said
    return f"{said}, which was {'' if ended.accepted else 'not '}accepted"


def with_points(
    totals: Sequence[int], outside: Iterable[Sequence[int] | None]
) -> tuple[int, ...] | None:
    """Add the points of rounds that ended outside play to the totals of those played to the end.

    Only the record can say what these points are; if it does not for any of them, return None.

    >>> with_points([3, -3], [(-2, 2)]), with_points([3, -3], [None])
    ((1, -1), None)
    """
    points = [totals]
    for each in outside:
        if each is None:
            return None
        points.append(each)
    return tuple(map(sum, zip(*points, strict=True)))
