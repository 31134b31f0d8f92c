"""Random legal matches."""

from __future__ import annotations

from random import Random

from ..rules import CHANCE, Decision, Terminal
from .numbers import ANTE
from .record import Hand, Record
from .rules import LeducRules
from .state import State

MOST_HANDS = 6


def generate(rng: Random) -> Record:
    """A match of some hands, every decision of which is random."""
    rules = LeducRules()
    state, hands = rules.initial_state(), list[Hand]()
    for _ in range(rng.randint(1, MOST_HANDS)):
        hand, end = _hand(rules, state, rng)
        hands.append(hand)
        state = rules.next_round(end)
    return Record(hands=tuple(hands))


def _hand(rules: LeducRules, state: State, rng: Random) -> tuple[Hand, State]:
    actions = list[str]()
    while not isinstance(node := rules.node(state), Terminal):
        if isinstance(node, Decision):
            (player,) = node.players
            action = rng.choice(rules.legal_actions(state, player))
        else:
            player, action = CHANCE, rules.sample(state, rng)
        actions.append(action)
        state = rules.apply(state, {player: action}).state
    first, second, *following = actions
    hand = Hand(
        antes=(ANTE, ANTE),
        cards=(first, second),
        actions=tuple(following),
        end=state.end,
        returns=state.returns,
        totals=state.totals,
    )
    return hand, state
