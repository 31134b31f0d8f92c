"""Takes a file of text apart into its matches, before they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from .conflict import together
from .line_reader import LineReader
from .lines import BETWEEN
from .source import LIMIT, Unreadable, too_large


def at_empty_lines(lines: LineReader) -> Iterator[Sequence[tuple[int, bytes]]]:
    r"""The numbered lines of each match, where empty lines stand between them.

    >>> from kifu.formats.source import records_in
    >>> text = iter([b"\na\nb\n\n\nc\n"])
    >>> [[number for number, _ in match] for match in at_empty_lines(records_in(text))]
    [[1, 2, 3, 4, 5], [6]]

    Raises Unreadable where one is longer than a record may be.
    """
    return _apart(lines, lambda line: not line)


def at_rules(lines: LineReader) -> Iterator[Sequence[tuple[int, bytes]]]:
    r"""The numbered lines of each match, where a line `---` stands between them.

    >>> from kifu.formats.source import records_in
    >>> text = iter([b"a\n\nb\n---\n\nc\n"])
    >>> [[number for number, _ in match] for match in at_rules(records_in(text))]
    [[1, 2, 3, 4, 5], [6]]

    Raises Unreadable where one is longer than a record may be.
    """
    return _apart(lines, lambda line: line[:1] == "-" and BETWEEN.match(line) is not None)


def _apart(
    lines: LineReader, is_between: Callable[[str], bool]
) -> Iterator[Sequence[tuple[int, bytes]]]:
    """What stands between matches is the end of the one before; conflicts are not split."""
    match = list[tuple[int, bytes]]()
    size, begun, ended = 0, False, False
    for number, group in together(lines):
        said = [_said(line) for line in group]
        if len(said) == 1 and is_between(said[0]):
            ended = begun
        elif any(said):
            if ended:
                yield match
                match, size, ended = [], 0, False
            begun = True
        match += enumerate(group, number)
        size += sum(len(line) + 1 for line in group)
        if size > LIMIT:
            raise Unreadable(too_large("the match", match[0][0]))
    if match:
        yield match


def _said(line: bytes) -> str:
    """What a line says without white space at its ends."""
    return line.decode("utf-8", "replace").strip()
