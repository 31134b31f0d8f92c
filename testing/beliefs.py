"""Laws of beliefs: some deal always agrees with what was seen, and drawn deals are possible."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ..replayer.beliefs.deals import deals
from ..replayer.game import Game
from ..replayer.replay.match import replay
from ..replayer.replay.view import view
from .laws import Laws
from .samples import records, shown


class BeliefLaws(Laws):
    """Laws of `Game.beliefs`; a game without beliefs obeys them trivially."""

    def test_a_deal_is_always_possible(self, game: Game[Any, Any]) -> None:
        """At every ply of random play, some deal agrees with what each player has seen."""
        for each, player, ply, number in _moments(game):
            left = deals(game, each, player, ply, number)
            assert left.count() > 0, (
                f"no deal agrees with what player {player} has seen at ply {ply}: a bound of "
                "`belief` is too strict, or `cut` keeps later actions"
            )

    def test_what_is_drawn_is_sound_and_looks_the_same(self, game: Game[Any, Any]) -> None:
        """A drawn record has no errors, and its player has seen the same things."""
        rng = Random(1)
        for each, player, ply, number in _moments(game):
            left = deals(game, each, player, ply, number)
            drawn = left.sample(rng)
            wrong = [
                finding for finding in game.check(drawn, ()).findings if finding.severity == "error"
            ]
            assert not wrong, (
                f"`dealt` draws a record with an error ({wrong[0].code} {wrong[0].message}): a "
                "bound of `belief` is missing, or `dealt` puts cards where they do not belong"
            )
            assert view(game, drawn, player) == left.seen, (
                f"in the record that `dealt` draws, player {player} sees "
                f"{shown(view(game, drawn, player))}, but originally saw {shown(left.seen)}: "
                "`dealt` may change only what was hidden"
            )


def _moments(game: Game[Any, Any]) -> list[tuple[Any, int, int, int]]:
    """Return random records, each with a player, a ply and a round number."""
    if game.beliefs is None:
        pytest.skip(f"{game.name} does not describe what is hidden")
    return [
        (each, seed % game.rules(each).players, ply, line.number)
        for seed, each in enumerate(records(game, 4))
        for line in replay(game, each)
        for ply in list(filter(None, line.positions))[:: 2 + seed]
    ]
