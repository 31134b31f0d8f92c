"""A tournament's standings: players' ratings and faults."""

from __future__ import annotations

from collections import Counter
from typing import TypedDict

from msgspec import Struct, field

from ...replayer.game import MatchResult
from ..ratings import GameResult, Model, rate, results_of
from ..ratings.values import Groups, RatingsValues, values
from .plan import Fixture

_CONFIDENCE = 0.95


class AsideValues(TypedDict):
    """A game that does not count: its name (a path) and the reason."""

    game: str
    why: str


class ScoreValues(RatingsValues):
    """The ratings, the numbers of rounds and games played, and each player's faults."""

    rounds: int
    played: int
    faults: dict[str, int]
    set_aside: list[AsideValues]


class Score(Struct):
    """The finished games of each round, their results, and players' faults.

    `aside` holds the games that do not count, with the reasons.
    """

    rounds: Counter[int] = field(default_factory=Counter[int])
    counts: Counter[GameResult] = field(default_factory=Counter[GameResult])
    faults: Counter[str] = field(default_factory=Counter[str])
    aside: dict[Fixture, str] = field(default_factory=dict[Fixture, str])

    def add(self, fixture: Fixture, match: MatchResult) -> None:
        """Count a game."""
        self.rounds[fixture.round] += 1
        self.counts.update(results_of(match))
        if match.at_fault is not None and match.names is not None:
            self.faults[match.names[match.at_fault]] += 1

    @property
    def games(self) -> int:
        """The number of finished games."""
        return self.rounds.total()

    def ended(self, number: int) -> int:
        """Return how many games of a round are finished or set aside."""
        return self.rounds[number] + sum(each.round == number for each in self.aside)

    def ratings(self) -> Groups:
        """Return the players' ratings in groups; games connect only players in the same group."""
        return rate(self.counts, Model(), _CONFIDENCE)

    def values(self) -> ScoreValues:
        """Return the standings as plain values."""
        return {
            **values(self.ratings(), Model(), _CONFIDENCE),
            "rounds": len(self.rounds),
            "played": self.games,
            "faults": dict(self.faults),
            "set_aside": [{"game": each.name, "why": why} for each, why in self.aside.items()],
        }
