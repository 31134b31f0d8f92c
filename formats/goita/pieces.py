"""Pieces as characters, for the notations that write them so."""

from __future__ import annotations

from ...replayer.goita.pieces import KING
from ...replayer.goita.record import GYOKU
from .kings import OU

CHARACTERS = dict(zip("23456789", "飛角金銀馬香し裏", strict=True))
DIGITS = {character: digit for digit, character in CHARACTERS.items()} | {OU: KING, GYOKU: KING}


def characters(digits: str, kings: str = "") -> str:
    """The characters of pieces, the kings by their marks.

    >>> characters("1178", "玉王")
    '玉王香し'
    """
    marks = iter(kings)
    return "".join(
        next(marks, OU) if digit == KING else CHARACTERS.get(digit, digit) for digit in digits
    )


def digits(written: str) -> str:
    """The digits of pieces; what is no piece stays as it is, unless it would pass for a digit.

    >>> digits("玉王香し"), digits("玉x1")
    ('1178', '1x?')
    """
    return "".join(DIGITS.get(each, "?" if each.isdecimal() else each) for each in written)


def king_marks(written: str) -> str:
    """The kings among pieces, as they are written."""
    return "".join(character for character in written if character in (OU, GYOKU))
