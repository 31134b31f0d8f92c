"""Records that one player cannot tell apart up to some step.

They test this law: what a player is shown of a position depends only on what that player had been
shown by then. `kifu.testing` checks it for replays; here it is checked for records and boards.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from kifu.formats import board
from kifu.replayer.game import Game
from kifu.replayer.replay.trajectory import Trajectory, trajectories

from .boards import text


def assert_alike(game: Game[Any, Any], one: Any, other: Any, player: int, upto: int) -> None:
    """Assert that the last rounds of two records look the same to a player up to a step.

    The last position of a round is left out, as everything is revealed there.
    """
    number = len(game.rounds(one))
    (first,) = trajectories(game, one, (number,), player)
    (second,) = trajectories(game, other, (number,), player)
    assert isinstance(first, Trajectory)
    assert isinstance(second, Trajectory)
    steps = list(zip(first.steps[:-1], second.steps[:-1], strict=False))
    for left, right in steps[: upto + 1]:
        assert left.values() == right.values()
        shows = board(game.name)
        assert text(shows.position(first, left)) == text(shows.position(second, right))
    for left, right in steps[upto + 1 : upto + 2]:
        # The player has not yet seen the action taken here.
        assert left.position == right.position
        assert left.choice() == right.choice()


def swapped(
    piles: Sequence[Sequence[str]], free: Callable[[int, str], bool], rng: Random
) -> list[list[str]]:
    """Randomly swap cards between piles, among those that are free to move."""
    found = [list(pile) for pile in piles]
    places = [
        (pile, at)
        for pile, cards in enumerate(found)
        for at, card in enumerate(cards)
        if free(pile, card)
    ]
    for _ in range(rng.choice([1, 3, 10, 40])):
        if len(places) > 1:
            (pile, at), (other, there) = rng.sample(places, 2)
            found[pile][at], found[other][there] = found[other][there], found[pile][at]
    return found
