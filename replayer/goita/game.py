"""Operations on Goita records."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec

from ..check import Place
from ..game import Checked, GameInFolder
from ..play.ended import Ended, in_words
from ..replay.round import RecordedRound, Step
from ..rules import CHANCE
from .beliefs import GoitaBeliefs
from .check.check import check
from .check.recorded import recorded_round, rules_of
from .options import Options
from .position import GoitaPositions
from .record import Record
from .rules import GoitaRules
from .state import State


class Goita(GameInFolder[Record, State]):
    """The game of Goita."""

    name = "goita"
    positions = GoitaPositions()
    beliefs = GoitaBeliefs()

    def rules(self, record: Record) -> GoitaRules:
        """Return the rules that a match was played under."""
        return rules_of(record)

    def recorded_round(
        self, record: Record, number: int, before: Callable[[], State | None]
    ) -> RecordedRound[State]:
        """Return a round, which records its own dealer and score.

        Raises IllegalAction unless it has four hands, and a dealer from 0 to 3.
        """
        return recorded_round(self.rules(record), record.rounds[number - 1])

    def pointer_of(self, record: Record, number: int, step: Step[State], player: int) -> str | None:
        """Return the place of the hands, or of the string that holds the plies."""
        if player != CHANCE and not step.ply:
            return None  # not recorded: whether the deal is played can be derived from the rest
        return Place(number).pointer("/hands" if player == CHANCE else "/record")

    def options(self, values: Mapping[str, Any]) -> Options:
        """Return the options of a match."""
        return msgspec.convert(dict(values), Options)

    def check(self, record: Record, unsupported: Collection[str] = ()) -> Checked[State]:
        """Return everything wrong with a match, round by round."""
        return check(record, unsupported)

    def contradicts(self, record: Record, number: int, ended: Ended) -> str | None:
        """Return a contradiction if the result says that a player's foul ended the round."""
        played = record.rounds[number - 1]
        if not played.ended_by_foul:
            return None
        player = (played.dealer + played.plies - 1) % 4
        if ended.how == "foul" and ended.by == player:
            return None
        return f"{in_words(ended)}, but the result says that a foul by player {player} ended it"


GAME = Goita()
