"""What can be done with records of Goita."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from random import Random

from msgspec.structs import replace

from ..game import Action, Checked, Game, MatchResult, Observation, RecordedRound, Step
from .check import check
from .generate import generate
from .match_result import match_result
from .position import GoitaPosition, masked, positions
from .record import Record, Round, plies
from .recorded import recorded_round, rules_of
from .rules import GoitaRules
from .state import State
from .view import view


class Goita(Game[Record, State]):
    """The game of Goita."""

    name = "goita"

    def rules(self, record: Record) -> GoitaRules:
        """The rules that a match was played under."""
        return rules_of(record)

    def rounds(self, record: Record) -> tuple[Round, ...]:
        """The rounds of a match."""
        return record.rounds

    def with_rounds(self, record: Record, rounds: tuple[Round, ...]) -> Record:
        """The match with other rounds."""
        return replace(record, rounds=rounds)

    def plies(self, record: Record) -> int:
        """The number of passes and plays in all rounds."""
        return sum(len(plies(each.record)) for each in record.rounds)

    def recorded_round(
        self, record: Record, number: int, before: Callable[[], State | None]
    ) -> RecordedRound[State]:
        """A round, which says itself who deals, and what the score is.

        Raises IllegalAction where it has not four hands, or a dealer that is no player.
        """
        return recorded_round(self.rules(record), record.rounds[number - 1])

    def check(self, record: Record, unsupported: Collection[str] = ()) -> Checked[State]:
        """Everything wrong with a match, round by round."""
        return check(record, unsupported)

    def view(self, record: Record, player: int, shown: Iterable[Sequence[Observation]]) -> Record:
        """The match as one player knew it."""
        return view(record, player, shown)

    position_type = GoitaPosition

    def masked(
        self, state: State, actions: Mapping[int, Action], shown: Observation, player: int
    ) -> tuple[State, Mapping[int, Action]]:
        """Hands of others, and what they lay face-down, as far as it is not shown."""
        return masked(state, actions, shown, player)

    def positions(
        self,
        record: Record,
        number: int,
        steps: Sequence[Step[State]],
        viewer: int | None,
        main_line: bool,
    ) -> Callable[[Step[State]], GoitaPosition]:
        """Hands, all plays, the attack to receive, and how the round ended."""
        return positions(record, number, steps, main_line)

    def generate(self, rng: Random) -> Record:
        """A random match, played to its end."""
        return generate(rng)

    def match_result(self, record: Record, ends: Sequence[State | None]) -> MatchResult | None:
        """A match is over when a team has the points of the target."""
        return match_result(record, ends)


GAME = Goita()
