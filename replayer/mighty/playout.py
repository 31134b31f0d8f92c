"""Deals of Mighty played to the end at random, using small integers.

If a compiler is available, this file is compiled with the types in `playout.pxd`.
"""

from __future__ import annotations

from ..beliefs.dice import Dice, place, size
from .engine.engine import Engine
from .engine.numbers import ALONE, MISDEAL, PASS, TRUMP_UNIT
from .engine.phases import AUCTION, CONTRACT, EXCHANGE, FRIEND, OVER

End = tuple[int, int, int, int, int, bool]
"""How a deal ended.

These are the president and the friend (negative without a friend), the points and the trump of the
contract, the points of the president's side, and whether a solo was declared.
"""

# In the compiled module, shifting a literal would truncate it to 32 bits.
_ONE = 1


def draw_call(engine: Engine, dice: Dice) -> int:
    """Draw one of the legal calls of the player to act, uniformly at random."""
    least, most = engine.variant.least_bid(), engine.variant.bid_max
    passes = 1 - (engine.call_breach(engine.turn, PASS) > 0)
    number = passes + 1 - (engine.call_breach(engine.turn, MISDEAL) > 0)
    for points in range(least, most + 1):
        number += size(engine.trumps_at(points))
    left = dice.below(number) - passes
    if left < 0:
        return PASS
    for points in range(least, most + 1):
        trumps = engine.trumps_at(points)
        if left < size(trumps):
            while left:
                trumps &= trumps - 1
                left -= 1
            return points * TRUMP_UNIT + place(trumps)
        left -= size(trumps)
    return MISDEAL


def draw_burial(engine: Engine, dice: Dice) -> int:
    """Draw three of the president's cards uniformly at random, and return their mask.

    The choices are ordered by their first card, then the second, then the third.
    """
    hand = engine.hands[engine.turn]
    cards = size(hand)
    left = dice.below(cards * (cards - 1) * (cards - 2) // 6)
    found, wanted = 0, 3
    while wanted:
        hand_left = hand & (hand - 1)
        cards -= 1
        # the number of choices that begin with the next card
        with_it = 1
        if wanted == 3:
            with_it = cards * (cards - 1) // 2
        elif wanted == 2:
            with_it = cards
        if left < with_it:
            found |= hand & ~hand_left
            wanted -= 1
        else:
            left -= with_it
        hand = hand_left
    return found


def draw_contract(engine: Engine, dice: Dice) -> int:
    """Draw one of the contracts that the bid may be changed to, uniformly at random."""
    contracts = engine.variant.contracts(engine.points, engine.trump)
    return contracts[dice.below(len(contracts))]


def draw_play(engine: Engine, dice: Dice) -> int:
    """Draw one of the legal plays of the player to act, uniformly at random."""
    cards = engine.legal_cards()
    if engine.laid_count > engine.first:
        return dice.one_of(cards)
    number, rest = 0, cards
    while rest:
        number += engine.ways(place(rest))
        rest &= rest - 1
    left = dice.below(number)
    while left >= engine.ways(place(cards)):
        left -= engine.ways(place(cards))
        cards &= cards - 1
    return engine.way(place(cards), left)


def play_out(engine: Engine, dice: Dice) -> int:
    """Play out a fully visible deal; return the number of decisions."""
    decisions = 0
    while engine.phase != OVER:
        decisions += 1
        if engine.phase == AUCTION:
            engine.call(engine.turn, draw_call(engine, dice))
        elif engine.phase == EXCHANGE:
            engine.bury_known(draw_burial(engine, dice))
        elif engine.phase == CONTRACT:
            contract = draw_contract(engine, dice)
            engine.settle(contract // TRUMP_UNIT, contract % TRUMP_UNIT)
        elif engine.phase == FRIEND:
            engine.name_friend(dice.one_of(engine.variant.friends_of(engine.turn)))
        else:
            engine.play(engine.turn, draw_play(engine, dice))
    return decisions


def play_outs(start: Engine, times: int, dice: Dice) -> tuple[int, list[End]]:
    """Play out a deal from this point, `times` times.

    Return the number of decisions, and how each deal ended.
    """
    decisions, engine = 0, start.copy()
    ends: list[End] = []
    for _ in range(times):
        engine.become(start)
        decisions += play_out(engine, dice)
        points = 0 if engine.president < 0 else engine.side_points(engine.buried_points())
        sides, contract = (engine.president, engine.friend_player), (engine.points, engine.trump)
        ends.append((*sides, *contract, points, engine.friend == ALONE))
    return decisions, ends
