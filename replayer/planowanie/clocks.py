"""The clocks of a game: the time that each player had left.

The time is that of the whole game, so what is left never grows. Source: the rules of the tournament
of 2009, "time_left".
"""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import Finding
from ..check import Place
from . import codes
from .record import Record


def check_clocks(record: Record) -> Iterator[Finding]:
    """A note for each time at which a player had more time left than before."""
    left: dict[int, int] = {}
    for number, deal in enumerate(record.deals, start=1):
        for player, clock in enumerate(deal.clocks or ()):
            for at, now in enumerate(clock):
                if now is None:
                    continue
                before = left.get(player, now)
                if now > before:
                    why = f"player {player} has {now} ms left, but had {before} ms before"
                    yield Place(number, "deals").finding(
                        codes.CLOCK_RISES, why, f"/clocks/{player}/{at}", player=player
                    )
                left[player] = now
