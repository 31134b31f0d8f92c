"""What can be done with records of Mighty."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from random import Random

from msgspec.structs import replace

from ..game import Checked, Game, MatchResult, Observation, RecordedRound
from .check import check
from .generate import generate
from .inference.assumptions import LOOK_BACK, before_of
from .inference.interpretations import best_line
from .match_result import match_result
from .record import Deal, Record
from .rules.mighty import MightyRules
from .rules.state import State
from .view import view


class Mighty(Game[Record, State]):
    """The game of Mighty."""

    name = "mighty"

    def rules(self, record: Record) -> MightyRules:
        """The rules that a match was played under."""
        return MightyRules(record.rules)

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
        """A deal, in the best of its interpretations where it leaves things out.

        Raises IllegalAction where it is not well-formed.
        """
        earlier = before_of(record.deals[max(0, number - 2 - LOOK_BACK) : number - 1])
        return best_line(self.rules(record), record.deals[number - 1], earlier)

    def check(self, record: Record, unsupported: Collection[str] = ()) -> Checked[State]:
        """Everything wrong with a match, deal by deal."""
        return check(record)

    def view(self, record: Record, player: int, shown: Iterable[Sequence[Observation]]) -> Record:
        """The match as one player knew it."""
        return view(record, player, shown)

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
