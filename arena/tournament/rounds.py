"""Play all rounds of a tournament that have not been played yet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol, TypeAlias

from ...replayer.game import MatchResult
from ..errors import Spoiled
from .arbiters import Hall
from .plan import Fixture, Plan
from .standings import Score


class Observer(Protocol):
    """Follows the progress of a tournament."""

    def over(self, fixture: Fixture, score: Score) -> None:
        """Note that a game is over or set aside, and counted in the score."""
        ...

    def refresh(self, score: Score) -> None:
        """Note that time has passed."""
        ...


Watch: TypeAlias = Callable[[Score], AbstractContextManager[Observer]]
"""A function that begins to observe a tournament, some games of which may be over."""


def play_all(hall: Hall, plan: Plan, rounds: int, jobs: int, watch: Watch) -> Score:
    """Play the unfinished games, `jobs` at once, and return the score of all games.

    Raises OSError if the folder of the tournament cannot be written.
    """
    folder, score = hall.folder, Score()
    unplayed = _unplayed(hall, list(plan.fixtures(1, rounds)), score)
    with watch(score) as observer:
        while True:
            for fixture, ended in hall.play(unplayed, jobs, lambda: observer.refresh(score)):
                if isinstance(ended, Spoiled):
                    score.aside[fixture] = str(ended)
                else:
                    score.add(fixture, ended)
                observer.over(fixture, score)
            settled = len(plan.rounds)
            plan = plan.extended(rounds, score.counts)
            if len(plan.rounds) == settled:
                folder.clear()
                return score
            plan.save(folder.path)
            unplayed = list(plan.fixtures(settled + 1, rounds))


def _unplayed(hall: Hall, fixtures: Sequence[Fixture], score: Score) -> list[Fixture]:
    """Count the games that were played before, and return the others."""
    unplayed = list[Fixture]()
    for fixture in fixtures:
        match = _result(hall, fixture) or hall.folder.recover(fixture)
        if match is None:
            unplayed.append(fixture)
        else:
            score.add(fixture, match)
    hall.folder.clear()
    return unplayed


def _result(hall: Hall, fixture: Fixture) -> MatchResult | None:
    """Return the result of a game, or None if it is unfinished or its log is damaged."""
    try:
        return hall.folder.result(fixture)
    except Spoiled as why:
        hall.folder.set_aside(fixture)
        hall.notify(f"{fixture.title} is played again: {why}")
        return None
