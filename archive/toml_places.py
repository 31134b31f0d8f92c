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
    found: dict[Path, Place] = {}
    path: Path = ()
    # The open tables and arrays, each with its path; an array also has the index of its element.
    stack: list[tuple[Path, int | None]] = [((), None)]
    is_key = True
    for kind, token, place in _tokens(text.replace("\r\n", "\n")):
        holder, index = stack[-1]
        if kind != "mark" and is_key:
            path = (*path, token if kind == "bare" else _meaning(token))
            found.setdefault(path, place)
        elif index is not None and (kind != "mark" or token in "[{"):
            path = (*holder, index)
            found.setdefault(path, place)
        if token in ("[", "{") and not is_key:
            stack.append((path, 0 if token == "[" else None))
            is_key = token == "{"
        elif token == "[":
            path = ()
        elif token == "=":
            is_key = False
        elif token in ("]", "}") and len(stack) > 1:
            stack.pop()
            is_key = False
        elif token == "]":
            stack[0] = (path, None)
        elif token == "," and index is not None:
            stack[-1] = (holder, index + 1)
        elif token == "," or (token == "\n" and len(stack) == 1):
            is_key, path = True, holder
    return found


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
