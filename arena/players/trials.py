"""Lines of play tried in deals that a seat cannot tell from the true one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
"""What is done one after the other; None is what is sensible. Chance is drawn between.

Where several players act at once, only what the seat does is said.
"""


def tried_deals(
    known: Strategy[Any, Any], seen: Seen, numbers: Iterable[int], rng: Random, sees_all: bool
) -> Iterator[tuple[Any, float]]:
    """A deal for each of the numbers, as a state in which nothing is hidden, and its weight.

    With all cards in sight, the true deal is the only one.
    """
    drawn = None if sees_all else draws(seen, rng)
    for _ in numbers:
        if drawn is None:
            yield seen.state, 1.0
        else:
            state = next(drawn)
            yield state, known.likelihood(seen.steps, seen.player, state)


def played(
    known: Strategy[Any, Any], seen: Seen, state: Any, line: Line, dice: Dice
) -> Sequence[Points]:
    """The points of all players after a line of play in a deal, and a playout from there on.

    What the seat itself does first is legal. Raises IllegalAction where something else is not, and
    CalledOff where nobody waits for more.
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
    """Raise IllegalAction where an action of a line, the one with this number, is not legal."""
    try:
        seen.rules.verify(state, actor, action)
    except IllegalAction as breach:
        why = f"action {number}, {action}: {breach}"
        raise IllegalAction(breach.rule, why, meant=breach.meant) from None


def compared(returns: Sequence[Points], player: int) -> Points:
    """How much better a player does than all do in the mean, as often as there are players."""
    return len(returns) * returns[player] - sum(returns)
