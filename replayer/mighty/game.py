"""What can be done with records of Mighty."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from ..check import Place
from ..facts import RoundFacts
from ..game import Checked, Game, MatchResult
from ..replay.round import RecordedRound, Step
from ..rules import CHANCE, Observation
from .beliefs import MightyBeliefs
from .check.check import check
from .check.recorded import RecordedDeal
from .inference import PartialRules, meaning_of
from .options import PRESETS, Options, resolved
from .position import MightyPositions
from .record import Record
from .rules.state import State
from .view import view

if TYPE_CHECKING:
    from random import Random


class Mighty(Game[Record, State]):
    """The game of Mighty."""

    # What a check does without is imported once it is asked for.

    name = "mighty"
    rounds_field = "deals"
    positions = MightyPositions()
    beliefs = MightyBeliefs()

    def rules(self, record: Record) -> PartialRules:
        """The rules that a match was played under; what its record leaves out is passed over."""
        return PartialRules(record.rules)

    def recorded_round(
        self, record: Record, number: int, before: Callable[[], State | None]
    ) -> RecordedRound[State]:
        """A deal; where it leaves things out, under the first of its best assumptions.

        Raises IllegalAction where it is not well-formed.
        """
        meaning = meaning_of(record, number)
        for _, breach in meaning.malformed:
            raise breach
        return next(iter(meaning.rounds(self.rules(record), meaning.written).values()))

    def pointer_of(self, record: Record, number: int, step: Step[State], player: int) -> str | None:
        """Where the hands, a call, a decision or a play stands."""
        found = RecordedDeal(record.deals[number - 1]).field_of(step.state)
        return Place(number, "deals").pointer("/hands" if player == CHANCE else found)

    def options(self, values: Mapping[str, Any]) -> Options:
        """The options of a match: a preset, and what is different in it."""
        preset = values.get("preset")
        if preset is not None and preset not in PRESETS:
            raise ValueError(f"there is no preset {preset!r}: presets are {', '.join(PRESETS)}")
        return resolved(dict(values))

    def check(self, record: Record, unsupported: Collection[str] = ()) -> Checked[State]:
        """Everything wrong with a match, deal by deal."""
        return check(record)

    def facts(self, record: Record, ends: Sequence[State | None]) -> Sequence[RoundFacts]:
        """The facts of each deal."""
        from .facts import facts

        return list(facts(record, ends))

    def written(self, record: Record, rounds: Sequence[Sequence[Step[State]]]) -> Record:
        """A match with these deals, as far as they were played."""
        from .written import written

        return replace(record, deals=tuple(map(written, rounds)))

    def view(self, record: Record, player: int, shown: Iterable[Sequence[Observation]]) -> Record:
        """The match as one player knew it."""
        return view(record, player, shown)

    def generate(self, rng: Random) -> Record:
        """A random match of a few deals."""
        from .generate import generate

        return generate(rng)

    def match_result(self, record: Record, ends: Sequence[State | None]) -> MatchResult | None:
        """Each plays alone; the match is over when its last deal is."""
        from .match_result import match_result

        return match_result(record, ends)


GAME = Mighty()
