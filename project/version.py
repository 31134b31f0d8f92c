"""Which versions of kifu a configuration asks for: `>=0.1, <2`."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable

Version = tuple[int, ...]

_COMPARED: dict[str, Callable[[Version, Version], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}
_ONE = re.compile(r"(>=|<=|==|!=|>|<|)\s*(\d+(?:\.\d+)*)")


class BadVersion(ValueError):
    """A text that says of no version whether it will do."""


def requirements(text: str) -> list[tuple[str, Version]]:
    """The comparisons that a version has to pass; a version by itself is the only one that does.

    >>> requirements(">=0.1, <2")
    [('>=', (0, 1)), ('<', (2,))]
    """
    found: list[tuple[str, Version]] = []
    for each in text.split(","):
        match = _ONE.fullmatch(each.strip())
        if match is None:
            raise BadVersion(f'"{text}" names no versions: write ">=0.1", or ">=0.1, <2"')
        found.append((match[1] or "==", parsed(match[2])))
    return found


def parsed(version: str) -> Version:
    """A version as numbers; what stands behind them, as in `1.0.dev3`, is left out."""
    match = re.match(r"\d+(?:\.\d+)*", version)
    return tuple(int(each) for each in match[0].split(".")) if match else (0,)


def fits(version: str, required: str) -> bool:
    """Whether a version is one of those required.

    >>> fits("0.1.0", ">=0.1"), fits("0.1.0", ">=0.2"), fits("0.1.0", "==0.1")
    (True, False, True)
    """
    return all(
        _COMPARED[comparison](_filled(parsed(version)), _filled(asked))
        for comparison, asked in requirements(required)
    )


def _filled(version: Version) -> Version:
    return (*version, *(0,) * 6)[:6]
