"""Sensible plays in Goita.

A player attacks with pieces that the others probably cannot receive, keeps kings for receiving, and
does not receive a partner's attack except near the end. Decisions depend only on the player's own
hand and the open pieces. Hands are packed as in the engine: four bits for the number of pieces of
each kind.

If a compiler is available, this file is compiled with the types in `plays.pxd`.
"""

from __future__ import annotations

from ....replayer.beliefs.dice import Dice
from ....replayer.goita.engine.engine import Table
from ....replayer.goita.engine.playout import draw

_PASS, _KING, _LANCE, _SHI, _HIDDEN = 0, 1, 7, 8, 9
_DIGIT = 15
_NEVER = -100000


def any_play(table: Table, dice: Dice) -> int:
    """Choose a legal pass or play at random."""
    return draw(table, dice)


def plays_on(table: Table) -> bool:
    """Return whether a five-し player's partner plays on: only with a king and two pairs."""
    hand, pairs = table.hands[table.turn], 0
    for kind in range(_KING, _SHI):
        pairs += _count(hand, kind) > 1
    return _count(hand, _KING) > 0 and pairs > 1


def sensible(table: Table) -> int:
    """Choose a pass or play for the player to move.

    Raises ValueError if that player may not pass, and no pieces for an attack are known.
    """
    leading = _leads(table)
    if spares_partner(table):
        return _PASS
    found, best, outside = _PASS, _NEVER, _outside(table)
    hand = table.hands[table.turn]
    size = _size(hand)
    for first in range(_KING, _HIDDEN):
        if not _count(hand, first):
            continue
        attacks = table.attacks(first)
        for second in range(_KING, _HIDDEN):
            if attacks >> second & 1:
                value = _value(hand, first, second, outside, size, leading)
                if value > best:
                    found, best = 10 * first + second, value
    if not leading and size > 2 and best < _HOLD:
        return _PASS
    if leading and found == _PASS:
        raise ValueError(f"player {table.turn} is not known to hold pieces to attack with")
    return found


def value_of(table: Table, play: int) -> int:
    """Return the value of a legal play: laying or receiving with a piece, and attacking."""
    hand = table.hands[table.turn]
    return _value(hand, play // 10, play % 10, _outside(table), _size(hand), _leads(table))


def _leads(table: Table) -> bool:
    return table.attacker == table.turn or table.attacker < 0


def _outside(table: Table) -> int:
    """Return the pieces that other players hold, or may hold."""
    found = table.unseen
    for seat in range(4):
        if seat != table.turn:
            found += table.hands[seat]
    return found


def _value(hand: int, first: int, second: int, outside: int, size: int, leading: bool) -> int:
    spent = _kept(hand, first) if leading else _received(hand, first)
    return _attack(hand, first, second, outside, size) - spent


_FEW = 4
"""With more pieces in hand, a player leaves the partner's attack alone."""


def _size(hand: int) -> int:
    found = 0
    for kind in range(_KING, _HIDDEN):
        found += _count(hand, kind)
    return found


def spares_partner(table: Table) -> bool:
    """Return whether the player to move should leave the partner's attack alone."""
    partners = table.attacker >= 0 and table.attacker ^ table.turn == 2
    return partners and _size(table.hands[table.turn]) > _FEW


_HOLD = -140
"""A player passes if receiving and then attacking is worth less than this."""


def _count(hand: int, kind: int) -> int:
    return hand >> 4 * kind & _DIGIT


def _points(kind: int) -> int:
    """Return the points for a piece as the final attack, in tens."""
    if kind == _KING:
        return 5
    return 1 if kind == _SHI else 5 - kind // 2


def _attack(hand: int, first: int, second: int, outside: int, size: int) -> int:
    """Return the value of an attack: high if few pieces can receive it and more of them remain."""
    if size == 2:
        return _points(second) * (200 if first == second else 100)
    left = _count(hand, second) - 1 - (first == second)
    receiving = _count(outside, second)
    if second != _LANCE and second != _SHI:
        receiving += _count(outside, _KING)
    return 60 * left - 40 * receiving - 10 * _points(second) - (120 if second == _KING else 0)


def _kept(hand: int, kind: int) -> int:
    """Return the cost of laying a piece face down: kings and pairs are worth keeping."""
    if kind == _KING:
        return 200 if _count(hand, kind) < 2 else 80
    return (50 if _count(hand, kind) == 2 else 0) + 10 * _points(kind) + (20 if kind == _SHI else 0)


def _received(hand: int, kind: int) -> int:
    """Return the cost of receiving with a piece."""
    if kind == _KING:
        return 80
    return 20 if _count(hand, kind) == 2 else 0
