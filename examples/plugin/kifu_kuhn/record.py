"""A record of Kuhn poker, as the notations read and write it.

A record may hold anything that was written in it; `check` decides whether it is right.
"""

from __future__ import annotations

from msgspec import Struct

from kifu.replayer.play.annotation import Annotation
from kifu.replayer.play.ended import Ended
from kifu.replayer.play.variations import Variation
from kifu.replayer.record import GameRecord

from .rules import State


class Hand(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One hand, which is a round.

    `cards` are the cards of players 0 and 1 (`JQ`), with `?` for a card unknown in a view. `bets`
    are the players' actions in turn: `p` is a pass, and `b` is a bet. `points` are the points won
    and lost, if recorded. `ended` and `annotations` are the same as in any game.
    """

    cards: str
    bets: str
    points: tuple[int, int] | None = None
    variations: tuple[Variation, ...] = ()
    ended: Ended | None = None
    annotations: tuple[Annotation, ...] = ()

    @property
    def plies(self) -> int:
        """The number of passes and bets."""
        return len(self.bets)


class Record(GameRecord[State], frozen=True, kw_only=True, omit_defaults=True):
    """A match of several hands.

    `players` are the names; `view` is the player whose view the record shows, or None if nothing is
    hidden.
    """

    players: tuple[str, str] | None = None
    view: int | None = None
    hands: tuple[Hand, ...]
