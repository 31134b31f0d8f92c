"""The states of a game."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from .cards import HIDDEN, Cards

Phase: TypeAlias = Literal["deal", "declare", "play", "over"]


class Taken(Struct, frozen=True):
    """A trick that is over: who led, the cards from there on, and who won."""

    lead: int
    cards: Cards
    winner: int


class State(Struct, frozen=True, kw_only=True):
    """The state of a deal.

    `number` is that of the deal, from 0. `hands` are what the players still hold, empty before the
    deal. `table` are the cards of the trick under way, from `lead` on. `totals` are the points of
    the deals that are over; `points` are those of this one, as soon as it is. `hidden` stands for a
    card that is not known (`Deck.hidden`).
    """

    phase: Phase = "deal"
    number: int = 0
    hands: tuple[Cards, ...] = ()
    declarations: tuple[int, ...] = ()
    tricks: tuple[Taken, ...] = ()
    lead: int = 0
    turn: int = 0
    table: Cards = ()
    totals: tuple[int, ...] = ()
    points: tuple[int, ...] | None = None
    hidden: str = HIDDEN

    @property
    def played(self) -> Cards:
        """The cards that were played in this deal."""
        return (*(card for trick in self.tricks for card in trick.cards), *self.table)

    def played_by(self, player: int) -> list[str]:
        """The cards that a player has played in this deal."""
        rows = [(trick.lead, trick.cards) for trick in self.tricks]
        rows += [(self.lead, self.table)] if self.table else []
        places = ((cards, (player - lead) % len(self.hands)) for lead, cards in rows)
        return [cards[place] for cards, place in places if place < len(cards)]

    @property
    def led(self) -> str | None:
        """The suit that is led in the trick under way."""
        return self.table[0][1:] if self.table else None

    def taken(self, player: int) -> int:
        """The tricks that a player has taken."""
        return sum(trick.winner == player for trick in self.tricks)

    def could_hold(self, player: int, card: str) -> bool:
        """Whether a player holds a card, as far as anybody knows."""
        hand = self.hands[player]
        if card in hand:
            return True
        if self.hidden not in hand or card in self.played:
            return False
        return not any(card in held for held in self.hands)
