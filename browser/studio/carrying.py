"""Change a record in its text, keeping the rest of the text as it was typed."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Any

from ...formats import Notation
from ...formats.text.place import differences
from ..document import outcomes_of

MOST = 2000
"""A text is rewritten if more lines than this differ from the lines its notation would write."""


def carried(text: str, before: str, after: str, notation: Notation[Any]) -> str | None:
    """Apply the changes between two texts written by a notation to another text in that notation.

    Return None if the changed lines are written differently in `text`, not just spaced differently.
    """
    if text == before:
        return after
    is_line = notation.medium == "json" and "\n" not in text.strip()
    for found in (_in_lines(text, before, after), _in_words(text, before, after, is_line)):
        if found is None:
            continue
        if found == after:
            return found
        again = [each.record for each in outcomes_of(found, notation.id)]
        if len(again) == 1 and again[0] is not None and notation.write(again[0]) == after:
            return found
    return None


def _in_lines(text: str, before: str, after: str) -> str | None:
    own, old, new = (each.splitlines(keepends=True) for each in (text, before, after))
    first, last = _apart(old, new)
    begin, end = first, len(old) - last
    head, tail = _apart(own, old)
    if max(len(own), len(old)) - head - tail > MOST:
        return None
    middle = SequenceMatcher(
        None, old[head : len(old) - tail], own[head : len(own) - tail], autojunk=False
    )
    blocks = [(0, 0, head), (len(old) - tail, len(own) - tail, tail)]
    blocks += [(head + a, head + b, size) for a, b, size in middle.get_matching_blocks()]
    for at, place, size in blocks:
        if at <= begin and end <= at + size and size:
            from_, to = place + begin - at, place + end - at
            return "".join([*own[:from_], *new[begin : len(new) - last], *own[to:]])
    return None


def _in_words(text: str, before: str, after: str, is_line: bool) -> str | None:
    """Make one change in a text that differs from `before` only in spaces and line breaks.

    A text that `is_line` stays on one line.
    """
    changes = differences(before, after)
    if len(changes) != 1 or "".join(text.split()) != "".join(before.split()):
        return None
    ((start, end, new),) = changes
    ends = [0, *(at for at, each in enumerate(text, start=1) if not each.isspace())]
    first, last = (len("".join(before[:at].split())) for at in (start, end))
    if is_line:
        new = " ".join(new.splitlines())
    return f"{text[: ends[first]]}{new}{text[ends[last] :]}"


def _apart(one: Sequence[str], other: Sequence[str]) -> tuple[int, int]:
    """Return the lengths of the common prefix and the common suffix of two lists."""
    most, first, last = min(len(one), len(other)), 0, 0
    while first < most and one[first] == other[first]:
        first += 1
    while last < most - first and one[-1 - last] == other[-1 - last]:
        last += 1
    return first, last
