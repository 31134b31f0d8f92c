"""Beliefs about the card that a player of Kuhn poker cannot see."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from kifu.replayer.beliefs.beliefs import Belief, Beliefs
from kifu.replayer.beliefs.piles import Cards, Pile
from kifu.replayer.replay.round import Step

from .record import Record
from .rules import DECK, HIDDEN, State


class KuhnBeliefs(Beliefs[Record, State]):
    """Beliefs about the other player's card, which is one of the two that the player cannot see."""

    def belief(self, record: Record, number: int, steps: Sequence[Step[State]]) -> Belief:
        """Return the possible places of the unseen cards; bets reveal nothing about these."""
        cards = steps[-1].state.cards
        unseen = tuple(card for card in DECK if card not in cards)
        hands = [Pile(f"player {seat}", int(card == HIDDEN)) for seat, card in enumerate(cards)]
        rest = Pile("the rest of the deck", len(unseen) - cards.count(HIDDEN))
        return Belief(unseen, ((*hands, rest),))

    def cut(self, record: Record, number: int, steps: Sequence[Step[State]]) -> Record:
        """Return the match up to a pass or a bet."""
        end, hand = steps[-1].state, record.hands[number - 1]
        points = hand.points if end.over else None
        hand = replace(hand, bets=end.bets, points=points, variations=())
        return replace(record, hands=(*record.hands[: number - 1], hand))

    def dealt(
        self,
        record: Record,
        number: int,
        steps: Sequence[Step[State]],
        drawn: Sequence[Cards],
        rng: Random,
    ) -> Record:
        """Return the match with the card that was drawn."""
        hands = list(record.hands)
        cards = [
            drawn[seat][0] if card == HIDDEN else card
            for seat, card in enumerate(hands[number - 1].cards)
        ]
        hands[number - 1] = replace(hands[number - 1], cards="".join(cards))
        return replace(record, hands=tuple(hands))
