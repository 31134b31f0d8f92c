"""Slips in a deal that are wrong whatever it means.

These are words that are not cards, suits on plain cards, contracts to which no auction leads, and
cards missing from a trick. They are reported where they are, however far the deal can be replayed,
and the meaning of the deal is inferred without them.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ...rules import IllegalAction, illegal
from .. import codes
from ..cards import (
    CALL,
    CARDS,
    DECK,
    HIDDEN,
    JOKER,
    SUITS,
    Cards,
    card_of,
    meant_play,
    no_card,
    parts,
    symbol,
)
from ..engine.numbers import FRIEND_OF
from ..options import Options
from ..record import Deal, Trick
from ..rules.exchange import naming_breach, possible_contracts
from ..rules.state import Contract


def misspelt(options: Options, deal: Deal) -> Iterator[tuple[str, IllegalAction]]:
    """Yield the words of a deal that no interpretation makes right: their places, and the reasons.

    A place is a JSON pointer below the deal.
    """
    piles = [(f"/hands/{seat}", hand) for seat, hand in enumerate(deal.hands or ())]
    piles += [("/kitty", deal.kitty or ()), ("/discard", deal.discard or ())]
    for pile, cards in piles:
        for number, card in enumerate(() if _IN_PILES.issuperset(cards) else cards):
            if card not in _IN_PILES:
                yield f"{pile}/{number}", _no_card(card, CARDS)
    breach = None if deal.friend is None else naming_breach(deal.friend)
    if breach is not None:
        yield "/friend", breach
    breach = contract_out_of_bounds(options, deal)
    if breach is not None:
        yield "/contract", breach
    for number, trick in enumerate(deal.tricks):
        missing = _missing(deal, number)
        if missing is not None:
            why = f"P{missing} plays no card in this trick, but the deal goes on"
            yield f"/tricks/{number}/cards/{missing}", IllegalAction(codes.CARD_OUT_OF_TURN, why)
        for seat, play in enumerate(() if _IN_TRICKS.issuperset(trick.cards) else trick.cards):
            if play is not None and play not in _IN_TRICKS:
                yield f"/tricks/{number}/cards/{seat}", _breach(play)


_IN_PILES = CARDS | {HIDDEN}
_IN_TRICKS = {
    None,
    *(card + call for card in DECK for call in ("", CALL)),
    *(JOKER + suit + call for suit in SUITS for call in ("", CALL)),
}
"""The words allowed in a trick: only jokers name suits."""


def _breach(play: str) -> IllegalAction:
    found = parts(play)
    if found is None:
        return _no_card(play)
    return illegal(codes.SUIT_NOT_ALLOWED, card=symbol(found[0]))


def _no_card(word: str, known: frozenset[str] | None = None) -> IllegalAction:
    """Return why a word is not a card, and which of the `known` cards was meant."""
    meant = meant_play(word)
    right = meant if known is None or meant in known else None
    return IllegalAction(codes.UNKNOWN_CARD, no_card(word), meant=right)


def contract_out_of_bounds(options: Options, deal: Deal) -> IllegalAction | None:
    """Check that some auction leads to the contract; the replay checks this auction."""
    points, trump = deal.points, deal.trump
    if points is None or deal.bids is not None:
        return None
    possible = [
        each.points or 0 for each in possible_contracts(options) if trump in (None, each.trump)
    ]
    if points in possible or not possible:
        return None
    of = "" if trump is None else f" of {symbol(trump)}"
    why = f"a contract{of} has {min(possible)} to {max(possible)} points, not {points}"
    return IllegalAction(codes.ILLEGAL_CHANGE, why)


def legible(options: Options, deal: Deal) -> Deal:
    """Return the deal as far as it can be read.

    Words that are not cards are hidden in piles, and stay where they are played; plain cards name
    no suit, a meaningless word does not name the friend, and the points of a contract to which no
    auction leads are unknown.
    """
    contract = deal.contract
    if contract_out_of_bounds(options, deal) is not None:
        contract = str(Contract(None, deal.trump or "?"))
    return replace(
        deal,
        hands=None if deal.hands is None else tuple(map(_shown, deal.hands)),
        kitty=None if deal.kitty is None else _shown(deal.kitty),
        discard=None if deal.discard is None else _shown(deal.discard),
        contract=contract,
        friend=deal.friend if deal.friend in FRIEND_OF else None,
        tricks=tuple(map(_plain, deal.tricks)),
    )


def _shown(cards: Cards) -> Cards:
    return tuple(card if card in CARDS else HIDDEN for card in cards)


def _plain(trick: Trick) -> Trick:
    def plain(play: str | None) -> str | None:
        found = None if play is None else parts(play)
        if found is None or found[0] == JOKER:
            return play
        card, _, call = found
        return card + call

    return replace(trick, cards=tuple(map(plain, trick.cards)))


def legible_tricks(deal: Deal) -> int:
    """Return the number of tricks before the first that cannot be read.

    In that trick, a play is not a card, or is missing although the deal goes on.
    """
    for number, trick in enumerate(deal.tricks):
        unread = any(card_of(play) not in CARDS for play in trick.played)
        if unread or _missing(deal, number) is not None:
            return number
    return len(deal.tricks)


def _missing(deal: Deal, number: int) -> int | None:
    """Return a player without a card in a trick before the last one, or None."""
    cards = deal.tricks[number].cards
    if None not in cards:
        return None
    # A trick that is written twice does not go on.
    goes_on = any(each.played and each.cards != cards for each in deal.tricks[number + 1 :])
    return cards.index(None) if goes_on else None
