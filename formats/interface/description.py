"""Notations described on a page, with examples of sound and wrong texts.

A notation without a schema or grammar is described in words. The code blocks of the page are
examples, which the laws of `kifu.testing` check: a block marked `sound` has no findings; a block
marked `wrong` has these findings, each with its code, line and column:

    ```wrong F004 1:7
    noughts 5z
    ```

The texts end with LF. Other blocks are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from ...replayer.discovery import broken, load_text
from ..text.grammar import package_of

_BLOCK = re.compile(r"^(`{3,})(sound|wrong)\b([^\n]*)\n(.*?)^\1 *$", re.MULTILINE | re.DOTALL)
_FOUND = re.compile(r"([A-Z][0-9]{3}) ([1-9][0-9]*):([1-9][0-9]*)")


class Described(Struct, frozen=True):
    """An example text in a description, the line of the page where it begins, and its findings.

    Each finding is a code, a line and a column; a sound text has none.
    """

    text: str
    line: int
    found: tuple[tuple[str, int, int], ...] = ()


@cache
def description(name: str) -> str:
    """Return the page that describes the notation `GAME/NAME`."""
    package, path, game = package_of(name)
    return load_text(package, f"{path}.md", game)


def described_texts(name: str) -> Iterator[Described]:
    """Yield the example texts of a description in order.

    Raises BrokenPlugin if a block does not say whether its text is sound, or what is wrong.
    """
    page = description(name)
    for each in _BLOCK.finditer(page):
        line = page.count("\n", 0, each.start()) + 1
        said = each[3].strip()
        found = tuple((code, int(row), int(at)) for code, row, at in _FOUND.findall(said))
        left = _FOUND.sub("", said).strip(" ,")
        if left or bool(found) != (each[2] == "wrong"):
            why = f"{name}.md:{line}: a block must be marked `sound` or `wrong CODE LINE:COLUMN`"
            raise broken(package_of(name)[2], why)
        yield Described(each[4], line, found)
