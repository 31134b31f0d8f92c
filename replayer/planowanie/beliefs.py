"""The deals that what was seen of one leaves possible.

A hidden card is in the hand of a player who does not show it, or was not dealt. A player who did
not follow a suit has none of it left (the rules of the tournament of 2009, "Rozgrywka").
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
        Place(f"player {seat}", hand.count(HIDDEN), tuple(_bounds(hidden, *revealed)))
        for seat, (hand, revealed) in enumerate(zip(state.hands, _revealed(steps), strict=True))
    ]
    undealt = len(hidden) - sum(place.size for place in hands)
    places = (*hands, Place("the rest of the deck", undealt))
    return Belief(hidden, (tuple(place for place in places if place.size or place.bounds),))


def _bounds(hidden: Sequence[str], voids: set[str], held: Sequence[str]) -> Iterator[Bound]:
    lacking = frozenset(card for card in hidden if card[1:] in voids)
    if lacking:
        yield Bound(lacking, most=0)
    for card in held:
        yield Bound(frozenset({card}), most=-1)


def _revealed(steps: Sequence[Step[State]]) -> list[tuple[set[str], list[str]]]:
    """The suits that each player turned out not to have, and the cards of them played later."""
    found: list[tuple[set[str], list[str]]] = [(set(), []) for _ in steps[-1].state.hands]
    for step in steps[:-1]:
        if step.state.phase != "play":
            continue
        for player, card in (step.actions or {}).items():
            voids, held = found[player]
            if card[1:] in voids:
                held.append(card)
            if step.state.led not in (None, card[1:]):
                voids.add(step.state.led or "")
    return found
