"""Sensible plays in Planowanie, and the number of tricks that a hand should take.

Decisions depend only on the player's own hand and the open cards. If a compiler is available, this
file is compiled with the types in `plays.pxd`. Decks may have at most 64 cards.
"""

from __future__ import annotations

from math import exp

from ....replayer.beliefs.dice import Dice, place
from ....replayer.planowanie.cards import NONE
from ....replayer.planowanie.engine.engine import Pack, Table

_TRUMP = 0
"""The number of the trump suit."""

_DEAR = 100
"""The added value of a trump."""


def worth(table: Table, player: int) -> int:
    """Return the number of tricks that a hand should take, before the first card is played.

    Raises IndexError if there is no such player.
    """
    if not 0 <= player < table.players:
        raise IndexError(f"there is no player {player}")
    pack, players, cards = table.pack, table.players, table.cards
    hand = table.hands[player]
    others = pack.size - cards
    if others == 0:
        return cards
    # The probability that a card outside the hand was dealt to another player.
    dealt = cards * (players - 1.0) / others
    own_trumps = _within(pack, hand, _TRUMP, -1)
    trumps = (_within(pack, _all(pack), _TRUMP, -1) - own_trumps) * dealt / max(1, players - 1)
    tricks = 0.0
    for card in range(pack.size):
        if not hand & pack.bits[card]:
            continue
        suit, rank = pack.suit[card], pack.rank[card]
        better = _within(pack, hand, suit, rank)
        higher = _within(pack, _all(pack), suit, rank) - better
        length = _within(pack, hand, suit, -1)
        chance = max(0.0, 1 - dealt * higher / (1.5 + length - 1 - better))
        if suit == _TRUMP:
            # When the others have no trumps left, any trump wins.
            tricks += max(chance, 0.7 if better > trumps else 0.0)
        else:
            following = _within(pack, _all(pack), suit, -1) - length
            void = exp(-following * dealt / max(1, players - 1))
            led = 1.0 if player == table.turn else min(1.0, 0.25 + 0.15 * (cards - 1))
            tricks += chance * led * (1 - void * (1 - exp(-trumps))) ** (players - 1)
    return min(cards, int(tricks + 0.5))


def _all(pack: Pack) -> int:
    """Return the deck as a mask."""
    mask = 0
    for card in range(pack.size):
        mask |= pack.bits[card]
    return mask


def _within(pack: Pack, cards: int, suit: int, rank: int) -> int:
    """Return how many of these cards are in a suit and above a rank."""
    number, rest = 0, cards & pack.suits[suit]
    while rest:
        number += pack.rank[place(rest)] > rank
        rest &= rest - 1
    return number


def any_card(table: Table, dice: Dice) -> int:
    """Choose a legal card at random."""
    return dice.one_of(table.legal())


def play_on(table: Table, dice: Dice, slips: int) -> int:
    """Play the remaining tricks sensibly, except that one in `slips` cards is random.

    Return the number of cards played.
    """
    cards = 0
    while not table.over:
        table.play(sensible(table) if dice.below(slips) else any_card(table, dice))
        cards += 1
    return cards


def sensible(table: Table) -> int:
    """Choose a card for the player to move.

    Raises ValueError if no card is known that the player holds and may play.
    """
    player = table.turn
    needs = table.declarations[player] - table.taken[player]
    legal = table.legal() & table.hands[player]
    if legal == 0:
        raise ValueError(f"player {player} is not known to hold a card to play")
    if legal & (legal - 1) == 0:
        return place(legal)
    outside = table.unseen
    for seat in range(table.players):
        if seat != player:
            outside |= table.hands[seat]
    if table.led == NONE:
        return _led(table.pack, legal, outside, needs > 0)
    return _followed(table, legal, outside, needs)


def _height(pack: Pack, card: int) -> int:
    """Return the value of a card."""
    return pack.rank[card] + (_DEAR if pack.suit[card] == _TRUMP else 0)


def _above(pack: Pack, card: int, outside: int) -> int:
    """Return how many higher cards of a card's suit the others may hold."""
    return _within(pack, outside, pack.suit[card], pack.rank[card])


def _led(pack: Pack, legal: int, outside: int, takes: bool) -> int:
    """Choose a card to lead: one that few cards beat, or one that many beat."""
    found, best, rest = NONE, 0, legal
    while rest:
        card = place(rest)
        rest &= rest - 1
        above = _above(pack, card, outside) * 2 * _DEAR
        value = _height(pack, card) - above if takes else above - _height(pack, card)
        if found == NONE or value > best:
            found, best = card, value
    return found


def _followed(table: Table, legal: int, outside: int, needs: int) -> int:
    """Choose a card to follow with: one that takes the trick if that is needed, or a discard."""
    pack, last = table.pack, table.laid == table.players - 1
    low = high = lowest = highest = surest = NONE
    fewest, rest = 0, legal
    while rest:
        card = place(rest)
        rest &= rest - 1
        height = _height(pack, card)
        if not pack.beats(card, table.best):
            if low == NONE or height < _height(pack, low):
                low = card
            if high == NONE or height > _height(pack, high):
                high = card
            continue
        if lowest == NONE or height < _height(pack, lowest):
            lowest = card
        if highest == NONE or height > _height(pack, highest):
            highest = card
        value = _above(pack, card, outside) * 2 * _DEAR + height
        if surest == NONE or value < fewest:
            surest, fewest = card, value
    if needs <= 0:
        return high if high != NONE else highest if last else lowest
    if surest == NONE:
        return low
    if last:
        return lowest
    must = needs >= table.cards - table.tricks
    return surest if must or low == NONE or fewest < 4 * _DEAR else low
