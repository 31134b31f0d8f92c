"""Convert comments to lines that begin with `#`, and back.

A comment has one line for each line of its text, with no gaps. A line `##` separates two comments
that would otherwise be adjacent; no line of a comment is written this way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from ...replayer.play.annotation import Annotation
from .comments import MARK

_SEPARATOR = 2 * MARK
_HELD = re.compile(
    "[\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]*"
)


_ADJACENT = re.compile(r"[ \t]*(?:\r\n|\r|\n)[ \t]*")
"""The separator between comments on adjacent lines."""


def holds(text: str) -> bool:
    r"""Return whether a comment round-trips: apart from line feeds, all characters are visible.

    >>> holds("two\n\nlines"), holds("one\rline")
    (True, False)
    """
    return _HELD.fullmatch(text) is not None


def written(texts: Iterable[str]) -> Iterator[str]:
    r"""Yield the lines of comments.

    >>> list(written(["a\n\nb", " c"]))
    ['# a', '#', '# b', '##', '#  c']
    """
    for number, text in enumerate(texts):
        if number:
            yield _SEPARATOR
        for line in text.split("\n"):
            yield f"{MARK} {line}" if line else MARK


AT_HEAD = 10_000
"""The maximum length of comments at the head of a file: the text after them shows its notation."""


class Room:
    """Room for comments, limited in characters."""

    def __init__(self, most: int = AT_HEAD) -> None:
        self._left = most

    def fits(self, text: str) -> bool:
        """Reserve room for a comment; return whether there was enough."""
        size = len(text) + 3 * text.count("\n")
        found = size <= self._left
        self._left -= size if found else 0
        return found


class Texts(Struct, frozen=True):
    """The comments before something and those after it."""

    before: list[str]
    after: list[str]


NOTHING = Texts([], [])


def texts_by_ply(annotations: Iterable[Annotation]) -> Mapping[int | None, Texts]:
    """Return the comments on a round or a match, by ply."""
    found = dict[int | None, Texts]()
    for each in annotations:
        texts = found.setdefault(each.ply, Texts([], []))
        texts.before.extend(each.before)
        texts.after.extend(each.after)
    return found


def adjacent(content: str, end: int, start: int) -> bool:
    """Return whether two comments are separated only by a line ending."""
    return _ADJACENT.fullmatch(content, end, start) is not None


def read(content: str, spans: Iterable[tuple[int, int]]) -> tuple[str, ...]:
    r"""Return the comments at the given spans, each from `#` to the end of its line.

    >>> read("# a\n# b\n\n#c\n##\n# d", [(0, 3), (4, 7), (9, 11), (12, 14), (15, 18)])
    ('a\nb', 'c', 'd')
    """
    return tuple([said for _, _, said in placed(content, spans)])


def placed(content: str, spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int, str]]:
    """Yield the comments that `read` returns, each preceded by its start and end offsets."""
    said, first, last = list[str](), 0, -1
    for start, end in spans:
        line = content[start:end]
        if said and (line == _SEPARATOR or not adjacent(content, last, start)):
            yield first, last, "\n".join(said)
            said = []
        if line != _SEPARATOR:
            first = first if said else start
            said.append(line.removeprefix(MARK).removeprefix(" "))
            last = end
    if said:
        yield first, last, "\n".join(said)
