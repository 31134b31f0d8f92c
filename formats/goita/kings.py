"""Which king is 王 and which is 玉, in notations that distinguish them.

A record keeps the marks of all kings in the order they are written: those in the hands, then those
in the plays. If no king is 玉, they are not distinguished, and there are no marks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...replayer.goita.pieces import KING
from ...replayer.goita.record import Round, split_plies

OU = "王"


def in_hands(hands: Sequence[str], kings: str) -> list[str]:
    """Return the marks of the kings in each hand.

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
    """Return the marks of the kings in the plays.

    If they are not given, each player's kings are played in the order in which the hand has them.
    """
    dealt = sum(hand.count(KING) for hand in hands)
    given, count = kings[dealt:], record.count(KING)
    return given if len(given) == count else implied(hands, record, dealer, kings)


def plies_of(played: Round) -> Iterator[tuple[str, str]]:
    """Yield each ply of a round, and the marks of the kings from there on."""
    laid = in_record(played.hands, played.record, played.dealer, played.kings)
    for ply in split_plies(played.record):
        yield ply, laid
        laid = laid[ply.count(KING) :]


def implied(hands: Sequence[str], record: str, dealer: int, kings: str, given: str = "") -> str:
    """Return the marks of the kings in the plays if each hand's kings are played in order.

    `given` has the marks of the first ones, if known.

    >>> implied(["12345678", "12345678"], "8181", 0, "玉王")
    '玉王'
    >>> implied(["11345678", "12345678"], "8100018", 0, "玉王", given="王")
    '王玉'
    """
    held = in_hands(hands, kings)
    found = ""
    for number, ply in enumerate(split_plies(record)):
        seat = (dealer + number) % 4
        for _ in range(ply.count(KING)):
            own = held[seat] if seat < len(held) else ""
            mark, given = (given or own or OU)[0], given[1:]
            found += mark
            if own:
                held[seat] = own.replace(mark, "", 1)
    return found
