"""Splits a long file into its games before they are read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...files.apart import joined
from ...files.conflict import BEGINS, together
from ...files.line_reader import LineReader
from ...files.source import LIMIT, Unreadable, too_large

_VALUES = re.compile(rb"(\[)(?:[^\]\\]++|\\[\s\S])*+(?:(\])|\\?\Z)")
"""A value, which may continue on the next line."""
_REST = re.compile(rb"(?:[^\]\\]++|\\(?:[\s\S]|\Z))*+\]")
"""The rest of a value that begins on an earlier line."""
_GAME = re.compile(rb"\(\s*+(?:[;()]|[A-Z]{1,2}\s*+\[|\Z)")
_LINE = re.compile(rb"\s*+" + _GAME.pattern)
_BEGINS = re.compile(rb"\s*+\(\s*+;\s*+(?:FF|GM|SZ|CA|AP)\s*+\[")
"""A line that begins a game, even if the one before it is not closed."""
_VARIATION = re.compile(rb"\s*+\(\s*+;\s*+[BW]\s*+\[")
"""A line that begins a variation, or a game without a header."""


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
    for number, text, may_bracket in _blocks(lines):
        is_first = is_begun and not is_value and may_bracket and _LINE.match(text)
        if is_first and not depth and _VARIATION.match(text) and _BEGINS.match(game[0][1]):
            is_first = None  # the bracket that closed the game may be superfluous
        if is_first and (not depth or _BEGINS.match(text)):
            yield joined(game)
            game, size, depth, is_begun = [], 0, 0, False
        game.append((number, text))
        size += len(text) + 1
        if size > LIMIT:
            raise Unreadable(too_large("the game", game[0][0]))
        if not may_bracket and b"\\" not in text:
            closed = text.rfind(b"]")
            is_value = text.find(b"[", closed + 1) >= 0 or (is_value and closed < 0)
            is_value = is_value and is_begun
            continue
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


def _blocks(lines: LineReader) -> Iterator[tuple[int, bytes, bool]]:
    """Yield lines with their numbers, and whether they may have round brackets.

    Consecutive lines without any, or of a merge conflict, are yielded together.
    """
    groups = together(lines)
    while True:
        number, block = lines.ended + 1, lines.without((b"(", b")", BEGINS))
        if block:
            yield number, block[:-1], False
        number, group = next(groups, (0, None))
        if group is None:
            return
        yield number, b"\n".join(group), True
