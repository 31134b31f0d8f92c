"""What one player saw: the observations of a record, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from .game import Game, Observation
from .replay import RoundReplay, replay

StateT = TypeVar("StateT")
RecordT = TypeVar("RecordT")


def seen(step_round: RoundReplay[StateT], player: int) -> Iterator[Observation]:
    """What a player was shown in a round, one observation for each action.

    A private observation replaces what the public one says under the same key.
    """
    for step in step_round.steps:
        if step.transition is not None:
            yield {**step.transition.public, **step.transition.private.get(player, {})}


def observations(
    game: Game[RecordT, StateT], record: RecordT, player: int
) -> Iterator[list[Observation]]:
    """What a player was shown in each round of a record.

    Raises the IllegalAction at which a round cannot be replayed further.
    """
    for each in replay(game, record):
        breach = each.steps[-1].breach
        if breach is not None:
            raise breach
        yield list(seen(each, player))
