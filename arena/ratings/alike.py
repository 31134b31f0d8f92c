"""Names that look alike, and so are probably one player's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from json import dumps
from unicodedata import category, normalize

_CONFUSABLE = str.maketrans(
    "ͿΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγινορσυϜϳϺЅІЈАВЕКМНОРСТУХЬагеорсухѕіјѡѴѵҮүһҽӀӏԁԌԛԜԝ",
    "JABEZHIKMNOPTYXayivopouFjMSIJABEKMHOPCTYXbareopcyxsijwVvYyheIldGqWw",
)
"""The Greek and Cyrillic letters that look like Latin ones.

Source: Unicode Technical Standard 39, confusables.txt (which has `l` for every `I`).
"""
_HIDDEN = frozenset(range(0x1100, 0x1200))
"""Parts of Korean letters: two of them may look like one letter."""
_INVISIBLE = re.compile("[\u034f\u115f\u1160\u180b-\u180f\u2800\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Invisible letters and marks, other than spaces and format characters."""


def alike(names: Iterable[str]) -> list[list[str]]:
    r"""Return groups of names that differ only in invisible characters, case or similar letters.

    Letters are similar if they are forms of one letter in Unicode, or if a Greek or Cyrillic letter
    looks like a Latin one.

    >>> alike(["Bob", "Bob ", "Ann", "bob", "An\u200bn", "Eve"])
    [['Ann', 'An\u200bn'], ['Bob', 'Bob ', 'bob']]
    """
    above = dict[str, str]()
    """Maps keys to another key of the same group, and the last one of a chain to itself."""
    first = dict[str, str]()
    for name in {*names}:
        shown = _shown(name)
        first[name] = key = _last(above, shown.casefold())
        above[_last(above, shown.translate(_CONFUSABLE).casefold())] = key
    groups: dict[str, list[str]] = {}
    for name in sorted(first):
        groups.setdefault(_last(above, first[name]), []).append(name)
    return [each for each in groups.values() if len(each) > 1]


def _last(above: dict[str, str], key: str) -> str:
    while (following := above.setdefault(key, key)) != key:
        key = above[key] = above[following]  # a shortcut for the next time
    return key


def told_apart(names: Sequence[str]) -> list[str]:
    r"""Return similar names as JSON, with escapes for the characters that hide the difference.

    >>> print(*told_apart(["Bob", "B\u043eb", "Bo\u200bb"]))
    "Bob" "B\u043eb" "Bo\u200bb"
    """
    same = len({_shown(each).casefold() for each in names}) == 1
    escaped = _HIDDEN if same else _HIDDEN | _CONFUSABLE.keys()
    return [
        "".join(
            dumps(each)[1:-1] if ord(each) in escaped or not _stands_alone(each) else each
            for each in dumps(name, ensure_ascii=False)
        )
        for name in names
    ]


def _stands_alone(character: str) -> bool:
    """Return whether a character is visible without the one before it."""
    return character == " " or (_shown(character) != "" and category(character)[0] != "M")


def _shown(name: str) -> str:
    """Return the visible letters of a name in one form (NFKD)."""
    seen = _INVISIBLE.sub("", normalize("NFKD", name))
    return "".join(each for each in seen if category(each) not in ("Cc", "Cf", "Zs", "Zl", "Zp"))
