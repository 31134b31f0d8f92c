"""The head of a game: lines such as `[White "Ada"]`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, get_args

from kifu.replayer.play.annotation import Annotation, Property
from kifu.replayer.play.ended import Ended, How

from .record import Record

START = re.compile(r'^\[Game "Rooks"\]', re.MULTILINE)
HEADER = re.compile(
    r'\s*(?P<line>\[(?P<key>[A-Za-z]\w*)(?P<values>(?:[ ]"(?:\\.|[^"\\\n])*")*)\])[ \t\r]*(?:\n|\Z)'
)
SINGLE = {"Game", "White", "Black", "Ended", "By", "Accepted", "Claim", "EndText"}
NOTED = {
    "Before": "before",
    "After": "after",
    "Glyph": "glyphs",
    "Used": "time_used",
    "Left": "time_left",
}


class Head:
    """What the head of a game says, as it is read."""

    def __init__(self) -> None:
        self._said: dict[str, str] = {}
        self._noted: list[dict[str, Any]] = []

    def add(self, key: str, values: Sequence[str]) -> str | None:
        """Take a line; what is wrong with it, None if nothing is."""
        if key in SINGLE:
            if len(values) != 1 or key in self._said:
                return f"{key} has one value, once"
            if key == "Ended" and values[0] not in get_args(How):
                return f"{values[0]!r} is not an end: {', '.join(get_args(How))} are"
            if key == "By" and values[0] not in ("White", "Black"):
                return "this is White or Black"
            self._said[key] = values[0]
            return None
        if key not in NOTED:
            self._more("properties", Property(key=key, values=tuple(values)))
            return None
        for value in values:
            if key in ("Before", "After"):
                self._more(NOTED[key], value)
            elif not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", value):
                return f"{value!r} is not a number"
            elif key == "Glyph":
                self._more(NOTED[key], int(float(value)))
            else:
                self._noted.append({NOTED[key]: float(value)})
        return None

    def _more(self, key: str, value: object) -> None:
        if not self._noted:
            self._noted.append({})
        here = self._noted[-1]
        here[key] = (*here.get(key, ()), value)

    @property
    def players(self) -> tuple[str, str] | None:
        """The names of both players."""
        if "White" not in self._said and "Black" not in self._said:
            return None
        return self._said.get("White", ""), self._said.get("Black", "")

    @property
    def ended(self) -> Ended | None:
        """How the game ended outside play."""
        if "Ended" not in self._said:
            return None
        how: Any = self._said["Ended"]
        by, accepted = self._said.get("By"), self._said.get("Accepted")
        return Ended(
            how=how,
            by=None if by is None else ("White", "Black").index(by),
            accepted=None if accepted is None else accepted == "yes",
            claim=self._said.get("Claim"),
            text=self._said.get("EndText"),
        )

    @property
    def annotations(self) -> tuple[Annotation, ...]:
        """What is noted about the match."""
        return tuple(Annotation(**each) for each in self._noted)

    @staticmethod
    def lines(record: Record) -> Iterator[str]:
        """The head of a record."""
        yield _line("Game", "Rooks")
        if record.players is not None:
            yield _line("White", record.players[0])
            yield _line("Black", record.players[1])
        for each in record.annotations:
            for said in each.properties:
                if re.fullmatch(r"[A-Za-z]\w*", said.key) and said.key not in SINGLE | NOTED.keys():
                    yield _line(said.key, *said.values)
            yield from (_line("Before", text) for text in each.before)
            yield from (_line("After", text) for text in each.after)
            yield from (_line("Glyph", str(glyph)) for glyph in each.glyphs)
            if each.time_used is not None:
                yield _line("Used", str(each.time_used))
            if each.time_left is not None:
                yield _line("Left", str(each.time_left))
        ended = record.rounds[0].ended
        if ended is not None:
            yield _line("Ended", ended.how)
            if ended.by is not None:
                yield _line("By", ("White", "Black")[ended.by])
            if ended.accepted is not None:
                yield _line("Accepted", "yes" if ended.accepted else "no")
            if ended.claim is not None:
                yield _line("Claim", ended.claim)
            if ended.text is not None:
                yield _line("EndText", ended.text)


def unquoted(text: str) -> str:
    """What stands between quotation marks, where backslashes mean what they mean in JSON.

    A backslash that means nothing there is one.
    """
    try:
        return json.loads(text, strict=False)
    except ValueError:
        return text[1:-1]


def _line(key: str, *values: str) -> str:
    return f"[{' '.join([key, *(json.dumps(each, ensure_ascii=False) for each in values)])}]"
