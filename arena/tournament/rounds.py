"""All rounds of a tournament: those that were played before, and those that are due."""

from __future__ import annotations

from collections.abc import Sequence

from ...cli.tournament_display import display
from .arbiters import Hall, play
from .folder import Folder
from .plan import Fixture, Plan
from .standings import Score


def play_all(hall: Hall, plan: Plan, rounds: int, jobs: int) -> Score:
    """Play what was not played yet, and return what came of all games."""
    folder, score = hall.folder, Score()
    due = _found(folder, list(plan.fixtures(1, rounds)), score)
    with display(plan, rounds, score) as shown:
        while True:
            for fixture in play(due, jobs, hall.start, lambda: shown.refresh(score)):
                score.add(fixture, folder.finish(fixture))
                shown.over(fixture, score)
            settled = len(plan.rounds)
            plan = plan.extended(rounds, score.counts)
            if len(plan.rounds) == settled:
                folder.clear()
                return score
            plan.save(folder.path)
            due = list(plan.fixtures(settled + 1, rounds))


def _found(folder: Folder, fixtures: Sequence[Fixture], score: Score) -> list[Fixture]:
    """Count the games that were played before; return the others."""
    due = list[Fixture]()
    for fixture in fixtures:
        outcome = folder.outcome(fixture) or folder.recover(fixture)
        if outcome is None:
            due.append(fixture)
        else:
            score.add(fixture, outcome)
    folder.clear()
    return due
