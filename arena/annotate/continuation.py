"""How play continues after a better action, in the deal of the record."""

from __future__ import annotations

from typing import Any

from ...replayer.beliefs.dice import Dice
from ...replayer.rules import Action, Decision, Rules
from ..players.strategy import strategy

ACTIONS = 4
"""The maximum number of actions after the better one."""

PLAYOUTS = 200
"""The playouts for each of them in games with a search of their own."""


def continuation(game: str, rules: Rules[Any], state: Any, seed: int) -> list[Action]:
    """Return the next few actions of all players, by rules of thumb or a search.

    The list ends where chance decides, and is empty for games that have neither.
    """
    known, dice, found = strategy(game), Dice(seed), list[Action]()
    while known is not None and len(found) < ACTIONS:
        node = rules.node(state)
        if not isinstance(node, Decision):
            break
        chosen = dict[int, Action]()
        for player in node.players:
            searched = known.search(rules, state, player, iter(range(PLAYOUTS)), dice)
            chosen[player] = searched or known.choose(rules, state, player, dice)
        found += chosen.values()
        state = rules.apply(state, chosen).state
    return found
