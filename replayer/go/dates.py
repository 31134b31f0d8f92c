"""The dates of a game, as in SGF: `1996-05-06,07,08`, `1996-12-27,1997-01-03`, `1996-05`."""

from __future__ import annotations

import re
from calendar import monthrange

from ..rules import IllegalAction
from . import codes

_DIGITS = re.compile(r"[0-9]{2}(?:[0-9]{2})?(?:-[0-9]{2}){0,2}")
_DATE = re.compile(r"([0-9]{4})[-/.]([0-9]{1,2})(?:[-/.]([0-9]{1,2}))?")


def wrong_date(text: str) -> IllegalAction | None:
    """Return what is wrong with dates, if anything.

    >>> wrong_date("1996-05-06,07,1997-01"), wrong_date("1996"), wrong_date("")
    (None, None, None)
    >>> str(wrong_date("1997-02-29"))
    '1997-02-29 does not exist'
    """
    if not text.strip():
        return None  # as Sabaki writes it
    known: list[int] = []
    """The year, month and day of the last date, or those of them that were given."""
    for part in text.split(","):
        date = _with_known(part, known)
        if date is None:
            found = _DATE.search(part)
            date = [int(each) for each in found.groups() if each] if found else []
            if date and not _exists(date):
                return IllegalAction(codes.IMPOSSIBLE_DATE, f"{part} does not exist")
            why = f"{part!r} is not written as a date: expected a form such as 2017-05-23"
            return IllegalAction(codes.WRONG_DATE_FORM, why)
        if not _exists(date):
            return IllegalAction(codes.IMPOSSIBLE_DATE, f"{part} does not exist")
        known = date
    return None


def _with_known(part: str, known: list[int]) -> list[int] | None:
    """Return the numbers of a date, with those that it leaves out, or None if it is malformed."""
    if not _DIGITS.fullmatch(part):
        return None
    numbers = [int(each) for each in part.split("-")]
    if re.match("[0-9]{4}", part):
        return numbers
    missing = len(known) - len(numbers)
    return [*known[:missing], *numbers] if missing > 0 else None


def _exists(date: list[int]) -> bool:
    year, month, day = (*date, 1, 1)[:3]
    return year > 0 and 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]
