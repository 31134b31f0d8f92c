"""Two records that one player cannot tell apart up to some ply.

The law that they test: whatever is shown of a position to a player is made only of what that player
had been shown by then.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from kifu.formats import board
from kifu.replayer.game import (
    CHANCE,
    Chance,
    Decision,
    Game,
    Node,
    RecordedRound,
    Rules,
    Step,
)
from kifu.replayer.replay import first_breach, walk
from kifu.replayer.trajectory import Trajectory, TrajectoryStep, trajectories
from kifu.replayer.view import seen

from .boards import text

TRIES = 30

Steps = Sequence[Step[Any]]


class NoTwinError(Exception):
    """What a player saw allows nothing else, as far as was tried."""


def twin(
    rules: Rules[Any],
    steps: Steps,
    player: int,
    ply: int,
    redealt: Callable[[Random], str],
    rng: Random,
) -> Steps:
    """A round that this player cannot tell from another one up to a ply.

    It has another deal, other hidden actions up to there, and goes on differently.
    """
    for attempt in range(TRIES):
        same_deal = steps[0].actions or {}
        deal = same_deal[CHANCE] if attempt == TRIES - 1 else redealt(rng)
        try:
            return tuple(walk(rules, _recorded(rules, steps, player, ply, deal, rng)))
        except NoTwinError:
            continue
    raise NoTwinError


def _recorded(
    rules: Rules[Any], steps: Steps, player: int, ply: int, deal: str, rng: Random
) -> RecordedRound[Any]:
    remaining = iter(steps)

    def choose(state: Any, node: Node) -> Mapping[int, str]:
        step = next(remaining, None)
        if step is None or step.actions is None or step.ply > ply:
            assert isinstance(node, Decision)
            return {each: rng.choice(rules.legal_actions(state, each)) for each in node.players}
        return _alike(rules, state, node, step, player, deal, rng)

    return RecordedRound(steps[0].state, choose, {})


def _alike(
    rules: Rules[Any],
    state: Any,
    node: Node,
    step: Step[Any],
    player: int,
    deal: str,
    rng: Random,
) -> Mapping[int, str]:
    """Actions in a state that show this player the same as those of a step."""
    actions = step.actions or {}
    tries: list[Mapping[int, str]] = [actions]
    if isinstance(node, Chance):
        tries = [{CHANCE: deal}]
    elif len(actions) == 1 and player not in actions:
        (actor,) = actions
        legal = list(rules.legal_actions(state, actor))
        tries = [{actor: each} for each in rng.sample(legal, min(len(legal), 40))] + tries
    for each in tries:
        if first_breach(rules, state, each) is None:
            transition = rules.apply(state, each)
            if seen([Step(0, state, node, each, transition)], player) == seen([step], player):
                return each
    raise NoTwinError


def is_told_nothing_early(game: Game[Any, Any], one: Any, other: Any, player: int, ply: int) -> int:
    """Assert that two records are the same to a player up to a ply; how many steps were compared.

    It is their last round that is compared.
    """
    number = len(game.rounds(one))
    (first,) = trajectories(game, one, (number,), player)
    (second,) = trajectories(game, other, (number,), player)
    assert isinstance(first, Trajectory)
    assert isinstance(second, Trajectory)
    compared = 0
    for left, right in _before_the_end(first, second):
        if left.ply > ply:
            # What is done here, the player has not seen.
            assert left.position == right.position
            assert left.choice() == right.choice()
            return compared + 1
        assert left.values() == right.values()
        shows = board(game.name)
        assert text(shows.position(first, left)) == text(shows.position(second, right))
        compared += 1
    return compared


def _before_the_end(
    one: Trajectory[Any, Any], other: Trajectory[Any, Any]
) -> Iterator[tuple[TrajectoryStep[Any], TrajectoryStep[Any]]]:
    """The steps of both, without the last one of each, where everything is told."""
    return zip(one.steps[:-1], other.steps[:-1], strict=False)


def swapped(
    piles: Sequence[Sequence[str]], free: Callable[[int, str], bool], rng: Random
) -> list[list[str]]:
    """Piles of which some cards changed places, those that are free to do so."""
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
