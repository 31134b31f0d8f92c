"""Walks a record through its rules, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar

from msgspec import Struct

from .game import (
    Action,
    Chance,
    Decision,
    Game,
    IllegalAction,
    Line,
    Node,
    Rules,
    Transition,
)

StateT = TypeVar("StateT")
RecordT = TypeVar("RecordT")


class Step(Struct, Generic[StateT], frozen=True):
    """One world state of a round, and what the record says was done in it.

    `ply` is the number of the (first) ply taken here, 0 where what is done is no ply. `actions` is
    None in the last step: the round is over there, or the record stops. `breach` is the rule that
    the action breaks; unless the record itself calls it a foul that stood, nothing follows it and
    `transition` is None.
    """

    ply: int
    state: StateT
    node: Node
    actions: Mapping[int, Action] | None = None
    transition: Transition[StateT] | None = None
    breach: IllegalAction | None = None

    @property
    def over(self) -> bool:
        """Whether the round is over in this state."""
        return self.actions is None and not isinstance(self.node, Decision)


def walk(rules: Rules[StateT], line: Line[StateT]) -> Iterator[Step[StateT]]:
    """Walk one round: a step for each state, the deal first.

    It stops at the first action that a rule forbids, unless the record names it as a foul.
    """
    state, ply = line.start, 0
    node: Node = Chance()
    begun = False
    while True:
        over = begun and not isinstance(node, Decision)
        actions = None if over else line.choose(state, node)
        counted = isinstance(node, Decision) and node.counted
        if actions is None:
            yield Step(ply + 1 if counted else 0, state, node)
            return
        number = ply + 1 if counted else 0
        breach = first_breach(rules, state, actions)
        if breach is not None and line.fouls.get(number) != breach.rule.code:
            yield Step(number, state, node, actions, None, breach)
            return
        transition = rules.apply(state, actions)
        yield Step(number, state, node, actions, transition, breach)
        ply += len(actions) if counted else 0
        state, begun = transition.state, True
        node = rules.node(state)


def first_breach(
    rules: Rules[StateT], state: StateT, actions: Mapping[int, Action]
) -> IllegalAction | None:
    """Return the first action that a rule forbids, if any."""
    for player, action in actions.items():
        try:
            rules.verify(state, player, action)
        except IllegalAction as breach:
            return breach
    return None


class RoundReplay(Struct, Generic[StateT], frozen=True):
    """One round of a record as it was replayed, `number` counting from 1."""

    number: int
    steps: tuple[Step[StateT], ...]

    @property
    def plies(self) -> int:
        """The number of plies that were taken."""
        taken = (step.actions for step in self.steps if step.ply and step.transition is not None)
        return sum(len(actions) for actions in taken if actions is not None)

    @property
    def breach(self) -> IllegalAction | None:
        """The broken rule at which the replay stopped, if it did."""
        last = self.steps[-1]
        return last.breach if last.transition is None else None

    @property
    def moments(self) -> range:
        """The plies that `at` knows: from 1, or 0 for a decision before the first, to the end."""
        before = any(_comes_before(step) for step in self.steps)
        return range(0 if before else 1, self.plies + 2)

    def at(self, ply: int) -> Step[StateT]:
        """The step in which a ply is taken; the ply after the last one is the end of the replay.

        Raises IndexError where the round has no such ply.
        """
        if ply not in self.moments:
            raise IndexError(f"round {self.number} has plies 1 to {self.plies}, not {ply}")
        if ply == 0:
            return next(step for step in self.steps if _comes_before(step))
        return next(
            (
                step
                for step in self.steps
                if step.ply and step.ply <= ply < step.ply + max(1, len(step.actions or ()))
            ),
            self.steps[-1],
        )


def _comes_before(step: Step[StateT]) -> bool:
    """Whether a step is a decision that counts as no ply."""
    return isinstance(step.node, Decision) and not step.node.counted


def replay_round(game: Game[RecordT, StateT], record: RecordT, number: int) -> RoundReplay[StateT]:
    """Replay one round of a record.

    Raises IllegalAction where it is not even shaped like one (three hands, say).
    """
    return RoundReplay(number, tuple(walk(game.rules(record), game.line(record, number))))


def replay(game: Game[RecordT, StateT], record: RecordT) -> Iterator[RoundReplay[StateT]]:
    """Replay every round of a record; raises what `replay_round` raises."""
    for number in range(1, game.rounds(record) + 1):
        yield replay_round(game, record, number)
