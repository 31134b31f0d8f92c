"""A record of Leduc poker: a match of several hands.

A record may contain anything; `check` finds what is wrong. Parts that are not recorded are None.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from ..play.annotation import Annotation
from ..play.ended import Ended
from ..play.variations import Variation
from ..record import GameRecord
from .cards import DECK
from .state import End, Pair, State


class Hand(Struct, frozen=True, kw_only=True):
    """One hand.

    `cards` are the private cards of players 0 and 1, `??` if a view hides one. `actions` lists
    everything after the deal, in order: `fold`, `call`, `raise` and, between the two betting
    rounds, the public card. `returns` are the chips won or lost in this hand, and `totals` are
    those won or lost in the match after it.
    """

    antes: Pair | None = None
    cards: tuple[str, str]
    actions: tuple[str, ...] = ()
    end: End | None = None
    returns: Pair | None = None
    totals: Pair | None = None
    variations: tuple[Variation, ...] = ()
    ended: Ended | None = None
    annotations: tuple[Annotation, ...] = ()

    @property
    def plies(self) -> int:
        """The number of actions by players; public cards do not count."""
        return plies_in(self.actions)


def plies_in(actions: Iterable[str]) -> int:
    """Count the actions of players, leaving out public cards."""
    return sum(action not in DECK for action in actions)


class Record(GameRecord[State], frozen=True, kw_only=True):
    """A match. `view` is the player (0 or 1) whose view it is, or None for a complete record.

    `players` are the names. Times are in ISO 8601 format.
    """

    title: str | None = None
    start_time: str | None = None
    end_time: str | None = None
    players: tuple[str, str] | None = None
    view: int | None = None
    hands: tuple[Hand, ...] = ()
