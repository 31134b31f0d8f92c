"""Evaluators: they estimate the value of a decision, and of the best action in its place.

Values are points of the round for the seat that acts, compared with the average player. So an
opponent's points count against a seat in games whose returns do not add up to zero.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, sqrt
from random import Random
from typing import Any, Protocol

from msgspec import Struct

from ...replayer.beliefs.dice import Dice
from ...replayer.beliefs.playouts import outcome
from ...replayer.game import Game
from ...replayer.rules import CHANCE, Action, Chance
from ..players.estimates import weighted
from ..players.levels import ALL_SEEING, MONTE_CARLO, player
from ..players.limit import Limit
from ..players.player import Seen
from ..players.strategy import NoStrategy, strategy
from ..players.trials import compared, played, tried_deals

ROUNDS = 200
"""The number of rounds from which `spread` is estimated."""


class Tried(Struct, frozen=True):
    """A line in the tree of a search: how often its first action is taken, and what it is worth.

    `score` is how many points player 0 gains in the round after the first action.
    """

    line: tuple[Action, ...]
    share: float
    score: float


class Judgement(Struct, frozen=True):
    """The value of an action and of the best one for the seat that acts.

    `loss` is how much more the best action is worth. The true difference is within `margin` of it
    with 95% probability; the margin is 0 if it was computed exactly, and infinite if there are too
    few samples. `score` is how many points player 0 gains in the round after the action. `tree` has
    a line for each action, if they are wanted as variations.
    """

    action: Action
    best: Action
    value: float
    loss: float
    margin: float
    score: float
    tree: tuple[Tried, ...] = ()

    @property
    def is_certain(self) -> bool:
        """Whether the best action is better, and not just by chance."""
        return self.loss > self.margin


class Evaluator(Protocol):
    """Estimates what a decision cost; `name` describes it to readers."""

    @property
    def name(self) -> str:
        """The name of the method with its budget: `monte-carlo, 200 playouts per decision`."""
        ...

    @property
    def sees_all(self) -> bool:
        """Whether it sees what is hidden from the seat."""
        ...

    def judge(self, seen: Seen, action: Action, seed: str) -> Judgement:
        """Return the judgement of an action; the same seed always gives the same one."""
        ...

    def spread(self, game: Game[Any, Any], record: Any) -> float:
        """Return the points in a round by which losses are measured."""
        ...

    def close(self) -> None:
        """End the programs that it has started, if any; it may judge again after that."""
        ...


class Like:
    """An evaluator that does everything as another one does."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator, self.sees_all = evaluator, evaluator.sees_all

    @property
    def name(self) -> str:
        """The name of the method with its budget."""
        return self.evaluator.name

    def judge(self, seen: Seen, action: Action, seed: str) -> Judgement:
        """Return the judgement of an action."""
        return self.evaluator.judge(seen, action, seed)

    def spread(self, game: Game[Any, Any], record: Any) -> float:
        """Return the points in a round by which losses are measured."""
        return self.evaluator.spread(game, record)

    def close(self) -> None:
        """End the programs of the other evaluator."""
        self.evaluator.close()


class Counted(Like):
    """An evaluator that also reports how many decisions it has judged."""

    def __init__(self, evaluator: Evaluator, report: Callable[[int], object]) -> None:
        super().__init__(evaluator)
        self._report, self._judged = report, 0

    def judge(self, seen: Seen, action: Action, seed: str) -> Judgement:
        """Return the judgement of an action, and report the number of decisions."""
        found = super().judge(seen, action, seed)
        self._judged += 1
        self._report(self._judged)
        return found


class Computed(Struct, frozen=True):
    """The common part of evaluators that start no programs."""

    def spread(self, game: Game[Any, Any], record: Any) -> float:
        """Return the standard deviation of a seat's points."""
        return spread(game, record)

    def close(self) -> None:
        """Do nothing."""


class Playouts(Computed, frozen=True):
    """Compares an action with the choice of a `monte-carlo` player, in deals drawn anew.

    Since the choice was made in other deals, luck in those does not make it look better. Both
    actions are tried in the same deals and with the same dice.
    """

    playouts: int
    sees_all: bool = False

    @property
    def name(self) -> str:
        """The method and its budget."""
        level = f"{ALL_SEEING} (sees all cards)" if self.sees_all else MONTE_CARLO
        return f"{level}, {self.playouts} playouts per decision"

    def judge(self, seen: Seen, action: Action, seed: str) -> Judgement:
        """Choose an action with half of the playouts, and compare both with the other half."""
        known, seat = strategy(seen.game.name) or NoStrategy(), seen.player
        limit = Limit(max(1, self.playouts // 2))
        level = ALL_SEEING if self.sees_all else MONTE_CARLO
        best = player(seen.game.name, level, f"{seed}/choice", limit).choose(seen)
        rng, before = Random(f"{seed}/{seen.place}"), seen.rules.returns(seen.state)
        lines = [action] if action == best else [action, best]
        losses = list[tuple[float, float]]()
        total = value = score = 0.0
        deals = tried_deals(known, seen, rng, self.sees_all)
        for _, (state, weight) in zip(limit.deals(len(lines)), deals, strict=False):
            dice, gains = rng.getrandbits(64), list[float]()
            for line in lines:
                returns = played(known, seen, state, (line,), Dice(dice))
                won = [after - own for after, own in zip(returns, before, strict=True)]
                gains.append(float(compared(won, seat)) / len(won))
                if len(gains) == 1:
                    score += weight * float(won[0])
            total += weight
            value += weight * gains[0]
            losses.append((weight, gains[-1] - gains[0]))
        if not total:
            return Judgement(action, best, 0.0, 0.0, inf, 0.0)
        loss, margin = weighted(losses)
        return Judgement(action, best, value / total, loss, margin, score / total)


def spread(game: Game[Any, Any], record: Any) -> float:
    """Return the standard deviation of a seat's points in a round between players of equal skill.

    Losses are measured by it, since a point is worth more in some games than in others. It is
    estimated from rounds played by rules of thumb, which are the same every time.
    """
    rules, known, dice = game.rules(record), strategy(game.name) or NoStrategy(), Dice(1)
    squares = list[float]()
    for _ in range(ROUNDS):
        state = rules.initial_state()
        while isinstance(rules.node(state), Chance):
            state = rules.apply(state, {CHANCE: outcome(rules, state, dice)}).state
        before = rules.returns(state)
        (after,) = known.play_out(rules, state, 1, dice).returns
        won = [one - own for one, own in zip(after, before, strict=True)]
        squares += [(float(compared(won, seat)) / len(won)) ** 2 for seat in range(len(won))]
    return sqrt(sum(squares) / len(squares))
