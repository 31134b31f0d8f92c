"""Everything that the player in turn may do, as numbers.

Where there is a compiler, this file is compiled with the types of `legal.pxd`.
"""

from __future__ import annotations

from ...beliefs.dice import place
from .engine import Engine
from .numbers import MISDEAL, PASS, TRUMP_UNIT


def calls(engine: Engine) -> list[int]:
    """Every call, a pass first, the lower bids before the higher ones."""
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
    """Every play, in the order of the deck; of a hidden hand, all that it could be."""
    found: list[int] = []
    cards = engine.legal_cards()
    while cards:
        card = place(cards)
        for number in range(engine.ways(card)):
            found.append(engine.way(card, number))
        cards &= cards - 1
    return found
