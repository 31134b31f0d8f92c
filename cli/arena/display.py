"""Show the progress of a tournament: a bar and standings on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager

from ...arena.tournament.pairing import SIZE
from ...arena.tournament.plan import Fixture, Plan
from ...arena.tournament.rounds import Observer
from ...arena.tournament.standings import Score
from ..archive.standings import standings
from ..output import show_error
from ..terminal import can_redraw


@contextmanager
def display(plan: Plan, rounds: int, score: Score) -> Generator[Observer, None, None]:
    """Show a tournament with `rounds` rounds on standard error; some games may already be over."""
    games = len(plan.entrants) // SIZE * SIZE
    if not can_redraw(sys.stderr):
        yield Lines(rounds, games)
        return
    from .screen import Screen

    with Screen(rounds * games, score) as screen:
        yield screen


class Lines:
    """A display that writes the standings after each round."""

    def __init__(self, rounds: int, games: int) -> None:
        self._rounds = rounds
        self._games = games

    def over(self, fixture: Fixture, score: Score) -> None:
        """Show the standings after the last game of a round."""
        if score.ended(fixture.round) == self._games:
            show_error(f"round {fixture.round} of {self._rounds}\n")
            show_error("".join(f"  {line}\n" for line in standings(score)))

    def refresh(self, score: Score) -> None:
        """Do nothing: printed lines are not refreshed."""
