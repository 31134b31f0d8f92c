"""Find content of a text that its records do not hold, and that is lost if they are rewritten."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..interface.notation import Notation, Reading
from .comments import comments

COMMENTS = "comments after #"
"""One kind of content that may be lost; a text may have others (`Reading.beside`)."""


def missing(old: Sequence[str], new: Iterable[str]) -> list[str]:
    """Return the comments that are not among the others, ignoring whitespace.

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
    """Return the comments that are in no record, and so would be lost in writing."""
    there = comments(content, notation.medium)
    if not there:
        return []
    texts = map(notation.write, records)
    return missing(there, (one for text in texts for one in comments(text, notation.medium)))


def has_comments(reading: Reading[Any]) -> bool:
    """Return whether there are any comments in the text that was read."""
    text, notation = reading.text, reading.notation
    return bool(text and notation and comments(text.content, notation.medium))


def may_lose(reading: Reading[Any]) -> bool:
    """Return whether the text that was read has anything for `left_out` to count."""
    return bool(reading.beside) or has_comments(reading)


def beside(reading: Reading[Any]) -> Mapping[str, int]:
    """Count the items of each kind of content, apart from comments, that no record holds."""
    return Counter(kind for kind, _ in reading.beside)


def left_out(readings: Iterable[Reading[Any]]) -> Mapping[str, int]:
    """Count the items of each kind of content that are lost from the texts of these readings."""
    texts = dict[int, list[Reading[Any]]]()
    for each in readings:
        texts.setdefault(id(each.text), []).append(each)
    found = Counter[str]()
    for some in texts.values():
        text, notation = some[0].text, some[0].notation
        for each in some:
            found.update(beside(each))
        records = [each.written for each in some if each.whole and each.written is not None]
        if text is not None and notation is not None:
            found[COMMENTS] += len(unheld(text.content, notation, records))
    return +found


def _plain(comment: str) -> str:
    return re.sub(r"\s", "", comment)
