"""Read sound JSON with the C parser of the standard library; refuse any other without explanation.

JSON that this parser accepts is refused, too, for repeated keys, half characters, numbers that
programs read differently, and values that are nested too deep.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from typing import Any, NoReturn

from ....findings.limits import MAX_DEPTH
from ..tree import gather, is_deep
from .numbers import known_number

_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class NotPlain(ValueError):
    """The C parser cannot vouch for this text."""


def plain(content: str, repeatable: frozenset[str] = frozenset()) -> Any:
    """Return the value of a text, in whose objects only `repeatable` keys may be repeated.

    Raises ValueError or RecursionError where there may be something to report.

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
