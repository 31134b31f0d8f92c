"""What came of the games of a tournament: ratings, and who was at fault."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct, field

from ...cli.standings import table, values
from ...formats.columns import visible
from ..ratings import GameResult, MatchResult, Model, Rating, rate, results_of
from .plan import Fixture

_CONFIDENCE = 0.95


class Score(Struct):
    """The games that are over: how many of each round, their results, and who was at fault."""

    rounds: Counter[int] = field(default_factory=Counter[int])
    counts: Counter[GameResult] = field(default_factory=Counter[GameResult])
    faults: Counter[str] = field(default_factory=Counter[str])

    def add(self, fixture: Fixture, outcome: MatchResult) -> None:
        """Count a game."""
        self.rounds[fixture.round] += 1
        self.counts.update(results_of(outcome))
        if outcome.at_fault is not None and outcome.names is not None:
            self.faults[outcome.names[outcome.at_fault]] += 1

    @property
    def games(self) -> int:
        """How many games are over."""
        return self.rounds.total()

    def lines(self, most: int | None = None) -> Iterator[str]:
        """A table for people, with at most so many characters of a name."""
        yield from table(self._ratings(), most)
        if self.faults:
            said = (f"{visible(name)} {count}" for name, count in self.faults.most_common())
            yield f"games ended by a fault: {', '.join(said)}"

    def values(self) -> dict[str, Any]:
        """The same for programs."""
        found = values(self._ratings(), Model(), _CONFIDENCE)
        return {
            **found,
            "rounds": len(self.rounds),
            "played": self.games,
            "faults": dict(self.faults),
        }

    def _ratings(self) -> Sequence[Sequence[Rating]]:
        return rate(self.counts, Model(), _CONFIDENCE)
