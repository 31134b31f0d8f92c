"""Locates the place in a record where its game's code fails."""

from __future__ import annotations

from typing import TypeVar

from ..game import Game
from ..rules import Decision, IllegalAction
from .round import RoundReplay, Step, walk, with_variations

StateT = TypeVar("StateT")
RecordT = TypeVar("RecordT")


def failing_at(game: Game[RecordT, StateT], record: RecordT) -> tuple[int | None, int | None]:
    """Return the round and ply where the replay of a record fails, or None if unknown.

    The record is replayed step by step.
    """
    number = ply = None
    last: StateT | IllegalAction | None = None

    def before() -> StateT | None:
        if isinstance(last, IllegalAction):
            raise last
        return last

    try:
        rules = game.rules(record)
        for number in range(1, len(game.rounds(record)) + 1):
            ply = None
            try:
                recorded = game.recorded_round(record, number, before)
            except IllegalAction as breach:
                last = breach
                continue
            steps, taken = list[Step[StateT]](), 0
            ply = 1 if isinstance(rules.node(recorded.start), Decision) else None
            for step in walk(rules, recorded):
                steps.append(step)
                if step.ply and step.transition is not None:
                    taken += len(step.actions or ())
                ply = taken + 1
            ply, last = None, steps[-1].state
            variations = game.variations(record, number)
            with_variations(rules, RoundReplay(number, tuple(steps)), variations)
    except Exception:
        return number, ply
    return None, None
