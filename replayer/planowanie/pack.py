"""The cards of a deck as numbers, and sets of them as masks: numbers with a bit for each card.

A deck may have 1,000 cards, which Python's numbers hold as well as 52. A compiler that is to keep
masks in 64 bits may do so only for decks of up to 64 cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from .cards import cards_of, hidden_in


class Pack:
    """A deck as numbers: `size` cards, and behind them strangers that were played all the same.

    `words` are the cards by their numbers, `numbers` the other way round. Of each card, `bits` has
    its bit, `suit` and `rank` their numbers; the rank of a stranger may be -1. `suits` are the
    masks of the suits, and `bit_of` has the bit of a word: 0 for a card that is `hidden`.
    """

    size: int
    hidden: str
    words: tuple[str, ...]
    numbers: dict[str, int]
    bits: tuple[int, ...]
    bit_of: dict[str, int]
    suit: tuple[int, ...]
    rank: tuple[int, ...]
    suits: tuple[int, ...]

    __slots__ = ("_deck", *__annotations__)

    def __init__(self, ranks: str, suits: str, strangers: Iterable[str] = ()) -> None:
        self._deck = ranks, suits
        deck = cards_of(ranks, suits)
        self.size = len(deck)
        self.hidden = hidden_in(ranks, suits)
        self.words = (*deck, *strangers)
        self.numbers = {word: number for number, word in enumerate(self.words)}
        self.bits = tuple([2**number for number in range(len(self.words))])
        self.bit_of = {self.hidden: 0, **dict(zip(self.words, self.bits, strict=True))}
        names = dict.fromkeys([*suits, *(word[1:] for word in self.words)])
        number = {name: at for at, name in enumerate(names)}
        self.suit = tuple([number[word[1:]] for word in self.words])
        self.rank = tuple([ranks.find(word[:1] or " ") for word in self.words])
        masks = [0] * len(names)
        for number, suit in enumerate(self.suit):
            masks[suit] += self.bits[number]
        self.suits = tuple(masks)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pack) and (self._deck, self.words) == (other._deck, other.words)

    def __hash__(self) -> int:
        return hash(self.words)

    def naming(self, words: Iterable[str]) -> Pack:
        """A pack in which these strangers have numbers, too."""
        return Pack(*self._deck, (*self.words[self.size :], *words))

    def mask(self, cards: Iterable[str]) -> int:
        """The mask of cards, of which those that are hidden have no bit.

        >>> f"{pack('QK', 'CD').mask(['KC', '??', 'KD']):04b}"
        '1010'
        """
        mask = 0
        for card in cards:
            mask |= self.bit_of[card]
        return mask

    def named(self, mask: int) -> list[str]:
        """The cards of a mask, in the order of their numbers.

        >>> pack("QK", "CD").named(0b1010)
        ['KC', 'KD']
        """
        found: list[str] = []
        while mask:
            lowest = mask & -mask
            found.append(self.words[lowest.bit_length() - 1])
            mask -= lowest
        return found


@lru_cache(maxsize=64)
def pack(ranks: str, suits: str) -> Pack:
    """The pack of a deck."""
    return Pack(ranks, suits)
