"""The states of a hand."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from ..rules import Action
from .cards import DECK

Pair: TypeAlias = tuple[int, int]
"""A number for each player."""

End: TypeAlias = Literal["fold", "showdown"]
"""How a hand ends: a player folds, or the cards are shown."""

ACTIONS = FOLD, CALL, RAISE = "fold", "call", "raise"
"""A call where there is no bet to meet is what people call a check."""

ANTE = 1


class State(Struct, frozen=True, kw_only=True):
    """The state of a hand.

    `cards` are the private cards dealt so far, that of player 0 first. `betting` has the actions of
    each betting round, those of the one under way last. `stakes` are the chips that each player has
    put in. `end`, and `returns` unless a card shown down is hidden, are there as soon as the hand
    is over; the `totals` of the match then include them.
    """

    totals: Pair = (0, 0)
    cards: tuple[str, ...] = ()
    public: str | None = None
    betting: tuple[tuple[Action, ...], ...] = ((),)
    stakes: Pair = (ANTE, ANTE)
    end: End | None = None
    returns: Pair | None = None

    @property
    def turn(self) -> int:
        """Who acts next in the betting round; player 0 begins each."""
        return len(self.betting[-1]) % 2

    @property
    def met(self) -> bool:
        """Whether the betting round is over: a call ends it, unless it opens it."""
        return len(self.betting[-1]) > 1 and self.betting[-1][-1] == CALL

    @property
    def deals(self) -> bool:
        """Whether a card is to be dealt."""
        return len(self.cards) < 2 or (self.public is None and self.met)

    @property
    def unseen(self) -> tuple[str, ...]:
        """The cards that may be dealt next."""
        return tuple(card for card in DECK if card not in (*self.cards, self.public))

    @property
    def taken(self) -> int:
        """How many actions have followed the deal, the public card among them."""
        return sum(map(len, self.betting)) + (self.public is not None)
