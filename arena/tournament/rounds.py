"""All rounds of a tournament: those that were played before, and those that are due."""

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
    """Follows how a tournament goes."""

    def over(self, fixture: Fixture, score: Score) -> None:
        """A game is over, or set aside; the score has it."""
        ...

    def refresh(self, score: Score) -> None:
        """Time has passed."""
        ...


Watch: TypeAlias = Callable[[Score], AbstractContextManager[Observer]]
"""A function that begins to observe a tournament; some games may be over."""


def play_all(hall: Hall, plan: Plan, rounds: int, jobs: int, watch: Watch) -> Score:
    """Play what was not played yet, `jobs` games at once, and return what came of all games.

    Raises OSError where the folder of the tournament cannot be written.
    """
    folder, score = hall.folder, Score()
    due = _found(hall, list(plan.fixtures(1, rounds)), score)
    with watch(score) as observer:
        while True:
            for fixture, ended in hall.play(due, jobs, lambda: observer.refresh(score)):
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
            due = list(plan.fixtures(settled + 1, rounds))


def _found(hall: Hall, fixtures: Sequence[Fixture], score: Score) -> list[Fixture]:
    """Count the games that were played before; return the others."""
    due = list[Fixture]()
    for fixture in fixtures:
        match = _result(hall, fixture) or hall.folder.recover(fixture)
        if match is None:
            due.append(fixture)
        else:
            score.add(fixture, match)
    hall.folder.clear()
    return due


def _result(hall: Hall, fixture: Fixture) -> MatchResult | None:
    """How a game ended, None if it has not, or its log was damaged since."""
    try:
        return hall.folder.result(fixture)
    except Spoiled as why:
        hall.folder.set_aside(fixture)
        hall.notify(f"{fixture.title} is played again: {why}")
        return None
