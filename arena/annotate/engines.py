"""Evaluates decisions with an engine: another program, such as GNU Go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...replayer.game import Game
from ...replayer.rules import Action
from ..players.engine import Engine
from ..players.player import Seen
from ..players.strategy import NoStrategy, strategy
from .evaluators import Judgement


class ByEngine:
    """Compares an action with the engine's choice, by the engine's estimates of the score.

    The engine is started for the first decision of each round, and again after `close`.
    """

    sees_all = False

    def __init__(self, game: str, command: Sequence[str], seconds: float) -> None:
        self._game, self._command, self._seconds = game, command, seconds
        self._engine: Engine | None = None
        self.name = command[0]

    def spread(self, game: Game[Any, Any], record: Any) -> float:
        """Return the points by which the engine's losses are measured."""
        return self._started().spread

    def judge(self, seen: Seen, action: Action, seed: str) -> Judgement:
        """Ask the engine for its choice, and for the scores; raises its errors."""
        engine = self._started()
        best = engine.best(seen, seed) or action
        value = engine.score(seen, action)
        loss = 0.0 if action == best else engine.score(seen, best) - value
        return Judgement(action, best, value, loss, 0.0, -value if seen.player else value)

    def close(self) -> None:
        """End the program."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def _started(self) -> Engine:
        if self._engine is None:
            known = strategy(self._game) or NoStrategy()
            self._engine = known.engine(self._command, self._seconds)
            self.name = self._engine.name
        return self._engine


def by_engine(
    command: Sequence[str], seconds: float, game: Game[Any, Any], record: Any, number: int
) -> ByEngine:
    """Return the evaluator of a round by a program; it is the same for all rounds."""
    return ByEngine(game.name, command, seconds)
