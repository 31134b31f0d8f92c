"""The deals that a player could not tell apart, as they are asked for: counted, and drawn."""

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
    """The deals that agree with what a player of a match had seen before a ply of a round."""

    def __init__(
        self,
        beliefs: Beliefs[RecordT, StateT],
        seen: RecordT,
        rounds: Sequence[RoundReplay[StateT]],
    ) -> None:
        """Of a view that ends at the ply, and its rounds; the last of them is the one asked for."""
        self.seen = seen
        self._beliefs = beliefs
        self._rounds = rounds

    def _belief(self, replayed: RoundReplay[StateT]) -> Belief:
        return self._beliefs.belief(self.seen, replayed.number, replayed.steps)

    def __repr__(self) -> str:
        return f"<Deals of {self._rounds[-1].label}>"

    def count(self) -> int:
        """In how many ways the round can have been dealt."""
        return self._belief(self._rounds[-1]).count()

    def sample(self, rng: Random) -> RecordT:
        """A whole record up to the ply, whose deal is drawn; all deals are equally probable.

        The rounds before are drawn likewise, as far as anything of them is hidden. Raises
        ValueError where no deal is possible.
        """
        require("rng", rng, "a random.Random", Random)
        record = self.seen
        for each in self._rounds:
            belief = self._belief(each)
            if belief.cards:
                drawn = belief.draw(rng)
                record = self._beliefs.dealt(record, each.number, each.steps, drawn, rng)
        whole: Any = record
        opened: RecordT = replace(whole, view=None)
        return opened


def deals(
    game: Game[RecordT, StateT], record: RecordT, player: int | None, ply: int, number: int
) -> Deals[RecordT, StateT]:
    """The deals that a player could not tell apart before a ply of the round with this number.

    Without a player, those that the record itself leaves open. The ply after the last one is the
    end of the round.

    Raises Unsupported where the game has no hidden cards, IndexError where there is no such round
    or ply, and ValueError where there is no such player, the player was shown nothing of the round,
    or the record cannot be replayed.
    """
    if game.beliefs is None:
        raise Unsupported(f"kifu knows no deals of {game.name}")
    if number not in range(1, len(game.rounds(record)) + 1):
        raise IndexError(f"there is no round {number}: there are {len(game.rounds(record))}")
    found = replay_round(game, record, number)
    step = found.at(ply)
    steps = found.steps[: found.steps.index(step) + 1]
    seen = game.beliefs.cut(record, number, steps)
    seen = seen if player is None else view(game, seen, player)
    rounds = tuple(replay(game, seen))
    if len(rounds) < number:
        raise ValueError(f"player {player} was shown nothing of round {number} before ply {ply}")
    return Deals(game.beliefs, seen, rounds)
