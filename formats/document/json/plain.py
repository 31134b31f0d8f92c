"""Read valid JSON with the standard library's C parser; refuse anything else without explanation.

JSON that this parser accepts is also refused if it has repeated keys, lone surrogates, numbers that
programs read differently, or values nested too deeply.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache, lru_cache
from typing import Any, NoReturn

from ....findings.limits import MAX_DEPTH
from ..numbers import written_float
from ..tree import gather, is_deep

_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
MAX_NUMBER = 2**53
MAX_DIGITS = 40


class NotPlain(ValueError):
    """The C parser cannot vouch for this text."""


def plain(content: str, repeatable: frozenset[str] = frozenset()) -> Any:
    """Return the value of a text.

    Only the keys in `repeatable` may be repeated in an object. Raises ValueError or RecursionError
    if there may be something to report.

    >>> plain('{"a": [1.0]}')
    {'a': [1]}
    """
    value = _decoder(repeatable).decode(content)
    if _SURROGATE.search(content):
        raise NotPlain
    if content.count("[") + content.count("{") > MAX_DEPTH and is_deep(value, MAX_DEPTH):
        raise NotPlain
    return value


@cache
def _decoder(repeatable: frozenset[str]) -> Any:
    def hook(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) < len(pairs):
            keys = [key for key, _ in pairs]
            if any(count > 1 and key not in repeatable for key, count in Counter(keys).items()):
                raise NotPlain
            return gather(pairs, repeatable)
        return value

    return json.JSONDecoder(
        object_pairs_hook=hook,
        parse_int=known_number,
        parse_float=known_number,
        parse_constant=_refuse,
    )


def _refuse(_: str) -> NoReturn:
    raise NotPlain


def number(digits: str) -> int | float | None:
    """Return the value of a JSON number, or None if it is too large; `1.0` is a whole number.

    A fraction never becomes a whole number, however close it is to one.

    >>> number("-1.0"), number("0.5"), number("1e99"), number("1e-99999")
    (-1, 0.5, None, 5e-324)
    """
    if len(digits) > MAX_DIGITS:
        return None
    value = int(digits) if digits.lstrip("-").isdecimal() else written_float(digits)
    if value is None or abs(value) > MAX_NUMBER:
        return None
    return int(value) if value == int(value) else value


@lru_cache(maxsize=1024)
def known_number(digits: str) -> int | float:
    """Return the value of a JSON number; raise ValueError if it is too large."""
    value = number(digits)
    if value is None:
        raise ValueError(f"{digits[:MAX_DIGITS]} is too large")
    return value
