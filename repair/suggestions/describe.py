"""Describe changes to a text in a few words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .words import Change

_TOKEN = re.compile(r"[^\s,:\"'\[\]{}]+")

MOST_QUOTED = 12
"""The longest word to quote in full; for a longer word, only the changed part is quoted."""


def described(changes: Sequence[Change], content: str) -> str:
    """Describe the effect of changes to a text.

    >>> described([Change(1, 2, "7")], "88 0")
    '87 for 88'
    >>> described([Change(2, 4, "")], "88 0"), described([Change(0, 0, "0 ")], "88 0")
    ('without 0', 'with 0 added')
    >>> described([Change(0, 2, "0"), Change(3, 4, "88")], "88 0")
    'with 88 and 0 swapped'
    """
    changes = sorted(changes, key=lambda each: each.start)
    joined = _joined(changes, content)
    for some in (changes, joined):
        exact = [(content[each.start : each.end].strip(), each.text.strip()) for each in some]
        for pairs in (exact, [_words(each, content) for each in some]):
            if len(pairs) == 2 and pairs[0] == pairs[1][::-1] and all(pairs[0]):
                return "with {} and {} swapped".format(*map(_bare, pairs[0]))
    if len(changes) == 2:
        one, two = changes
        between = content[one.end : two.start]
        if _TOKEN.fullmatch(between) or not between:
            joined = [Change(one.start, two.end, one.text + between + two.text)]
    pairs = [_words(each, content) for each in joined]
    old, new = (" and ".join(filter(None, words)) for words in zip(*pairs, strict=True))
    if not new:
        return f"without {old}"
    if not old:
        return f"with {new} added"
    return f"{new} for {old}"


def _joined(changes: Sequence[Change], content: str) -> list[Change]:
    """Join changes on one line with only separators between them."""
    found = list[Change]()
    for each in changes:
        between = content[found[-1].end : each.start] if found else "\n"
        if "\n" in between or _TOKEN.search(between) or not between:
            found.append(each)
        else:
            before = found.pop()
            found.append(Change(before.start, each.end, before.text + between + each.text))
    return found


def _words(change: Change, content: str) -> tuple[str, str]:
    """Return the word that a change affects, before and after the change."""
    before = content[change.start : change.end]
    if _apart(before) or _apart(change.text):
        return _bare(before), _bare(change.text)
    start, end = change.start, change.end
    while start and _TOKEN.fullmatch(content[start - 1]):
        start -= 1
    while end < len(content) and _TOKEN.fullmatch(content[end]):
        end += 1
    if end - start > MOST_QUOTED:
        return before, change.text
    old = content[start:end]
    return old, content[start : change.start] + change.text + content[change.end : end]


def _apart(words: str) -> bool:
    """Return whether a text is more than part of a single word."""
    return bool(words) and _TOKEN.fullmatch(words) is None


def _bare(words: str) -> str:
    """Return words without their separators, or the separators if there are no words.

    >>> _bare('"dealer": 2,'), _bare(": ")
    ('dealer 2', ':')
    """
    return " ".join(_TOKEN.findall(words)) or words.strip()
