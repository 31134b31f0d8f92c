"""A Goita record: a match of one or more rounds.

The fields are those of the 2015 proposal, with its digits, and some additions: rule options,
results, fouls and views. A record may contain anything; `check` finds what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from ..assumed import assumed
from ..play.annotation import Annotation
from ..play.ended import Ended
from ..play.variations import Variation
from ..record import GameRecord
from .ends import End
from .options import Options
from .pieces import in_ascii
from .state import State


class Result(Struct, frozen=True, omit_defaults=True):
    """How a round ended, and how many points the winner's team scored."""

    end: End
    points: int = 0


class Foul(Struct, frozen=True):
    """A ply (from 1) that broke a rule (its code) but was played."""

    ply: int
    rule: str


class Round(Struct, frozen=True, kw_only=True):
    """One deal played out.

    `hands` are four strings of eight digits in seat order, and `record` has the digits of the
    actions. `score` is the score before the round (players 0 and 2, players 1 and 3), or None if
    unknown. `winner` is None if undecided. `goshi` lists the players who declared five し, or is
    None if not recorded. `kings` distinguishes 王 and 玉, with one character for each `1` in the
    hands and then in `record`, or is empty. `gap` means that rounds are missing before this one.
    """

    dealer: int = 0
    score: tuple[int, ...] | None = None
    hands: tuple[str, ...]
    record: str = ""
    winner: int | None = None
    goshi: tuple[int, ...] | None = ()
    kings: str = ""
    result: Result | None = None
    gap: bool = False
    fouls: tuple[Foul, ...] = ()
    variations: tuple[Variation, ...] = ()
    ended: Ended | None = None
    annotations: tuple[Annotation, ...] = ()

    @property
    def plies(self) -> int:
        """The number of recorded passes and plays."""
        return len(split_plies(self.record))

    def in_ascii(self) -> Round:
        """Return the round with all its digits in ASCII; the same object if they already are."""
        if self.record.isascii() and all(map(str.isascii, self.hands)):
            return self
        hands = tuple(map(in_ascii, self.hands))
        return replace(self, hands=hands, record=in_ascii(self.record))

    @property
    def ended_by_foul(self) -> bool:
        """Whether the record says that a foul ended the round; that ply had no effect."""
        return self.result is not None and self.result.end == "foul"

    @property
    def unplayed(self) -> bool:
        """Whether the deal ended the round before its first play."""
        ends = ("shi", "double-goshi", "redeal")
        return not self.record and self.result is not None and self.result.end in ends


class Record(GameRecord[State], frozen=True, kw_only=True):
    """A match. `view` is the player whose view it is, `partial` if pieces are hidden but it is
    nobody's view, or None if everything is known.
    """

    title: str | None = None
    start_time: str | None = None
    end_time: str | None = None
    players: tuple[str, ...] | None = None
    rules: Options = field(default_factory=lambda: assumed(Options))
    view: int | Literal["partial"] | None = None
    rounds: tuple[Round, ...] = ()


GYOKU = "玉"


def distinct_marks(marks: Iterable[str]) -> str:
    """Return the marks of kings, or an empty string if none is 玉, as kings are then all alike.

    >>> distinct_marks("王王"), distinct_marks("玉王玉")
    ('', '玉王玉')
    """
    together = "".join(marks)
    return together if GYOKU in together else ""


def plies_in(sound: str) -> int:
    """Count the plies in legal digits: only a pass, which is one digit, contains 0.

    >>> plies_in("870074")
    4
    """
    return (len(sound) + sound.count("0")) // 2


_PLY = re.compile("[0０]|[^0０].?", re.DOTALL)


def split_plies(record: str) -> list[str]:
    """Split the digits of a round into its actions; only the last can lack its second digit.

    Source: the proposal, section 棋譜 (a pass is one digit, a play is two).

    >>> split_plies("87007")
    ['87', '0', '0', '7']
    """
    return _PLY.findall(record)
