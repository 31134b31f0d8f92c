"""The possible deals, given what was seen.

A hidden card is in the hand of a player who did not show it, or was not dealt. A player who did not
follow a suit has no cards of it left (the rules of the 2009 tournament, "Rozgrywka").
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ..beliefs.beliefs import Belief, Beliefs, Filler
from ..beliefs.piles import Bound, Pile
from ..replay.round import Step
from .cards import Cards, cards_of, known
from .check.recorded import hands_of, rules_of
from .engine.pack import pack
from .record import Record, Result, Trick
from .rules import PlanowanieRules
from .state import State

if TYPE_CHECKING:
    from random import Random


class PlanowanieBeliefs(Beliefs[Record, State]):
    """The hidden parts of records of Planowanie."""

    def belief(self, record: Record, number: int, steps: Sequence[Step[State]]) -> Belief:
        """Return what others may hold, and what may not have been dealt."""
        return belief(rules_of(record), steps[-1].state)

    def cut(self, record: Record, number: int, steps: Sequence[Step[State]]) -> Record:
        """Return the game, cut off before a declaration or a card unless it is over."""
        state, deal = steps[-1].state, record.deals[number - 1]
        over = state.phase == "over"
        deal = replace(
            deal,
            declarations=state.declarations or None,
            tricks=(*deal.tricks[: len(state.tricks)], *_under_way(state)),
            points=deal.points if over else None,
            clocks=None,
            variations=(),
        )
        cut = replace(record, deals=(*record.deals[: number - 1], deal))
        if over and number == len(record.plan):
            return cut
        return replace(cut, result=Result(end="stopped", totals=state.totals))

    def dealt(
        self,
        record: Record,
        number: int,
        steps: Sequence[Step[State]],
        drawn: Sequence[Cards],
        rng: Random,
    ) -> Record:
        """Return the game with the drawn hands."""
        deals, deal = list(record.deals), record.deals[number - 1]
        seen = hands_of(rules_of(record), deal, number - 1)
        deals[number - 1] = replace(deal, hands=_dealer(record, seen, steps[-1].state)(drawn))
        return replace(record, deals=tuple(deals))

    def filler(
        self, record: Record, number: int, steps: Sequence[Step[State]]
    ) -> Filler[State] | None:
        """Return a function that replays the deal with drawn hands; None if the decks differ."""
        state, rules = steps[-1].state, rules_of(record)
        seen = state.deal
        if seen is None or seen.pack != pack(rules.deck.ranks, rules.deck.suits):
            return None

        dealt = _dealer(record, seen.dealt, state)

        def filled(drawn: Sequence[Cards], rng: Random) -> State:
            table = rules.table(state.number, dealt(drawn))
            if seen.declarations:
                table.declare(seen.declarations)
            for card in seen.played:
                table.play(card)
                table.lead_as(seen.leads)
            return replace(state, deal=table)

        return filled


def _dealer(
    record: Record, seen: Sequence[Cards], state: State
) -> Callable[[Sequence[Cards]], tuple[Cards, ...]]:
    """Return a function that fills in the hidden cards of the hands that were seen."""
    deck, hidden = cards_of(record.deck.ranks, record.deck.suits), record.deck.hidden
    shown = [(hand, {*hand, *state.played_by(seat)}) for seat, hand in enumerate(seen)]

    def dealt(drawn: Sequence[Cards]) -> tuple[Cards, ...]:
        found: list[Cards] = []
        for (hand, own), cards in zip(shown, drawn, strict=False):
            whole = own.union(cards)
            found.append(
                tuple([card for card in deck if card in whole]) if hidden in hand else hand
            )
        return tuple(found)

    return dealt


def _under_way(state: State) -> tuple[Trick, ...]:
    """Return the current trick, if any card has been played to it."""
    if not state.table:
        return ()
    return (Trick.laid(len(state.hands), state.lead, state.table),)


def belief(rules: PlanowanieRules, state: State) -> Belief:
    """Return what is hidden in a state of a deal, given what has been seen so far."""
    hides, deck = rules.deck.hidden, cards_of(rules.deck.ranks, rules.deck.suits)
    seen = {*state.played, *(card for hand in state.hands for card in known(hand, hides))}
    hidden = tuple(card for card in deck if card not in seen)
    hands = [
        Pile(f"player {seat}", hand.count(hides), tuple(_bounds(hidden, *revealed)))
        for seat, (hand, revealed) in enumerate(zip(state.hands, _revealed(state), strict=True))
    ]
    undealt = len(hidden) - sum(pile.size for pile in hands)
    return Belief(hidden, ((*hands, Pile("the rest of the deck", undealt)),))


def _bounds(hidden: Sequence[str], voids: set[str], held: Sequence[str]) -> Iterator[Bound]:
    lacking = frozenset(card for card in hidden if card[1:] in voids)
    if lacking:
        yield Bound(lacking, most=0)
    for card in held:
        yield Bound(frozenset({card}), most=-1)


def _revealed(state: State) -> list[tuple[set[str], list[str]]]:
    """Return each player's known voids, and the player's later cards of those suits."""
    found: list[tuple[set[str], list[str]]] = [(set(), []) for _ in state.hands]
    for lead, cards in state.rows:
        for place, card in enumerate(cards):
            voids, held = found[(lead + place) % len(found)]
            if card[1:] in voids:
                held.append(card)
            if card[1:] != cards[0][1:]:
                voids.add(cards[0][1:])
    return found
