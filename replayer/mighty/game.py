"""The operations on records of Mighty."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from ..check import Place
from ..game import Checked, GameInFolder
from ..replay.round import RecordedRound, Step
from ..rules import CHANCE
from .beliefs import MightyBeliefs
from .cards import TRUMPS
from .check.check import check
from .check.recorded import field_of
from .inference.meaning import meaning_of
from .inference.partial import PartialRules
from .options import PRESETS, Options, resolved
from .position import MightyPositions
from .record import Record
from .rules.state import State, lowest


class Mighty(GameInFolder[Record, State]):
    """The game of Mighty."""

    name = "mighty"
    rounds_field = "deals"
    positions = MightyPositions()
    beliefs = MightyBeliefs()

    def rules(self, record: Record) -> PartialRules:
        """Return the rules of a match, which skip decisions that its record leaves out."""
        return PartialRules(record.rules)

    def recorded_round(
        self, record: Record, number: int, before: Callable[[], State | None]
    ) -> RecordedRound[State]:
        """Return a deal; if decisions are left out, the first of the best assumptions is used.

        Raises IllegalAction if it is not well-formed.
        """
        meaning = meaning_of(record, number)
        for slip in meaning.malformed:
            raise slip.breach
        return next(iter(meaning.rounds(meaning.written).values()))

    def pointer_of(self, record: Record, number: int, step: Step[State], player: int) -> str | None:
        """Return the place of the hands, a call, a decision or a play."""
        found = field_of(record.deals[number - 1], step.state)
        return Place(number, "deals").pointer("/hands" if player == CHANCE else found)

    def options(self, values: Mapping[str, Any]) -> Options:
        """Return the options of a match: a preset with some options changed."""
        preset = values.get("preset")
        if preset is not None and preset not in PRESETS:
            raise ValueError(f"there is no preset {preset!r}: presets are {', '.join(PRESETS)}")
        return resolved(dict(values))

    def begun(self, record: Record) -> Record:
        """Return a new match; raises ValueError if nothing can be bid with its options."""
        options = record.rules
        if all(lowest(options, trump) > options.bid_max for trump in TRUMPS):
            raise ValueError(f"bid_min is {options.bid_min}, but bid_max is only {options.bid_max}")
        return record

    def check(self, record: Record, unsupported: Collection[str] = ()) -> Checked[State]:
        """Return everything wrong with a match, deal by deal."""
        return check(record)


GAME = Mighty()
