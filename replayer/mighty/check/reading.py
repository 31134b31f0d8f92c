"""Reads a recorded deal, and finds the errors that do not depend on its meaning.

These errors are always reported, however far the deal can be replayed. For the replay, the parts
that cannot be read become hidden or unknown.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ...rules import IllegalAction, illegal
from .. import codes
from ..cards import (
    CALL,
    CARDS,
    DECK,
    HIDDEN,
    HIDDEN_HANDS,
    HIDDEN_KITTY,
    JOKER,
    SEATS,
    SUITS,
    TRUMPS,
    Cards,
    card_of,
    known,
    meant_play,
    no_card,
    parts,
    symbol,
)
from ..record import Deal
from ..rules.auction import no_call, trump_breach
from ..rules.deal import deal_breach
from ..rules.exchange import naming_breach
from ..rules.state import Contract

_IN_PILES = CARDS | {HIDDEN}
_IN_TRICKS = {
    None,
    *(card + call for card in DECK for call in ("", CALL)),
    *(JOKER + suit + call for suit in SUITS for call in ("", CALL)),
}
"""The words allowed in a trick: only jokers name suits."""

_CONTRACT = re.compile(r"(0|[1-9][0-9]{0,2}|\?)([A-Z]|\?)")


class Slip(Struct, frozen=True):
    """An error in a deal, and the values to read `instead`.

    Places are JSON pointers below the deal.
    """

    field: str
    breach: IllegalAction
    instead: Mapping[str, object]


def readable(written: Deal) -> tuple[Deal, tuple[Slip, ...], tuple[Slip, ...]]:
    """Return the readable part of a deal, with its misspelt and its malformed parts.

    Misspelt are words that are not cards, suits named by plain cards, and cards missing from a
    trick. Malformed are seats and contracts that do not exist, and cards that cannot be dealt.
    """
    misspelt = tuple(_misspelt(written))
    misspelt = tuple(_as_meant(written, misspelt)) if misspelt else ()
    deal = _without(written, misspelt)
    malformed = tuple(_malformed(deal))
    return _without(deal, malformed), misspelt, malformed


def _without(deal: Deal, slips: Sequence[Slip]) -> Deal:
    instead = {field: value for each in slips for field, value in each.instead.items()}
    return but(deal, instead) if instead else deal


def but(deal: Deal, changes: Mapping[str, object]) -> Deal:
    """Return a deal with some values changed; the places are JSON pointers below the deal."""
    return _but(deal, {tuple(field.split("/")[1:]): value for field, value in changes.items()})


def _but(whole: Any, changes: Mapping[tuple[str, ...], object]) -> Any:
    if () in changes:
        return changes[()]
    below = dict[str, dict[tuple[str, ...], object]]()
    for (first, *rest), value in changes.items():
        below.setdefault(first, {})[tuple(rest)] = value
    if isinstance(whole, Struct):
        return replace(whole, **{key: _but(getattr(whole, key), below[key]) for key in below})
    parts = list(whole)
    for key, inner in below.items():
        parts[int(key)] = _but(parts[int(key)], inner)
    return tuple(parts)


# Words


def _misspelt(deal: Deal) -> Iterator[Slip]:
    piles = [(f"/hands/{seat}", hand) for seat, hand in enumerate(deal.hands or ())]
    piles += [("/kitty", deal.kitty or ()), ("/discard", deal.discard or ())]
    for pile, cards in piles:
        for number, card in enumerate(() if _IN_PILES.issuperset(cards) else cards):
            if card not in _IN_PILES:
                yield _no_card(f"{pile}/{number}", card)
    breach = None if deal.friend is None else naming_breach(deal.friend)
    if breach is not None:
        yield Slip("/friend", breach, {"/friend": None})
    for number, trick in enumerate(deal.tricks):
        cards = f"/tricks/{number}/cards"
        missing = _missing(deal, number)
        if missing is not None:
            why = f"P{missing} plays no card in this trick, but the deal goes on"
            yield Slip(f"{cards}/{missing}", IllegalAction(codes.CARD_OUT_OF_TURN, why), {})
        for seat, play in enumerate(() if _IN_TRICKS.issuperset(trick.cards) else trick.cards):
            if play is not None and play not in _IN_TRICKS:
                yield _wrong_play(f"{cards}/{seat}", play)


def _wrong_play(field: str, play: str) -> Slip:
    """Return the error in a play."""
    found = parts(play)
    if found is None:
        return _no_card(field, play)
    card, _, call = found
    return Slip(field, illegal(codes.SUIT_NOT_ALLOWED, card=symbol(card)), {field: card + call})


def _no_card(field: str, word: str) -> Slip:
    """Return the error for a word that is not a card; outside tricks, read it as hidden."""
    in_play, meant = field.startswith("/tricks"), meant_play(word)
    right = meant if in_play or meant in CARDS else None
    breach = IllegalAction(codes.UNKNOWN_CARD, no_card(word), meant=right)
    return Slip(field, breach, {} if in_play else {field: HIDDEN})


def _as_meant(deal: Deal, slips: Sequence[Slip]) -> Iterator[Slip]:
    """Read misspelt cards as intended, if the deal lacks those and the hand may have them."""
    dealt = {*(deal.kitty or ()), *chain(*(deal.hands or ()))}
    played = {
        *(deal.discard or ()),
        *(card_of(play) for each in deal.tricks for play in each.played),
    }
    meant = [
        (each.field.startswith(("/tricks", "/discard")), card_of(each.breach.meant or ""))
        for each in slips
    ]
    times = Counter(meant)
    hands = dict(enumerate(deal.hands or ()))
    for slip, (in_play, card) in zip(slips, meant, strict=True):
        *_, name, number = slip.field.split("/")
        seat = int(number) if name == "cards" else None
        hand: Cards = (HIDDEN,) if seat in (None, deal.president) else hands.get(seat, (HIDDEN,))
        lacks = card not in (played if in_play else dealt) and times[in_play, card] == 1
        if name and card in CARDS and lacks and (HIDDEN in hand or card in hand):
            slip = replace(slip, instead={slip.field: slip.breach.meant})
        yield slip


def legible_tricks(deal: Deal) -> int:
    """Return the number of tricks before the first that cannot be read.

    In that trick, a play is not a card, or is missing although the deal goes on.
    """
    unread = (
        number
        for number, trick in enumerate(deal.tricks)
        if not CARDS.issuperset(map(card_of, trick.played)) or _missing(deal, number) is not None
    )
    return next(unread, len(deal.tricks))


def _missing(deal: Deal, number: int) -> int | None:
    """Return a player without a card in this trick if the deal goes on after it, or None."""
    cards = deal.tricks[number].cards
    if None not in cards:
        return None
    # A repeated trick does not show that the deal goes on.
    goes_on = any(each.played and each.cards != cards for each in deal.tricks[number + 1 :])
    return cards.index(None) if goes_on else None


# Cards, seats and contracts that do not exist


def piles_of(deal: Deal) -> tuple[Cards, ...]:
    """Return the hands and the kitty."""
    hands = HIDDEN_HANDS if deal.hands is None else deal.hands
    return (*hands, HIDDEN_KITTY if deal.kitty is None else deal.kitty)


def _malformed(deal: Deal) -> Iterator[Slip]:
    piles = piles_of(deal)
    while (breach := deal_breach(piles)) is not None:
        if breach.part is None:
            yield Slip("/hands", breach, {"/hands": None})
            piles = (*HIDDEN_HANDS, piles[-1])
        else:
            fields = [f"/hands/{seat}" for seat in SEATS] + ["/kitty"]
            hidden = _hidden(piles, breach.part, breach)
            at = "" if breach.offset is None else f"/{breach.offset}"
            instead = {fields[each]: pile for each, pile in hidden.items()}
            yield Slip(f"{fields[breach.part]}{at}", breach, instead)
            piles = tuple([hidden.get(each, pile) for each, pile in enumerate(piles)])
    for field, seat, instead in _seats(deal):
        if seat is not None and seat not in SEATS:
            why = f"{seat} is not a player: players are 0 to 4"
            yield Slip(field, IllegalAction(codes.PLAYER_OUT_OF_RANGE, why), {instead: None})
            if instead == "/bids":
                break
    if deal.contract is not None and (found := _wrong_contract(deal.contract)) is not None:
        yield found


def _hidden(piles: Sequence[Cards], part: int, breach: IllegalAction) -> dict[int, Cards]:
    """Return a pile with the wrong cards hidden, and the other piles that share the error.

    If a card is in the wrong hand, one hand has too many cards and another too few. Two piles that
    share several cards may be one pile written twice.
    """
    if breach.rule is codes.WRONG_SIZE:
        expected = (*HIDDEN_HANDS, HIDDEN_KITTY)
        cards = [card for pile in piles for card in known(pile)]
        same_number = sum(map(len, piles)) == sum(map(len, expected))
        moved = same_number and len({*cards}) == len(cards)
        sizes = enumerate(zip(piles, expected, strict=True))
        odd = [each for each, (pile, right) in sizes if moved and len(pile) != len(right)]
        return {each: expected[each] for each in (part, *odd)}
    card = piles[part][breach.offset or 0]
    other = next(each for each, pile in enumerate(piles) if card in pile)
    shared = {card} if other == part else {*piles[part]}.intersection(piles[other])
    return {
        each: tuple([HIDDEN if card in shared else card for card in piles[each]])
        for each in (part, other)
    }


def _seats(deal: Deal) -> Iterator[tuple[str, int | None, str]]:
    """Yield the seats in a deal, their places, and what to drop if the seat does not exist."""
    for field in ("/dealer", "/president", "/friend_player"):
        yield field, getattr(deal, field[1:]), field
    for number, trick in enumerate(deal.tricks):
        for field in ("lead", "winner"):
            yield (place := f"/tricks/{number}/{field}"), getattr(trick, field), place
    for number, bid in enumerate(deal.bids or ()):
        yield f"/bids/{number}/0", bid.player, "/bids"


def _wrong_contract(word: str) -> Slip | None:
    found = _CONTRACT.fullmatch(word)
    if found is None:
        expected = "expected a number and a trump, such as 15♥ or 16N"
        breach = IllegalAction(codes.NOT_A_BID, *no_call(word, expected, "contract"))
        return Slip("/contract", breach, {"/contract": None})
    breach = None if found[2] in (*TRUMPS, "?") else trump_breach(Contract(None, found[2]))
    return breach and Slip("/contract", breach, {"/contract": f"{found[1]}?"})
