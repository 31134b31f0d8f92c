"""What games of tricks share."""

from __future__ import annotations

from collections.abc import Sequence


def in_seats(players: int, lead: int, cards: Sequence[str]) -> tuple[str | None, ...]:
    """The cards of a trick in seat order, None for players who have not played yet.

    `cards` are in the order of play, from that of the leader on.

    >>> in_seats(4, 2, ["TD", "QD", "2C"])
    ('2C', None, 'TD', 'QD')
    """
    places = ((seat - lead) % players for seat in range(players))
    return tuple(cards[place] if place < len(cards) else None for place in places)
