"""A line of JSON that stands twice, told by the schema where the text alone cannot tell.

What stands in it shows as keys that are repeated, as a missing comma, or as a bracket too many.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from .brackets import MOST_READ, Mended
from .slips import Slip


def undoubled(
    content: str, read: Callable[[str], Any], fits: Callable[[Any], bool]
) -> Sequence[Mended]:
    """The texts that fit, without one of two equal lines that follow each other."""
    found: list[Mended] = []
    lines, at, tries = content.splitlines(keepends=True), 0, MOST_READ // (len(content) + 1)
    for line, following in pairwise(lines):
        at += len(line)
        if line.strip() and line.rstrip("\r\n") == following.rstrip("\r\n") and tries:
            tries -= 1
            edit = (at, at + len(following), "")
            text = content[:at] + content[at + len(following) :]
            try:
                value = read(text)
            except (ValueError, RecursionError):
                continue
            if fits(value):
                start = at + len(line) - len(line.lstrip())
                stop = at + len(following.rstrip())
                why = "this line stands here a second time"
                found.append(Mended(Slip(why, start, stop, (edit,), "remove it"), value, text))
    return found
