"""The pieces and hands of Goita, as digits of the 2015 proposal (section 駒:piece)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

KING, ROOK, BISHOP, GOLD, SILVER, KNIGHT, LANCE, SHI = "12345678"
HIDDEN = "9"
NOTHING = "0"

KINDS = "12345678"
DECK = "11223344445555666677778888888888"
"""All 32 pieces."""

HAND_SIZE = 8
FIVE_SHOWN = SHI * 5 + HIDDEN * 3
"""A hand whose only known pieces are five し."""

NAMES = dict(zip("123456789", "王飛角金銀馬香し裏", strict=True))

POINTS = {
    KING: 50,
    ROOK: 40,
    BISHOP: 40,
    GOLD: 30,
    SILVER: 30,
    KNIGHT: 20,
    LANCE: 20,
    SHI: 10,
}
"""The points of each piece as the last attack of a round."""


@lru_cache(1024)
def named(pieces: str) -> str:
    """Return pieces with their digits for messages; notations replace the digits with their own.

    >>> named("3"), named("1788")
    ('角 (3)', '王香しし (1788)')
    """
    known = all(piece in NAMES for piece in pieces)
    return f"{''.join(map(NAMES.__getitem__, pieces))} ({pieces})" if known else repr(pieces)


def team(player: int) -> int:
    """Return the team of a player: 0 for players 0 and 2, 1 for players 1 and 3."""
    return player % 2


def partner(player: int) -> int:
    """Return the player opposite."""
    return (player + 2) % 4


def with_five_shi(hands: Iterable[str]) -> tuple[int, ...]:
    """Return the players whose hands have exactly five し.

    >>> with_five_shi(["12345678", "12345678", "44556888", "67788888"])
    (3,)
    """
    return tuple([seat for seat, hand in enumerate(hands) if hand.count(SHI) == 5])


def in_order(pieces: Iterable[str]) -> str:
    """Sort pieces by their digit.

    >>> in_order("8187")
    '1788'
    """
    return "".join(sorted(pieces))


_ALIKE = str.maketrans("oO〇○lI|シｼ" + "王玉飛角金銀馬香し", "000011188" + "112345678")
"""Characters that are sometimes typed instead of a digit, and have only one possible meaning."""


def meant(written: str) -> str | None:
    """Return the digits meant by letters that look like them, or by the names of pieces.

    None if no change is needed, or if the meaning is not certain.

    >>> meant("l2345678"), meant("王2345678"), meant("12"), meant("x2")
    ('12345678', '12345678', None, None)
    """
    right = in_ascii(written).translate(_ALIKE)
    known = all(digit in POINTS or digit in (NOTHING, HIDDEN) for digit in right)
    return right if known and right != written else None


_IN_ASCII = str.maketrans("０１２３４５６７８９", "0123456789")


def in_ascii(digits: str) -> str:
    """Convert full-width digits, which are wrong but unambiguous, to ASCII.

    >>> in_ascii("８7０")
    '870'
    """
    return digits.translate(_IN_ASCII)
