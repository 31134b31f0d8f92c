"""The interface of engines: other people's programs that judge positions of a game."""

from __future__ import annotations

from typing import Protocol

from ...replayer.rules import Action
from .player import Seen


class EngineFailed(Exception):
    """A program could not be started, ended, took too long, or gave a wrong answer."""


class Engine(Protocol):
    """A running program."""

    @property
    def name(self) -> str:
        """The name and the version of the program."""
        ...

    @property
    def spread(self) -> float:
        """The points by which losses are measured, as `kifu.arena.annotate.evaluators.spread`."""
        ...

    def best(self, seen: Seen, seed: str) -> Action | None:
        """Return the action that it would take, or None if it has no legal one.

        Raises EngineFailed, and ValueError for a position that the program cannot judge.
        """
        ...

    def score(self, seen: Seen, action: Action) -> float:
        """Return how many points the seat will be ahead after an action.

        Raises the same errors as `best`.
        """
        ...

    def close(self) -> None:
        """End the program."""
        ...
