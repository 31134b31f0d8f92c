"""A record of tic-tac-toe: one game, whose moves are squares (`b2`)."""

from __future__ import annotations

from msgspec import Struct

from kifu.replayer.play.annotation import Annotation
from kifu.replayer.play.ended import Ended
from kifu.replayer.play.variations import Variation
from kifu.replayer.record import GameRecord

from .rules import State


class Round(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game; `result` is the result as recorded."""

    moves: tuple[str, ...]
    result: str | None = None
    variations: tuple[Variation, ...] = ()
    ended: Ended | None = None
    annotations: tuple[Annotation, ...] = ()

    @property
    def plies(self) -> int:
        """The number of moves by both players."""
        return len(self.moves)


class Record(GameRecord[State], frozen=True, kw_only=True, omit_defaults=True):
    """A game, and the names of X (player 0) and O (player 1)."""

    players: tuple[str, str] | None = None
    rounds: tuple[Round, ...]
    annotations: tuple[Annotation, ...] = ()
