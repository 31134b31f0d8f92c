"""A record of Kuhn poker, as the notation reads and writes it.

A record may hold anything that a stranger wrote into it; whether that is right is for `check` to
say.
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

    `cards` are those of players 0 and 1 (`JQ`), `?` where a view does not know one. `bets` is what
    the players did, in turn: `p` is a pass, `b` a bet. `points` are those won and lost, where they
    are written down. `ended` and `annotations` are those of any game.
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

    `players` are the names; `view` is the player whose knowledge the record is, None where it is
    everybody's.
    """

    players: tuple[str, str] | None = None
    view: int | None = None
    hands: tuple[Hand, ...]
