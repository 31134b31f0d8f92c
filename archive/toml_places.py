"""The places of keys and values in a TOML file, which `tomllib` does not provide."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeAlias

Path: TypeAlias = tuple[str | int, ...]
"""The path to a value: keys of tables, and indices of arrays."""

Place: TypeAlias = tuple[int, int]
"""A line and a column, from 1."""

_TOKEN = re.compile(
    r"""[ \t]+|\#[^\n]*
    |(?P<text>'''.*?(?:'''+|\Z)|\"\"\"(?:\\.|[^\\])*?(?:\"\"\"+|\Z)
       |'[^'\n]*'|"(?:\\.|[^"\\\n])*+"?+)
    |(?P<bare>[A-Za-z0-9_+:-]+)
    |(?P<mark>[][{}=,.\n])
    |.""",
    re.DOTALL | re.VERBOSE,
)


def places(text: str) -> dict[Path, Place]:
    r"""Return the places of all keys and array elements in valid TOML.

    >>> places('[a]\nb = ["x",\n "y"]')
    {('a',): (1, 2), ('a', 'b'): (2, 1), ('a', 'b', 0): (2, 6), ('a', 'b', 1): (3, 2)}
    """
    return _Reader(text).read()


class _Reader:
    """A reader of a text's tokens."""

    def __init__(self, text: str) -> None:
        self.found: dict[Path, Place] = {}
        self._tokens = _tokens(text.replace("\r\n", "\n"))
        self._kind: str = ""
        self._token: str = ""
        self._place: Place = (1, 1)
        self._next()

    def read(self) -> dict[Path, Place]:
        """Return all places."""
        table: Path = ()
        while self._kind:
            if self._token == "\n":
                self._next()
            elif self._token == "[":
                while self._token == "[":
                    self._next()
                table = self._key(())
                while self._token == "]":
                    self._next()
            else:
                self._pair(table)
        return self.found

    def _next(self) -> None:
        self._kind, self._token, self._place = next(self._tokens, ("", "", self._place))

    def _pair(self, table: Path) -> None:
        path = self._key(table)
        self._next()  # the equals sign
        self._value(path)

    def _key(self, path: Path) -> Path:
        """Return the path for a dotted key."""
        while self._kind in ("text", "bare"):
            path = (*path, self._token if self._kind == "bare" else _meaning(self._token))
            self.found.setdefault(path, self._place)
            self._next()
            if self._token == ".":
                self._next()
        return path

    def _value(self, path: Path) -> None:
        if self._token == "[":
            self._array(path)
        elif self._token == "{":
            self._table(path)
        else:
            # A dot may be part of a date or a number.
            while self._kind and not (self._kind == "mark" and self._token in ",]}\n"):
                self._next()

    def _table(self, path: Path) -> None:
        self._next()
        while self._kind and self._token != "}":
            if self._token in (",", "\n"):
                self._next()
            else:
                self._pair(path)
        self._next()

    def _array(self, path: Path) -> None:
        self._next()
        index = 0
        while self._kind and self._token != "]":
            if self._token in (",", "\n"):
                self._next()
                continue
            self.found.setdefault((*path, index), self._place)
            self._value((*path, index))
            index += 1
        self._next()


def _tokens(text: str) -> Iterator[tuple[str, str, Place]]:
    """Yield the meaningful tokens, each with its kind and place."""
    line, start = 1, 0
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        if kind is not None:
            yield kind, match[0], (line, match.start() - start + 1)
        breaks = match[0].count("\n")
        if breaks:
            line += breaks
            start = match.start() + match[0].rindex("\n") + 1


def _meaning(token: str) -> str:
    """Return the text of a quoted token."""
    import tomllib  # only if there is a configuration

    found: dict[str, Any] = tomllib.loads(f"x = {token}")
    return str(found["x"])
