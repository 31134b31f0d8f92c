"""A bracket that is lost, too many or another one, told by the schema where the text cannot tell.

JSON shows such a slip only where it can be read no further, which may be far away. Of the places up
to there, those are right with which the whole text can be read, and fits its schema.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from ..tree import Node
from .slips import Slip

MOST_READ = 4_000_000
"""So many characters are read in search of a bracket, which takes a tenth of a second."""

_TOKEN = re.compile(r'"(?:[^"\\\n\r]|\\.)*"|[\[\]{}]|[^\s,:\[\]{}"]+')
_OTHER = {"[": "{", "{": "[", "]": "}", "}": "]"}
_CLOSING = {"[": "]", "{": "}"}


class Mended(Struct, frozen=True):
    """A text with one bracket mended: the slip, what the text then says, and its content."""

    slip: Slip
    value: Any
    content: str

    def restore(self, root: Node) -> None:
        """Give a tree of the mended text the places of the text as it is written."""
        ((start, end, new),) = self.slip.edits
        moved = len(new) - (end - start)

        def shift(node: Node) -> None:
            for each in node.items or ():
                shift(each)
            for member in node.members or ():
                member.start -= moved if member.start >= start else 0
                member.end -= moved if member.end > start else 0
                shift(member.value)
            # What stands in a value is looked for from where that is: so it is moved last.
            node.end -= moved if node.end > start else 0
            node.start -= moved if node.start > start or (moved < 0 and node.start == start) else 0

        shift(root)


def mended(
    content: str, stuck: int, read: Callable[[str], Any], fits: Callable[[Any], bool]
) -> Sequence[Mended]:
    """The texts that fit, with one bracket changed up to where the text could be read no further.

    Those that say the same come once, the nearest to that place first. None are given where the
    text is too long to try all.
    """
    found: list[Mended] = []
    budget = MOST_READ
    for slip in _slips(content, stuck):
        ((start, end, new),) = slip.edits
        text = content[:start] + new + content[end:]
        budget -= len(text)
        if budget < 0:
            return []
        try:
            value = read(text)
        except (ValueError, RecursionError):
            continue
        if all(value != each.value for each in found) and fits(value):
            found.append(Mended(slip, value, text))
    return found


def _slips(content: str, stuck: int) -> Iterator[Slip]:
    """Each bracket that may be lost, too many or another one, by what of them there is."""
    tokens = [(match.start(), match.end()) for match in _TOKEN.finditer(content)]
    brackets = [content[start] for start, _ in tokens]
    more = {each: brackets.count(each) - brackets.count(_CLOSING[each]) for each in _CLOSING}
    off = [each for each, count in more.items() if count]
    if len(off) == 1 and abs(more[off[0]]) == 1:
        lost, extra = (_CLOSING[off[0]], off[0]) if more[off[0]] > 0 else (off[0], _CLOSING[off[0]])
    elif sorted(more.values()) != [-1, 1]:
        return
    else:
        lost = extra = ""
    for start, end in reversed(tokens):
        char = content[start]
        if start > stuck:
            continue
        if not lost and char in _OTHER:
            due = _OTHER[char]
            edits = ((start, end, due),)
            yield Slip(f"{char} stands where {due} is due", start, end, edits, f"write {due}")
        elif char == extra:
            edits = ((start, end, ""),)
            yield Slip(f"a {char} too many stands here", start, end, edits, f"remove {char}")
        if lost:
            at = start if lost in _CLOSING else end
            yield Slip(f"{lost} is missing here", at, at, ((at, at, lost),), f"add {lost}")
