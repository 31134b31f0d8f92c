"""Cards, plays, calls and friends as numbers.

A card is its place in the deck: 0 to 12 are ♠A to ♠2, followed by ♦, ♥ and ♣; 52 is the joker, and
53 a hidden card. A set of cards is a mask with bit 0 for ♠A, so the lowest bit of a suit is its
highest card. A play is a card, plus 64 times the suit it names (1 to 4), plus 512 if it calls the
joker. A call is a contract, PASS, MISDEAL or NO_CALL; a contract is 128 times its points plus its
trump. A friend is the card that names it, or one of FIRST, ALONE, SEAT (for P0) and LAST.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..cards import CALL, DECK, PLAYERS, POINT_CARDS, TRUMPS, Cards
from ..cards import HIDDEN as HIDDEN_WORD
from ..cards import SUITS as SUIT_LETTERS

JOKER, HIDDEN = 52, 53
BITS = tuple(1 << number for number in range(64))
ALL = sum(BITS[:HIDDEN])
OF_JOKER = BITS[JOKER]
NOBODY = -1
"""No seat, suit or trump."""

UNKNOWN = -1
"""Stands for unknown points of a contract."""

OF_SUIT = (*(sum(BITS[suit * 13 : suit * 13 + 13]) for suit in range(4)), *(0,) * 124)
"""The cards of each suit; no-trump and letters that are not trumps have none."""

SUIT_OF = (*(number // 13 for number in range(JOKER)), NOBODY, NOBODY)
OF_POINTS = sum(BITS[number] for number, card in enumerate(DECK) if card in POINT_CARDS)
OF_TENS = sum(BITS[number] for number, card in enumerate(DECK) if card[1] == "T")

CARD, SUIT_UNIT, CALL_UNIT = 63, 64, 512
"""The bits of a play that hold its card, and the amounts added for naming a suit and calling."""

SUITS = len(SUIT_LETTERS)

NUMBER_OF = {card: number for number, card in enumerate((*DECK, HIDDEN_WORD))}
WORD_OF = tuple(NUMBER_OF)

PLAY_OF = {
    card + suit + call: NUMBER_OF[card] + SUIT_UNIT * named + CALL_UNIT * bool(call)
    for card in DECK
    for named, suit in enumerate(("", *SUIT_LETTERS))
    for call in ("", CALL)
}
PLAY_WORD = {play: word for word, play in PLAY_OF.items()}

LEGAL, UNKNOWN_TRUMP = 0, 5
"""No error, or the number in the code of the first broken rule.

The thousands of that number distinguish the ways to break it."""

SPADES, _, _, CLUBS, NO_TRUMP = range(5)
TRUMP_UNIT = 128
PASS, MISDEAL, NO_CALL = -1, -2, -3

FIRST, ALONE, SEAT = 53, 54, 55
LAST = SEAT + PLAYERS
FRIENDS = (*DECK, "first", "none", *(f"P{seat}" for seat in range(PLAYERS)), "last")
FRIEND_OF = {word: number for number, word in enumerate(FRIENDS)}


def numbers(cards: Iterable[str]) -> tuple[int, ...]:
    """Return the numbers of the given cards, in order.

    >>> numbers(["SA", "JK", "??"])
    (0, 52, 53)
    """
    return tuple(map(NUMBER_OF.__getitem__, cards))


def words(cards: Iterable[int]) -> Cards:
    """Return the cards with these numbers, in order.

    >>> words((0, 52, 53))
    ('SA', 'JK', '??')
    """
    return tuple(map(WORD_OF.__getitem__, cards))


def mask_of(cards: Iterable[int]) -> int:
    """Return the mask of the given cards, without hidden ones.

    >>> f"{mask_of((0, 2, 53)):b}"
    '101'
    """
    mask = 0
    for card in cards:
        mask |= BITS[card]
    return mask & ALL


def cards_in(mask: int) -> list[int]:
    """Return the cards in a mask, in deck order.

    >>> cards_in(5)
    [0, 2]
    """
    found: list[int] = []
    while mask:
        found.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return found


def trump_of(letter: str) -> int:
    """Return the number of a trump: 0 to 4, or a higher number for other letters.

    >>> trump_of("S"), trump_of("N"), trump_of("X")
    (0, 4, 88)
    """
    found = TRUMPS.find(letter)
    return ord(letter) if found < 0 else found


def trump_word(trump: int) -> str:
    """Return the letter of a trump.

    >>> trump_word(4), trump_word(88)
    ('N', 'X')
    """
    return TRUMPS[trump] if trump < len(TRUMPS) else chr(trump)


PASS_ID, MISDEAL_ID, CARD_ID = 0, 1, 2
SUIT_ID = CARD_ID + 61
CALL_ID = SUIT_ID + 4
CONTRACT_ID = CALL_ID + 2
TRUMP_COUNT = 5
"""The first action ids of each kind, for programs that learn.

They are a pass, a misdeal, the friends (the cards first, which are also played and buried), the
joker naming a suit, the two cards that may call the joker, and last, for each number of points,
the contracts with each of the trumps.
"""

CLUB_CALLER = NUMBER_OF["C3"]
"""The card that calls the joker unless clubs are trump."""
