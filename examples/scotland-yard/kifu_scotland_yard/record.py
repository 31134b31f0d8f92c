"""A record of Scotland Yard. It may hold anything that was written in it."""

from __future__ import annotations

from msgspec import Struct

from kifu.replayer.play.annotation import Annotation
from kifu.replayer.play.ended import Ended
from kifu.replayer.play.variations import Variation
from kifu.replayer.record import GameRecord

from .rules import Options, State


class Played(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One game, which is a round.

    `start` is Mr. X's first station. `moves` are those of Mr. X and both detectives in turn, each a
    ticket and a station (`Td2`). In a view, `?` stands for a station that the detectives do not
    know. `caught` says whether Mr. X was caught, if recorded.
    """

    start: str
    moves: tuple[str, ...] = ()
    caught: bool | None = None
    variations: tuple[Variation, ...] = ()
    ended: Ended | None = None
    annotations: tuple[Annotation, ...] = ()

    @property
    def plies(self) -> int:
        """The number of moves."""
        return len(self.moves)


class Record(GameRecord[State], frozen=True, kw_only=True, omit_defaults=True):
    """A match of several games.

    `players` are the names; `view` is the player whose view the record shows, or None if nothing is
    hidden.
    """

    players: tuple[str, str] | None = None
    view: int | None = None
    rules: Options = Options()
    games: tuple[Played, ...]
