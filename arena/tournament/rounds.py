"""Play all remaining rounds of a tournament."""

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
    """Follows a tournament's progress."""

    def over(self, fixture: Fixture, score: Score) -> None:
        """Handle a game that is over or set aside, and counted in the score."""
        ...

    def refresh(self, score: Score) -> None:
        """Update the display as time passes."""
        ...


Watch: TypeAlias = Callable[[Score], AbstractContextManager[Observer]]
"""A function that starts observing a tournament in which some games may already be over."""


def play_all(hall: Hall, plan: Plan, rounds: int, jobs: int, watch: Watch) -> Score:
    """Play the unfinished games, `jobs` at a time, and return the score of all games.

    Raises NotStarted if a program cannot be started, and OSError if the tournament folder cannot be
    written.
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
    """Count the games played earlier, and return the others."""
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
        hall.notify(f"{fixture.title} will be played again: {why}")
        return None
