"""The deals that what was seen of one leaves possible.

A hidden card is in the hand of a player who does not show it, or was not dealt. A player who did
not follow a suit has none of it left (the rules of the tournament of 2009, "Rozgrywka").
"""

from __future__ import annotations

from collections.abc import Sequence

from ..beliefs import Belief, Bound, Place
from ..replay import Step
from .cards import HIDDEN, cards_of, known
from .rules import PlanowanieRules
from .state import State


def belief(rules: PlanowanieRules, steps: Sequence[Step[State]]) -> Belief:
    """What is hidden in the last of these steps of a deal, after what was seen in all of them."""
    state = steps[-1].state
    deck = cards_of(rules.deck.ranks, rules.deck.suits)
    seen = {*state.played, *(card for hand in state.hands for card in known(hand))}
    hidden = tuple(card for card in deck if card not in seen)
    hands = [
        Place(f"player {seat}", hand.count(HIDDEN), _bounds(hidden, lacking))
        for seat, (hand, lacking) in enumerate(zip(state.hands, _voids(steps), strict=True))
    ]
    undealt = len(hidden) - sum(place.size for place in hands)
    places = (*hands, Place("the rest of the deck", undealt))
    return Belief(hidden, (tuple(place for place in places if place.size),))


def _bounds(hidden: Sequence[str], suits: set[str]) -> tuple[Bound, ...]:
    lacking = frozenset(card for card in hidden if card[1:] in suits)
    return (Bound(lacking, most=0),) if lacking else ()


def _voids(steps: Sequence[Step[State]]) -> list[set[str]]:
    """The suits that each player turned out not to have."""
    voids: list[set[str]] = [set() for _ in steps[-1].state.hands]
    for step in steps[:-1]:
        led = step.state.led
        if led is not None and step.actions is not None:
            for player, card in step.actions.items():
                if card[1:] != led:
                    voids[player].add(led)
    return voids
