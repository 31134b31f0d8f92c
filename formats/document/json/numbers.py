"""Numbers of JSON that every program reads alike."""

from __future__ import annotations

from functools import lru_cache

MAX_NUMBER = 2**53
MAX_DIGITS = 40


def number(digits: str) -> int | float | None:
    """Return the value of a number of JSON, None if it is too large; `1.0` is a whole number.

    >>> number("-1.0"), number("0.5"), number("1e99")
    (-1, 0.5, None)
    """
    if len(digits) > MAX_DIGITS:
        return None
    value = int(digits) if digits.lstrip("-").isdecimal() else float(digits)
    if abs(value) > MAX_NUMBER:
        return None
    return int(value) if value == int(value) else value


@lru_cache(maxsize=1024)
def known_number(digits: str) -> int | float:
    """Return the same; raise ValueError if it is too large."""
    value = number(digits)
    if value is None:
        raise ValueError(f"{digits[:MAX_DIGITS]} is too large")
    return value
