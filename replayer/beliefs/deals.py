"""The deals that a player could not tell apart: counted, and drawn at random."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from ...findings.arguments import require
from ..game import Game, Unsupported
from ..replay.match import replay, replay_round
from ..replay.round import RoundReplay
from ..replay.view import view
from .beliefs import Belief, Beliefs

StateT = TypeVar("StateT")
RecordT = TypeVar("RecordT")


class Deals(Generic[RecordT, StateT]):
    """The deals consistent with what a player had seen before a ply of a round."""

    def __init__(
        self,
        beliefs: Beliefs[RecordT, StateT],
        seen: RecordT,
        rounds: Sequence[RoundReplay[StateT]],
    ) -> None:
        """Take a view that ends at the ply, and the replays of its rounds up to that one."""
        self.seen = seen
        self._beliefs = beliefs
        self._rounds = rounds

    def _belief(self, replayed: RoundReplay[StateT]) -> Belief:
        return self._beliefs.belief(self.seen, replayed.number, replayed.steps)

    def __repr__(self) -> str:
        return f"<Deals of {self._rounds[-1].label}>"

    def count(self) -> int:
        """Return in how many ways the round could have been dealt."""
        return self._belief(self._rounds[-1]).count()

    def sample(self, rng: Random) -> RecordT:
        """Return a complete record up to the ply, with a deal drawn uniformly at random.

        Hidden parts of earlier rounds are drawn the same way. Raises ValueError if no deal is
        possible.
        """
        require("rng", rng, "a random.Random", Random)
        record = self.seen
        for each in self._rounds:
            drawn = self._belief(each).draw(rng)
            record = self._beliefs.dealt(record, each.number, each.steps, drawn, rng)
        whole: Any = record
        opened: RecordT = replace(whole, view=None)
        return opened


def deals(
    game: Game[RecordT, StateT], record: RecordT, player: int | None, ply: int, number: int
) -> Deals[RecordT, StateT]:
    """Return the deals that a player could not tell apart before a ply of a round.

    Without a player, return the deals that are consistent with the record. The ply after the last
    one is the end of the round.

    Raises Unsupported if the game has no hidden cards, IndexError if there is no such round or ply,
    and ValueError if there is no such player, the player was shown nothing of the round, or the
    record cannot be replayed.
    """
    if game.beliefs is None:
        raise Unsupported(f"{game.name} does not support counting and drawing deals")
    if number not in range(1, len(game.rounds(record)) + 1):
        raise IndexError(f"there is no round {number}: there are {len(game.rounds(record))}")
    found = replay_round(game, record, number)
    step = found.at(ply)
    steps = found.steps[: found.steps.index(step) + 1]
    seen = game.beliefs.cut(record, number, steps)
    seen = seen if player is None else view(game, seen, player)
    rounds = tuple(replay(game, seen))
    if len(rounds) < number:
        raise ValueError(f"player {player} saw nothing of round {number} before ply {ply}")
    return Deals(game.beliefs, seen, rounds)
