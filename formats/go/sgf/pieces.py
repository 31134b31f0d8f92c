"""Splits a long file into its games before they are read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...files.apart import joined
from ...files.conflict import together
from ...files.line_reader import LineReader
from ...files.source import LIMIT, Unreadable, too_large

_VALUES = re.compile(rb"(\[)(?:[^\]\\]++|\\[\s\S])*+(?:(\])|\\?\Z)")
"""A value, which may go on in the next line."""
_REST = re.compile(rb"(?:[^\]\\]++|\\(?:[\s\S]|\Z))*+\]")
"""The rest of a value that begins on an earlier line."""
_GAME = re.compile(rb"\(\s*+(?:[;()]|[A-Z]{1,2}\s*+\[|\Z)")
_LINE = re.compile(rb"\s*+" + _GAME.pattern)
_BEGINS = re.compile(rb"\s*+\(\s*+;\s*+(?:FF|GM|SZ|CA|AP)\s*+\[")
"""A line that begins a game, even if the one before it is not closed."""


def pieces(lines: LineReader) -> Iterator[tuple[int, bytes]]:
    r"""Yield games, or several that share a line, each with the number of its first line.

    Raises Unreadable if one is longer than a record may be.

    >>> from kifu.formats.files.source import records_in
    >>> list(pieces(records_in(iter([b"(;C[\n(]\n;B[])\n(;)(;)"]))))
    [(1, b'(;C[\n(]\n;B[])\n'), (4, b'(;)(;)\n')]
    """
    game = list[tuple[int, bytes]]()
    size = depth = 0
    is_begun = is_value = False
    for number, group in together(lines):
        text = b"\n".join(group)
        if is_begun and not is_value and _LINE.match(text) and (not depth or _BEGINS.match(text)):
            yield joined(game)
            game, size, depth, is_begun = [], 0, 0, False
        game.append((number, text))
        size += len(text) + 1
        if size > LIMIT:
            raise Unreadable(too_large("the game", game[0][0]))
        if is_value:
            rest = _REST.match(text)
            if rest is None:
                continue
            text = text[rest.end() :]
        text = _VALUES.sub(rb"\1\2", text)
        is_value = text.endswith(b"[")
        if not is_begun:
            first = _GAME.search(text)
            is_begun = first is not None
            text = text[first.start() :] if first else b""
            is_value = is_value and is_begun
        depth = max(0, depth + text.count(b"(") - text.count(b")"))
    if game:
        yield joined(game)
