"""The comments of texts that no record holds: whoever writes the records elsewhere loses them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from ..interface.notation import Notation
from .comments import comments


def missing(old: Sequence[str], new: Iterable[str]) -> list[str]:
    """Those of some comments that do not stand among others; spaces do not matter.

    >>> missing(["# a", "#b", "# a"], ["#  b", "#a"])
    ['# a']
    """
    there = Counter(map(_plain, new))
    found = list[str]()
    for each in old:
        plain = _plain(each)
        if there[plain]:
            there[plain] -= 1
        else:
            found.append(each)
    return found


def unheld(content: str, notation: Notation[Any], records: Iterable[Any]) -> list[str]:
    """The comments of a text that its records do not hold: its notation would not write them."""
    there = comments(content, notation.medium)
    if not there:
        return []
    texts = map(notation.write, records)
    return missing(there, (one for text in texts for one in comments(text, notation.medium)))


def _plain(comment: str) -> str:
    return re.sub(r"\s", "", comment)
