"""The comments of texts that no record holds: whoever writes the records elsewhere loses them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from ..interface.notation import Notation, Reading
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


def has_comments(reading: Reading[Any]) -> bool:
    """Whether there is any comment in the text that was read."""
    text, notation = reading.text, reading.notation
    return bool(text and notation and comments(text.content, notation.medium))


def left_out(readings: Iterable[Reading[Any]]) -> int:
    """The number of comments in the texts of some readings that none of them holds."""
    texts = dict[int, list[Reading[Any]]]()
    for each in readings:
        texts.setdefault(id(each.text), []).append(each)
    number = 0
    for some in texts.values():
        text, notation = some[0].text, some[0].notation
        records = [each.written for each in some if each.whole and each.written is not None]
        if text is not None and notation is not None:
            number += len(unheld(text.content, notation, records))
    return number


def _plain(comment: str) -> str:
    return re.sub(r"\s", "", comment)
