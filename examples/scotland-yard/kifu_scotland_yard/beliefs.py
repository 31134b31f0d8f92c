"""Beliefs about the path of Mr. X, of which the detectives know only some stations."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from kifu.replayer.beliefs.beliefs import Belief, Beliefs
from kifu.replayer.beliefs.piles import Cards, Pile
from kifu.replayer.replay.round import Step

from .record import Record
from .rules import MOVERS, State, with_path


class ScotlandYardBeliefs(Beliefs[Record, State]):
    """Beliefs in which each possible path is a card: Mr. X holds one, and the rest are unused."""

    def belief(self, record: Record, number: int, steps: Sequence[Step[State]]) -> Belief:
        """Return the paths that fit what the detectives have seen."""
        worlds = steps[-1].state.worlds()
        paths = tuple(" ".join((each.start, *each.moves[::MOVERS])) for each in worlds)
        return Belief(paths, ((Pile("Mr. X", 1), Pile("not taken", len(paths) - 1)),))

    def cut(self, record: Record, number: int, steps: Sequence[Step[State]]) -> Record:
        """Return the match up to a move."""
        end, game = steps[-1].state, record.games[number - 1]
        caught = game.caught if end.over else None
        game = replace(game, moves=end.moves, caught=caught, variations=())
        return replace(record, games=(*record.games[: number - 1], game))

    def dealt(
        self,
        record: Record,
        number: int,
        steps: Sequence[Step[State]],
        drawn: Sequence[Cards],
        rng: Random,
    ) -> Record:
        """Return the match with the path that was drawn."""
        games = list(record.games)
        start, moves = with_path(games[number - 1].moves, drawn[0][0].split())
        games[number - 1] = replace(games[number - 1], start=start, moves=moves)
        return replace(record, games=tuple(games))
