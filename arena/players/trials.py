"""Try lines of play in deals consistent with what a seat knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat
from random import Random
from typing import Any, TypeAlias

from ...replayer import codes
from ...replayer.beliefs.dice import Dice
from ...replayer.beliefs.playouts import outcome
from ...replayer.points import Points
from ...replayer.rules import CHANCE, Action, Chance, IllegalAction, Terminal
from .draws import draws
from .player import Seen
from .strategy import Strategy, with_others
from .thinking import think_on

Line: TypeAlias = Sequence[Action | None]
"""Consecutive actions of players; None stands for a sensible action. Chance events are drawn.

If several players act at once, the line holds only the seat's action.
"""


def tried_deals(
    known: Strategy[Any, Any], seen: Seen, rng: Random, sees_all: bool
) -> Iterator[tuple[Any, float]]:
    """Yield deals (as fully visible states) and their weights, without end.

    A seat that sees all cards gets only the true deal.
    """
    if sees_all:
        yield from repeat((seen.state, 1.0))
    likelier = known.likelier(seen.rules, seen.steps, seen.player)
    for state in draws(seen, rng):
        if likelier is not None:
            state = likelier(state, Dice(rng.getrandbits(64)))
        yield state, known.likelihood(seen.steps, seen.player, state)


def played(
    known: Strategy[Any, Any], seen: Seen, state: Any, line: Line, dice: Dice
) -> Sequence[Points]:
    """Return the points of all players after a line of play in a deal and a playout from there.

    The first action is not checked if it is the seat's own. Raises IllegalAction if another action
    is not legal, and CalledOff if the result is no longer wanted.
    """
    think_on()
    rules, number = seen.rules, 0
    while number < len(line):
        node, action = rules.node(state), line[number]
        if isinstance(node, Chance):
            state = rules.apply(state, {CHANCE: outcome(rules, state, dice)}).state
            continue
        if isinstance(node, Terminal):
            why = f"the round is over after action {number} of {len(line)}"
            raise IllegalAction(codes.GOES_ON, why)
        acting = node.players
        actor = seen.player if seen.player in acting else acting[0] if len(acting) == 1 else None
        if actor is not None:
            number += 1
            if action is not None and (number > 1 or actor != seen.player):
                verify(seen, state, actor, action, number)
        chosen = {} if actor is None or action is None else {actor: action}
        state = with_others(known, rules, state, chosen, dice)
    if rules.node(state).kind == "terminal":
        return rules.returns(state)
    return known.play_out(rules, state, 1, dice).returns[0]


def verify(seen: Seen, state: Any, actor: int, action: Action, number: int) -> None:
    """Raise IllegalAction if an action of a line is not legal; `number` is its position."""
    try:
        seen.rules.verify(state, actor, action)
    except IllegalAction as breach:
        why = f"action {number}, {action}: {breach}"
        raise IllegalAction(breach.rule, why, meant=breach.meant) from None


def compared(returns: Sequence[Points], player: int) -> Points:
    """Return how much better a player does than the average, times the number of players."""
    return len(returns) * returns[player] - sum(returns)
