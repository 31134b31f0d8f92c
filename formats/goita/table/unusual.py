"""Tables in Markdown or with commas, and plays without ☗ and ☖."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...text.unusual import Unusual, table

_MARKS = frozenset("☗☖▲△▼▽⛊⛉■□●○")
_ROW = re.compile(r"(?m)^[ \t|]*+(?:player[ \t,|]++hand|[0-9]++(?:st|nd|rd|th)[ \t,|][^\r\n]*+)")
_PLAY = re.compile(r"(?<![^\s,|])(?:なし|[王玉飛角金銀馬香し裏][王玉飛角金銀馬香し])(?![^\s,|])")
_OTHERS = 3
"""After this many passes, a player leads, with a piece that is face-down."""


def in_text(content: str) -> Iterator[Unusual]:
    """Yield the unusual ways of writing that a table uses throughout."""
    yield from table(content)
    if _MARKS.isdisjoint(content):
        edits = [*_marked(content)]
        if edits:
            yield Unusual("the plays lack ☗ and ☖", edits)


def _marked(content: str) -> Iterator[tuple[int, int, str]]:
    """Yield the marks that the plays lack: they follow from the passes."""
    passes = _OTHERS
    for row in _ROW.finditer(content):
        if "player" in row[0]:
            passes = _OTHERS
        for play in _PLAY.finditer(content, *row.span()):
            if play[0] == "なし":
                passes += 1
                continue
            at = play.start()
            yield at, at, "☖" if passes < _OTHERS else "☗"
            yield at + 1, at + 1, "☖"
            passes = 0
