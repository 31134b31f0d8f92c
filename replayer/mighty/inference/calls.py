"""Forgotten marks of calls: the caller led the trick to which the joker was played."""

from __future__ import annotations

from msgspec.structs import replace

from ..cards import CALL, JOKER, caller, card_of
from ..engine.variant import variant_of
from ..options import Options
from ..record import Deal


def forgotten_call(options: Options, deal: Deal, trump: str) -> int | None:
    """Return the trick, from 0, that may have been led with an unmarked call.

    None if there is none: the joker was played elsewhere, or has no power there anyway.
    """
    calling = caller(trump, options.caller_when_clubs)
    for number, trick in enumerate(deal.tricks):
        if any(card_of(play) == JOKER for play in trick.played):
            led = calling in trick.cards and trick.lead in (None, trick.cards.index(calling))
            alive = number > 0 and not variant_of(options).joker_is_dead(number + 1)
            return number if led and alive else None
    return None


def caller_led(options: Options, deal: Deal, trump: str, number: int) -> tuple[int, str]:
    """Return who plays the joker caller in a trick that has it, and the card."""
    calling = caller(trump, options.caller_when_clubs)
    return deal.tricks[number].cards.index(calling), calling


def with_call(options: Options, deal: Deal, trump: str, number: int | None) -> Deal:
    """Return the deal with the joker called in a trick; without a number, the deal itself."""
    if number is None:
        return deal
    (seat, calling), tricks = caller_led(options, deal, trump, number), list(deal.tricks)
    cards = list(tricks[number].cards)
    cards[seat] = calling + CALL
    tricks[number] = replace(tricks[number], cards=tuple(cards))
    return replace(deal, tricks=tuple(tricks))
