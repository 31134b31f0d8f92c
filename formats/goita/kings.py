"""Which king is 王 and which 玉, where a notation tells them apart.

A record keeps the marks of all kings in the order in which they are written: those in the hands,
then those in the plays. Where no king is 玉, nothing is told apart, and there are no marks.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...replayer.goita.pieces import KING
from ...replayer.goita.record import plies

OU = "王"


def in_hands(hands: Sequence[str], kings: str) -> list[str]:
    """The marks of the kings of each hand.

    >>> in_hands(["12345678", "88", "11"], "玉王玉")
    ['玉', '', '王玉']
    """
    found: list[str] = []
    for hand in hands:
        count = hand.count(KING)
        found.append((kings[:count] or OU * count).ljust(count, OU))
        kings = kings[count:]
    return found


def in_record(hands: Sequence[str], record: str, dealer: int, kings: str) -> str:
    """The marks of the kings in the plays.

    Where they are not given, each player's kings are played in the order of the hand.
    """
    dealt = sum(hand.count(KING) for hand in hands)
    given, count = kings[dealt:], record.count(KING)
    return given if len(given) == count else implied(hands, record, dealer, kings)


def implied(hands: Sequence[str], record: str, dealer: int, kings: str) -> str:
    """The marks that kings in the plays have if each hand plays them in its own order.

    >>> implied(["12345678", "12345678"], "8181", 0, "玉王")
    '玉王'
    """
    held = in_hands(hands, kings)
    found = ""
    for number, ply in enumerate(plies(record)):
        seat = (dealer + number) % 4
        for _ in range(ply.count(KING)):
            mark = held[seat][:1] if seat < len(held) else ""
            found += mark or OU
            if seat < len(held):
                held[seat] = held[seat][1:]
    return found
