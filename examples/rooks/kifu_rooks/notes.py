"""What stands beside the moves of a text: comments, glyphs and clocks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from kifu.replayer.play.annotation import Annotation

BANGS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
ESCAPES = {"\\": "\\\\", "}": "\\}", "\n": "\\n", "\r": "\\r"}
ESCAPED = re.compile(r"\\(.)", re.DOTALL)
MEANT = {"n": "\n", "r": "\r"}


def comment(text: str) -> str:
    """A comment as it is written: exactly this text stands in its braces."""
    return f"{{{''.join(ESCAPES.get(each, each) for each in text)}}}"


def noted(annotations: Sequence[Annotation], move: str) -> Iterator[str]:
    """A move with all that is noted about it, token by token."""
    yield from (comment(text) for each in annotations for text in each.before)
    yield move
    for each in annotations:
        yield from (f"${glyph}" for glyph in each.glyphs)
        if each.time_used is not None:
            yield f"[%used {each.time_used}]"
        if each.time_left is not None:
            yield f"[%left {each.time_left}]"
        yield from map(comment, each.after)


class Notes:
    """The annotations of a line, as they are read."""

    def __init__(self) -> None:
        self._found: list[dict[str, Any]] = []

    def add(self, kind: str, token: re.Match[str], ply: int | None, is_before: bool) -> None:
        """Note what a token says about a ply, None if about the whole line."""
        if kind == "comment":
            text = ESCAPED.sub(lambda found: MEANT.get(found[1], found[1]), token["comment"])
            self._more(ply, "before" if is_before else "after", text)
        elif kind == "seconds":
            key, seconds = f"time_{token['clock']}", float(token["seconds"])
            if not self._found or self._found[-1]["ply"] != ply or key in self._found[-1]:
                self._found.append({"ply": ply})
            self._found[-1][key] = seconds
        else:
            number = BANGS[token["bang"]] if kind == "bang" else int(token["glyph"])
            self._more(ply, "glyphs", number)

    def _more(self, ply: int | None, key: str, value: object) -> None:
        if not self._found or self._found[-1]["ply"] != ply:
            self._found.append({"ply": ply})
        here = self._found[-1]
        here[key] = (*here.get(key, ()), value)

    def all(self) -> tuple[Annotation, ...]:
        """All of them, in order."""
        return tuple(Annotation(**each) for each in self._found)
