"""The deal: five hands of ten cards, and a kitty of three.

Source: the paper, III.4.1 (deal).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from ....findings import amount
from ...rules import IllegalAction
from .. import codes
from ..cards import (
    CARDS,
    DECK,
    HAND_SIZE,
    HIDDEN,
    KITTY_SIZE,
    PLAYERS,
    SEATS,
    Cards,
    in_order,
    meant_play,
    no_card,
    symbol,
)

if TYPE_CHECKING:
    from random import Random

_BETWEEN = " | "
_SIZES = [HAND_SIZE] * PLAYERS + [KITTY_SIZE]


def deal_action(hands: Sequence[Sequence[str]], kitty: Sequence[str]) -> str:
    """Return a deal as an action: the five hands and the kitty.

    >>> deal_action([["SA", "S2"], ["JK"]], ["H2"])
    'SA S2 | JK | H2'
    """
    return _BETWEEN.join(" ".join(cards) for cards in (*hands, kitty))


def dealt(action: str) -> tuple[Cards, ...]:
    """Return the hands of a deal, followed by the kitty.

    >>> dealt("SA S2 | JK | H2")
    (('SA', 'S2'), ('JK',), ('H2',))
    """
    return tuple(tuple(cards.split()) for cards in action.split(_BETWEEN.strip()))


def sample(rng: Random) -> str:
    """Deal 53 shuffled cards."""
    cards = rng.sample(DECK, len(DECK))
    hands = [cards[seat * HAND_SIZE : (seat + 1) * HAND_SIZE] for seat in SEATS]
    return deal_action(list(map(in_order, hands)), in_order(cards[-KITTY_SIZE:]))


def deal_breach(piles: Sequence[Sequence[str]]) -> IllegalAction | None:
    """Find the first error in five hands and a kitty; cards may be hidden.

    The `part` of the breach is the number of the hand, or 5 for the kitty; `offset` is the place of
    the card in it, from 0.
    """
    if len(piles) != PLAYERS + 1:
        why = (
            f"expected five hands and a kitty, not {amount(max(0, len(piles) - 1), 'hand')} and "
            "a kitty"
        )
        return IllegalAction(codes.NOT_FIVE_HANDS, why)
    if list(map(len, piles)) == _SIZES and CARDS.issubset(chain.from_iterable(piles)):
        return None
    for part, pile in enumerate(piles):
        breach = cards_breach(pile)
        if breach is not None:
            return IllegalAction(breach.rule, str(breach), part, breach.offset, breach.meant)
    for part, pile in enumerate(piles):
        if len(pile) != _SIZES[part]:
            what = f"the hand of P{part}" if part < PLAYERS else "the kitty"
            why = f"{what} must have {_SIZES[part]} cards, not {len(pile)}"
            return IllegalAction(codes.WRONG_SIZE, why, part)
    seen = dict[str, tuple[int, int]]()
    for part, pile in enumerate(piles):
        for offset, card in enumerate(pile):
            if card in seen and card != HIDDEN:
                return _twice(piles, card, seen[card], (part, offset))
            seen[card] = part, offset
    return None


def _twice(
    piles: Sequence[Sequence[str]], card: str, one: tuple[int, int], two: tuple[int, int]
) -> IllegalAction:
    """Return an error for a card that is dealt twice, naming any cards that are not dealt.

    If it is in one hand twice, the only missing card belongs in that hand: in its place if the hand
    is sorted.
    """
    names = [f"P{part}" if part < PLAYERS else "the kitty" for part, _ in (one, two)]
    first, second = names
    part, offset = two
    also = f"twice to {first}" if first == second else f"twice: to {first} and to {second}"
    why = f"{symbol(card)} is dealt {also}"
    dealt = {each for pile in piles for each in pile}
    missing = [each for each in DECK if each not in dealt]
    if HIDDEN in dealt or len(missing) > KITTY_SIZE:
        return IllegalAction(codes.CARD_TWICE, why, part, offset)
    why += f", and {' and '.join(map(symbol, missing))} to nobody"
    if len(missing) == 1:
        fitting = [each for each in (one, two) if _is_sorted_with(piles, each, missing[0])]
        part, offset = fitting[0] if len(fitting) == 1 else two
    right = missing[0] if len(missing) == 1 and first == second else None
    return IllegalAction(codes.CARD_TWICE, why, part, offset, right, inferred=True)


def _is_sorted_with(piles: Sequence[Sequence[str]], at: tuple[int, int], card: str) -> bool:
    """Return whether a hand is sorted once a card is replaced."""
    pile = [*piles[at[0]]]
    pile[at[1]] = card
    return [*in_order(pile)] == pile


def cards_breach(cards: Iterable[str]) -> IllegalAction | None:
    """Find the first word that is not a card; `offset` is its place among the cards."""
    for offset, card in enumerate(cards):
        if card not in CARDS and card != HIDDEN:
            meant = meant_play(card)
            right = meant if meant in CARDS else None
            return IllegalAction(codes.UNKNOWN_CARD, no_card(card), offset=offset, meant=right)
    return None
