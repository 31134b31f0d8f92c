"""What can be done with records of Mighty."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from random import Random

from msgspec.structs import replace

from ..game import Action, Checked, Game, MatchResult, Observation, RecordedRound, Step
from .check import check
from .generate import generate
from .inference import PartialRules, meaning_of
from .match_result import match_result
from .position import MightyPosition, masked, positions
from .record import Deal, Record
from .rules.state import State
from .view import view


class Mighty(Game[Record, State]):
    """The game of Mighty."""

    name = "mighty"

    def rules(self, record: Record) -> PartialRules:
        """The rules that a match was played under; what its record leaves out is passed over."""
        return PartialRules(record.rules)

    def rounds(self, record: Record) -> tuple[Deal, ...]:
        """The deals of a match."""
        return record.deals

    def with_rounds(self, record: Record, rounds: tuple[Deal, ...]) -> Record:
        """The match with other deals."""
        return replace(record, deals=rounds)

    def plies(self, record: Record) -> int:
        """The number of calls, decisions and plays in all deals."""
        return sum(map(plies, record.deals))

    def recorded_round(
        self, record: Record, number: int, before: Callable[[], State | None]
    ) -> RecordedRound[State]:
        """A deal; where it leaves things out, under the first of its best assumptions.

        Raises IllegalAction where it is not well-formed.
        """
        meaning = meaning_of(record, number)
        if meaning.malformed is not None:
            _, breach = meaning.malformed
            raise breach
        return next(iter(meaning.rounds(self.rules(record), meaning.written).values()))

    def check(self, record: Record, unsupported: Collection[str] = ()) -> Checked[State]:
        """Everything wrong with a match, deal by deal."""
        return check(record)

    def view(self, record: Record, player: int, shown: Iterable[Sequence[Observation]]) -> Record:
        """The match as one player knew it."""
        return view(record, player, shown)

    position_type = MightyPosition

    def masked(
        self, state: State, actions: Mapping[int, Action], shown: Observation, player: int
    ) -> tuple[State, Mapping[int, Action]]:
        """Hands, kitty and discard, as far as a player is shown them."""
        return masked(state, actions, shown, player)

    def positions(
        self,
        record: Record,
        number: int,
        steps: Sequence[Step[State]],
        viewer: int | None,
        main_line: bool,
    ) -> Callable[[Step[State]], MightyPosition]:
        """Hands, bids, contract, tricks, points, and how the deal ended."""
        return positions(record, number, steps, viewer, main_line)

    def generate(self, rng: Random) -> Record:
        """A random match of a few deals."""
        return generate(rng)

    def match_result(self, record: Record, ends: Sequence[State | None]) -> MatchResult | None:
        """Each plays alone; the match is over when its last deal is."""
        return match_result(record, ends)


GAME = Mighty()


def plies(deal: Deal) -> int:
    """The number of calls, decisions and plays of a deal, as far as they are recorded."""
    decisions = (deal.discard, deal.contract, deal.friend)
    played = sum(len(trick.played) for trick in deal.tricks)
    return len(deal.bids or ()) + sum(each is not None for each in decisions) + played
