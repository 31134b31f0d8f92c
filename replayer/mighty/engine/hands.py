"""The cards of a deal on numbers: who has what, and who may have what where cards are hidden."""

from __future__ import annotations

from .numbers import ALL, BITS, HIDDEN, NOBODY, cards_in, mask_of

AUCTION, EXCHANGE, CONTRACT, FRIEND, PLAY, OVER = range(6)
"""The phases of a deal."""


class Hands:
    """Hands, kitty and burial.

    `hands` are masks of the cards that the players have and that are known, `hidden` how many of
    their others are not, and `order` the cards as they lie there, with those that were played.
    `dealt`, `kitty` and `discard` are cards in their order, `played` is a mask of those that lie
    open. `president` is NOBODY until the kitty is taken.
    """

    phase: int
    dealt: tuple[tuple[int, ...], ...]
    kitty: tuple[int, ...]
    order: tuple[tuple[int, ...], ...]
    hands: list[int]
    hidden: tuple[int, ...]
    president: int
    discard: tuple[int, ...]
    played: int

    __slots__ = tuple(__annotations__)

    def hand(self, player: int) -> tuple[int, ...]:
        """The cards that a player has, as they were dealt: hidden ones are played from the left."""
        held, cards = self.hands[player], self.order[player]
        gone, left = cards.count(HIDDEN) - self.hidden[player], list[int]()
        for card in cards:
            if card == HIDDEN:
                gone -= 1
                if gone < 0:
                    left.append(card)
            elif held & BITS[card]:
                left.append(card)
        return tuple(left)

    def set_hand(self, player: int, cards: tuple[int, ...]) -> None:
        """Give a player these cards in place of what it has."""
        self.hands[player] = mask_of(cards)
        self.order = (*self.order[:player], cards, *self.order[player + 1 :])
        self._set_hidden(player, cards.count(HIDDEN))

    def _set_hidden(self, player: int, count: int) -> None:
        self.hidden = (*self.hidden[:player], count, *self.hidden[player + 1 :])

    @property
    def hides(self) -> bool:
        """Whether any card is hidden: in a hand, in the kitty, or among those that were buried."""
        return any(self.hidden) or HIDDEN in self.kitty or HIDDEN in self.discard

    def unseen(self) -> int:
        """The cards that may be any of the hidden ones."""
        seen = self.played | mask_of(self.discard)
        for hand in self.hands:
            seen |= hand
        if self.phase == AUCTION:
            seen |= mask_of(self.kitty)
        return ALL & ~seen

    def owner(self, card: int) -> int:
        """Who was dealt a card, or took it from the kitty; NOBODY where that was not seen.

        It is known of the president's cards even where nobody saw which of them were buried.
        """
        if self.president >= 0 and card in self.kitty:
            return self.president
        for seat, hand in enumerate(self.dealt):
            if card in hand:
                return seat
        return NOBODY

    def may_have_had(self, player: int) -> int:
        """The cards that a player may have been dealt, or taken from the kitty."""
        own = owned = 0
        hides = False
        for seat, hand in enumerate(self.dealt):
            cards = mask_of(hand)
            owned |= cards
            if seat == player:
                own, hides = cards, HIDDEN in hand
        if self.president >= 0:
            cards = mask_of(self.kitty)
            owned |= cards
            own = own | cards if player == self.president else own & ~cards
            hides = hides or (player == self.president and HIDDEN in self.kitty)
        return own | (ALL & ~owned) if hides else own

    def may_hold(self, player: int) -> int:
        """The cards that a hand holds, or may hide."""
        held = self.hands[player]
        if self.hidden[player]:
            held |= self.unseen() & self.may_have_had(player)
        return held

    def take(self, player: int, card: int) -> None:
        """Take a card out of a hand, or a hidden one if it is not among those that are known.

        An unknown card may be any of the hand, so that nothing about the rest of it is certain.
        """
        bit = BITS[card]
        if card != HIDDEN and self.hands[player] & bit:
            self.hands[player] ^= bit
        elif card != HIDDEN and self.hidden[player]:
            self._set_hidden(player, self.hidden[player] - 1)
        else:
            size = len(cards_in(self.hands[player])) + self.hidden[player]
            self.set_hand(player, (HIDDEN,) * (size - 1))
