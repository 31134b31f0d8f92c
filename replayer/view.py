"""What one player saw: the observations of a record, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from .game import Game, Observation
from .replay import Step, replay

StateT = TypeVar("StateT")
RecordT = TypeVar("RecordT")


def seen(steps: Sequence[Step[StateT]], player: int) -> list[Observation]:
    """What a player was shown in a round, one observation for each action.

    A private observation replaces what the public one says under the same key.
    """
    return [
        {**step.transition.public, **step.transition.private.get(player, {})}
        for step in steps
        if step.transition is not None
    ]


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
        yield seen(each.steps, player)


def view(game: Game[RecordT, StateT], record: RecordT, player: int) -> RecordT:
    """The record as one player knew it.

    Raises ValueError where there is no such player, or the record is another player's view, and
    IllegalAction (a ValueError) where it cannot be replayed.
    """
    return game.view(record, player, observations(game, record, player))
