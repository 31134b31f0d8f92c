"""Players that choose by numbers: action ids, given a mask and an observation."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec import Struct

from ...replayer.beliefs.deals import Deals
from ...replayer.encoding.encoding import Encoding
from ...replayer.encoding.episode import Episode
from ...replayer.replay.match import replay
from ...replayer.rules import Action
from .player import Seen, require_turn


class Learned(Struct, frozen=True):
    """Plays the ids that a function chooses, such as a trained network.

    `chooses` gets an observation and a mask, as an `Encoding` defines them, and returns a legal id.
    """

    encoding: Encoding[Any, Any]
    chooses: Callable[[bytearray, bytearray], int]
    sees_all: bool = False

    def choose(self, seen: Seen) -> Action:
        """Return the action that the chosen ids spell."""
        require_turn(seen)
        played, ids = self._episode(seen), list[int]()
        while True:
            mask = self.encoding.legal_actions_mask(seen.state, seen.player, ids)
            ids.append(self.chooses(played.observe(seen.player), mask))
            action = self.encoding.decode(seen.state, seen.player, ids)
            if action is not None:
                return action
            if played.seat == seen.player:
                played.step(ids[-1])

    def _episode(self, seen: Seen) -> Episode:
        """Return the round with any possible deal: its observations are the same in all of them."""
        game, record = seen.game, seen.game.written(seen.record, seen.rounds)
        if game.beliefs is not None:
            rounds = tuple(replay(game, record))
            record = Deals(game.beliefs, record, rounds).sample(Random(seen.place))
        return self.encoding.after(record)
