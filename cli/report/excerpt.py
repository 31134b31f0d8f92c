"""Excerpts cut so that they fit the columns of a terminal."""

from __future__ import annotations

from msgspec.structs import replace

from ...findings import Excerpt
from ...formats.text.columns import visible, width

MARGIN = "    | "
"""What stands before an excerpt."""
CUT = "…"
"""What stands where more was."""
_TAB = " " * 4


def shown(text: str) -> str:
    """A part of a line as it is shown: with blanks for tabs, and harmless to a terminal."""
    return visible(text.replace("\t", _TAB))


def fitted(excerpt: Excerpt, columns: int) -> Excerpt:
    """An excerpt of which only so much is left as fits: first of the part to underline.

    >>> fitted(Excerpt("aaaaaaaaaabbaaaaaaaaaa", 10, 2), 16)
    Excerpt(text='aaabbaaa', start=3, length=2, more_before=True, more_after=True)
    """
    widths = [width(shown(each)) for each in excerpt.text]
    marks = excerpt.more_before + excerpt.more_after
    if sum(widths) + marks <= columns - len(MARGIN):
        return excerpt
    room = max(columns - len(MARGIN) - 2 * len(CUT), 2)
    start, end = excerpt.start, excerpt.start + excerpt.length
    first = last = start
    while last < min(end, len(widths)) and widths[last] <= room:
        room -= widths[last]
        last += 1
    about = last
    while last >= end:
        before = first > 0 and widths[first - 1] <= room
        if before:
            first -= 1
            room -= widths[first]
        after = last < len(widths) and widths[last] <= room
        if after:
            room -= widths[last]
            last += 1
        if not (before or after):
            break
    return replace(
        excerpt,
        text=excerpt.text[first:last],
        start=start - first,
        length=max(1, about - start),
        more_before=first > 0 or excerpt.more_before,
        more_after=last < len(widths) or excerpt.more_after,
    )
