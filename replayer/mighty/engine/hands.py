"""The cards of a deal as numbers: their holders, and possible holders of the hidden ones.

If a compiler is available, this file is compiled with the types in `hands.pxd`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import PLAYERS
from .numbers import ALL, HIDDEN, NOBODY, OF_JOKER, OF_POINTS, OF_TENS, cards_in, mask_of
from .phases import AUCTION

# In the compiled module, shifting a literal would truncate it to 32 bits.
_ONE = 1
_SPADE_ACE = 1
_NONE = [0] * PLAYERS


class Hands:
    """Hands, kitty and discard, each as a mask of the known cards.

    `hands` are the players' known cards, and `hidden` counts their unknown ones. Likewise,
    `dealt_known` and `dealt_hidden` are for the hands as dealt, `kitty_known` and `kitty_hidden`
    for the kitty, and `buried` and `buried_hidden` for the discard. `played` are the cards played.
    `president` is NOBODY until the kitty is taken.
    """

    phase: int
    dealt_known: list[int]
    dealt_hidden: list[int]
    kitty_known: int
    kitty_hidden: int
    hands: list[int]
    hidden: list[int]
    president: int
    buried: int
    buried_hidden: int
    played: int
    _dealt: tuple[tuple[int, ...], ...] | None
    _kitty: tuple[int, ...] | None
    _discard: tuple[int, ...] | None
    _order: list[tuple[int, ...] | None] | None

    def make_room(self) -> None:
        """Allocate the cards of each player."""
        self.dealt_known, self.dealt_hidden = list(_NONE), list(_NONE)
        self.hands, self.hidden = list(_NONE), list(_NONE)

    def clear(self) -> None:
        """Remove all cards."""
        self._dealt = self._kitty = self._discard = self._order = None
        self.kitty_known = self.kitty_hidden = self.buried = self.buried_hidden = self.played = 0
        self.president = NOBODY

    # Cards in the order they were dealt, or in deck order if that is unknown

    @property
    def dealt(self) -> tuple[tuple[int, ...], ...]:
        """The hands as dealt."""
        if self._dealt is None:
            self._dealt = tuple([tuple(cards_in(known)) for known in self.dealt_known])
        return self._dealt

    def set_dealt(self, hands: Sequence[tuple[int, ...]]) -> None:
        """Set the hands as dealt."""
        self._dealt = tuple(hands)
        self.dealt_known = [mask_of(hand) for hand in hands]
        self.dealt_hidden = [hand.count(HIDDEN) for hand in hands]

    @property
    def kitty(self) -> tuple[int, ...]:
        """The kitty as dealt."""
        return tuple(cards_in(self.kitty_known)) if self._kitty is None else self._kitty

    def set_kitty(self, cards: tuple[int, ...]) -> None:
        """Set the kitty as dealt."""
        self._kitty = cards
        self.kitty_known, self.kitty_hidden = mask_of(cards), cards.count(HIDDEN)

    @property
    def discard(self) -> tuple[int, ...]:
        """The cards that were buried."""
        return tuple(cards_in(self.buried)) if self._discard is None else self._discard

    def set_discard(self, cards: tuple[int, ...]) -> None:
        """Set the cards that were buried."""
        self._discard = cards
        self.buried, self.buried_hidden = mask_of(cards), cards.count(HIDDEN)

    def order(self, player: int) -> tuple[int, ...]:
        """Return a player's cards in order, including those already played."""
        own = None if self._order is None else self._order[player]
        if own is not None:
            return own
        cards = self.dealt[player]
        return (*cards, *self.kitty) if player == self.president else cards

    def hand(self, player: int) -> tuple[int, ...]:
        """Return a player's remaining cards as dealt; hidden ones are played from the left."""
        held, cards = self.hands[player], self.order(player)
        gone, left = cards.count(HIDDEN) - self.hidden[player], list[int]()
        for card in cards:
            if card == HIDDEN:
                gone -= 1
                if gone < 0:
                    left.append(card)
            elif held >> card & 1:
                left.append(card)
        return tuple(left)

    def set_hand(self, player: int, cards: tuple[int, ...]) -> None:
        """Replace a player's cards with these."""
        self.hands[player], self.hidden[player] = mask_of(cards), cards.count(HIDDEN)
        order: list[tuple[int, ...] | None] = [None] * PLAYERS
        if self._order is not None:
            order = self._order[:]
        order[player] = cards
        self._order = order

    def take_kitty_cards(self, player: int) -> None:
        """Move the kitty to a player's hand."""
        if self.kitty_hidden or self.hidden[player] or self._order is not None:
            self.set_hand(player, (*self.hand(player), *self.kitty))
        else:
            self.hands[player] |= self.kitty_known

    # Possible holders

    @property
    def hides(self) -> bool:
        """Whether any card is hidden: in a hand, in the kitty, or in the discard."""
        return any(self.hidden) or self.kitty_hidden > 0 or self.buried_hidden > 0

    def unseen(self) -> int:
        """Return the cards that a hidden card may be."""
        seen = self.played | self.buried
        for seat in range(PLAYERS):
            seen |= self.hands[seat]
        if self.phase == AUCTION:
            seen |= self.kitty_known
        return ALL & ~seen

    def owner(self, card: int) -> int:
        """Return who was dealt a card or took it from the kitty, or NOBODY if that was not seen.

        For the president's cards, this is known even if the discard was not seen.
        """
        bit = _ONE << card
        if self.president >= 0 and self.kitty_known & bit:
            return self.president
        for seat in range(PLAYERS):
            if self.dealt_known[seat] & bit:
                return seat
        return NOBODY

    def may_have_had(self, player: int) -> int:
        """Return the cards that a player may have been dealt, or taken from the kitty."""
        own, owned, hides = self.dealt_known[player], 0, self.dealt_hidden[player] > 0
        for seat in range(PLAYERS):
            owned |= self.dealt_known[seat]
        if self.president >= 0:
            owned |= self.kitty_known
            if player == self.president:
                own |= self.kitty_known
                hides = hides or self.kitty_hidden > 0
            else:
                own &= ~self.kitty_known
        return own | (ALL & ~owned) if hides else own

    def may_hold(self, player: int) -> int:
        """Return the cards that a hand has or may have."""
        held = self.hands[player]
        if self.hidden[player]:
            held |= self.unseen() & self.may_have_had(player)
        return held

    def take(self, player: int, card: int) -> None:
        """Remove a card from a hand, or a hidden one if it is not among the known cards.

        The card itself may be hidden: it may then be any card of the hand, so all others become
        uncertain.
        """
        bit = _ONE << card
        if card != HIDDEN and self.hands[player] & bit:
            self.hands[player] ^= bit
        elif card != HIDDEN and self.hidden[player]:
            self.hidden[player] -= 1
        else:
            size = count(self.hands[player]) + self.hidden[player]
            self.set_hand(player, (HIDDEN,) * (size - 1))


def count(mask: int) -> int:
    """Return the number of cards in a mask.

    >>> count(0b1011)
    3
    """
    found = 0
    while mask:
        mask &= mask - 1
        found += 1
    return found


def half_points(mask: int) -> int:
    """Return the value of cards for a misdeal, in half points.

    A K Q J count one point, a ten half a point, the joker minus one point, and ♠A nothing.
    """
    full = count(mask & OF_POINTS & ~OF_TENS & ~_SPADE_ACE)
    return 2 * full + count(mask & OF_TENS) - 2 * count(mask & OF_JOKER)
