"""All legal actions of the player to act, as numbers.

If a compiler is available, this file is compiled with the types in `legal.pxd`.
"""

from __future__ import annotations

from ...beliefs.dice import place
from .engine import Engine
from .numbers import MISDEAL, PASS, TRUMP_UNIT


def calls(engine: Engine) -> list[int]:
    """Return every legal call: first a pass, then bids from low to high."""
    player = engine.turn
    found: list[int] = []
    if not engine.call_breach(player, PASS):
        found.append(PASS)
    for points in range(engine.variant.least_bid(), engine.variant.bid_max + 1):
        trumps = engine.trumps_at(points)
        while trumps:
            found.append(points * TRUMP_UNIT + place(trumps))
            trumps &= trumps - 1
    if not engine.call_breach(player, MISDEAL):
        found.append(MISDEAL)
    return found


def plays(engine: Engine) -> list[int]:
    """Return every legal play in deck order; for a hidden hand, every play that may be legal."""
    found: list[int] = []
    cards = engine.legal_cards()
    while cards:
        card = place(cards)
        for number in range(engine.ways(card)):
            found.append(engine.way(card, number))
        cards &= cards - 1
    return found
