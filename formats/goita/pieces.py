"""Pieces as characters, for the notations that write them that way."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import normalize

from ...replayer.goita.pieces import KING
from ...replayer.goita.record import GYOKU
from .kings import OU
from .lines import NO_PIECE

CHARACTERS = dict(zip("23456789", "飛角金銀馬香し裏", strict=True))
DIGITS = {character: digit for digit, character in CHARACTERS.items()} | {OU: KING, GYOKU: KING}


def characters(digits: str, kings: str = "") -> str:
    """Return the characters of pieces; `kings` has the marks of the kings.

    >>> characters("1178", "玉王")
    '玉王香し'
    """
    marks = iter(kings)
    return "".join(
        next(marks, OU) if digit == KING else CHARACTERS.get(digit, digit) for digit in digits
    )


@lru_cache(maxsize=2**12)
def digits(written: str) -> str:
    """Return the digits of pieces; other characters are kept unless they would be read as digits.

    >>> digits("玉王香し"), digits("玉x1") == "1x" + NO_PIECE
    ('1178', True)
    """
    return "".join(DIGITS.get(each, NO_PIECE if each.isdecimal() else each) for each in written)


_ALIKE = str.maketrans("シｼ8８飞银马裡里", "しししし飛銀馬裏裏")


def look_alike(written: str) -> str:
    """Replace characters that look like pieces with the pieces.

    >>> look_alike("王シ"), look_alike("⾺x")
    ('王し', '馬x')
    """
    return "".join(each if each in DIGITS else _normal(each) for each in written)


def _normal(character: str) -> str:
    return normalize("NFKC", character.translate(_ALIKE))


def rewritten(old: str, digits: str) -> str | None:
    """Return the characters for digits, keeping any that are already characters.

    >>> rewritten("玉シ", "18")
    '玉し'
    """
    if len(old) != len(digits):
        return None
    pairs = zip(old, digits, strict=True)
    return "".join(
        mark if DIGITS.get(mark) == digit else characters(digit) for mark, digit in pairs
    )


def king_marks(written: str) -> str:
    """Return the kings among pieces, as written."""
    return "".join(character for character in written if character in (OU, GYOKU))
