"""Deals as actions, and whether they can be played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...findings import amount
from ..rules import IllegalAction
from . import codes
from .cards import HIDDEN, is_card, no_card
from .engine.pack import pack
from .record import Cards, Deck

_BETWEEN = "\n"


def deal_action(hands: Iterable[Iterable[str]]) -> str:
    r"""Return a deal as an action: the hands in seat order, one per line.

    >>> deal_action([["AC", "2D"], ["KH", "??"]])
    'AC 2D\nKH ??'
    """
    return _BETWEEN.join(" ".join(hand) for hand in hands)


def dealt(action: str) -> tuple[Cards, ...]:
    r"""Return the hands of a deal.

    >>> dealt("AC 2D\nKH ??")
    (('AC', '2D'), ('KH', '??'))
    """
    return tuple(tuple(hand.split()) for hand in action.split(_BETWEEN))


def verify_deal(deck: Deck, players: int, cards: int, hands: Sequence[Cards]) -> None:
    """Raise IllegalAction if hands cannot be dealt."""
    for breach in deal_breaches(deck, players, cards, hands):
        raise breach


def deal_breaches(
    deck: Deck, players: int, cards: int, hands: Sequence[Cards]
) -> Iterator[IllegalAction]:
    """Return why hands cannot be dealt: each slip once.

    If all hands have another size, only the first is reported, for the plan may be wrong. If a
    single hand has a wrong size, its cards are not checked.
    """
    if pack(deck.ranks, deck.suits).can_be_dealt(players, cards, hands):
        return
    if len(hands) != players:
        why = f"there are {len(hands)} hands: expected {players}, one for each player"
        yield IllegalAction(codes.WRONG_SIZE, why)
        return
    same_size = len({len(hand) for hand in hands}) == 1
    owner, hidden = dict[str, int](), deck.hidden
    for seat, hand in enumerate(hands):
        if len(hand) != cards:
            if not same_size or seat == 0:
                why = f"player {seat} must get {amount(cards, 'card')}, not {len(hand)}"
                yield IllegalAction(codes.WRONG_SIZE, why, seat)
            if not same_size:
                continue
        for place, card in enumerate(hand):
            if card == hidden:
                continue
            if not is_card(deck.ranks, deck.suits, card):
                why, meant = no_card(deck.ranks, deck.suits, card)
                yield IllegalAction(codes.CARD_NOT_IN_DECK, why, seat, place, meant)
            elif card in owner:
                also = f"twice: to player {owner[card]} and to player {seat}"
                if owner[card] == seat:
                    also = f"twice to player {seat}"
                if card == HIDDEN:
                    also += "; in this deck it is a card, not an unknown one"
                yield IllegalAction(codes.CARD_TWICE, f"{card} is dealt {also}", seat, place)
            owner[card] = seat
