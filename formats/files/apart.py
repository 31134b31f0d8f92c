"""Splits a text file into its matches before they are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from ..text.lines import BETWEEN
from .conflict import BEGINS, together
from .line_reader import LineReader
from .source import LIMIT, Unreadable, too_large

_PLAIN = re.compile(rb"[!-~]")
"""A character other than whitespace."""
_SPACE = re.compile(rb"\n([^!-~\n]*)(?=\n)")
"""A line that may be empty: it may contain whitespace, or spaces outside ASCII."""
_RULE = re.compile(rb"\n([^!-~\n]*-[^\n]*)(?=\n)")
"""A line that may be a separator: a dash, perhaps after something else."""


def at_empty_lines(lines: LineReader) -> Iterator[tuple[int, bytes]]:
    r"""Yield the matches separated by empty lines, each with the number of its first line.

    Raises Unreadable if one is longer than a record may be.

    >>> from kifu.formats.files.source import records_in
    >>> list(at_empty_lines(records_in(iter([b"\na\nb\n\n\nc\n"]))))
    [(1, b'\na\nb\n\n\n'), (6, b'c\n')]
    """
    return _apart(lines, _SPACE, lambda line: not line)


def at_rules(lines: LineReader) -> Iterator[tuple[int, bytes]]:
    r"""Yield the matches separated by `---` lines, each with the number of its first line.

    Raises Unreadable if one is longer than a record may be.

    >>> from kifu.formats.files.source import records_in
    >>> list(at_rules(records_in(iter([b"a\n\nb\n---\n\nc\n"]))))
    [(1, b'a\n\nb\n---\n\n'), (6, b'c\n')]
    """
    return _apart(lines, _RULE, lambda line: BETWEEN.match(line) is not None)


_YAML = re.compile(
    rb"^(?:%[^\n]*+\n)*+(?:%|\.\.\.|(?P<document>---(?=\s|\Z))?+[ \t]*+(?P<value>[^\s#])?+)",
    re.MULTILINE,
)
"""A line of YAML that begins a document, or has a value; directives may precede it."""
_END = re.compile(rb"\r\n?|\n")


def at_documents(data: bytes) -> Iterator[tuple[int, bytes]]:
    r"""Yield YAML documents, each with the number of its first line; their bytes may be invalid.

    >>> list(at_documents(b"# a\n---\na: \xff\n--- # b\nb: c\n---\n"))
    [(1, b'# a\n---\na: \xff\n'), (4, b'--- # b\nb: c\n---\n')]
    """
    starts, begins, is_begun = [0], 0, False
    for found in _YAML.finditer(data):
        if found["document"] is not None:
            begins = found.start()
        if found["value"] is not None:
            if is_begun and begins > starts[-1]:
                starts.append(begins)
            is_begun = True
    number = 1
    for start, end in pairwise([*starts, len(data)]):
        yield number, data[start:end]
        number += len(_END.findall(data, start, end))


def joined(lines: Sequence[tuple[int, bytes]]) -> tuple[int, bytes]:
    r"""Join numbered lines, expanding single empty lines that represent several.

    Raises Unreadable if they are too long.

    >>> joined([(3, b"a"), (4, b""), (7, b"b")])
    (3, b'a\n\n\n\nb\n')
    """
    due = first = lines[0][0]
    found, missing = list[bytes](), 0
    for number, line in lines:
        if number > due:
            missing += number - due
            if missing > LIMIT:
                raise Unreadable(too_large("the record", first))
            found.append(b"\n" * (number - due - 1))
        found.append(line)
        due = number + 1 + line.count(b"\n")
    return first, b"\n".join(found) + b"\n"


def _apart(
    lines: LineReader, maybe: re.Pattern[bytes], is_between: Callable[[str], bool]
) -> Iterator[tuple[int, bytes]]:
    """Yield matches, each followed by its separator; conflicts are not split."""
    match = list[tuple[int, bytes]]()
    size, begun, ended = 0, False, False
    for number, text, is_conflict in _blocks(lines):
        cut = at = 0
        between = [] if is_conflict else _between(text, maybe, is_between)
        for start, end in [*between, (len(text), 0)]:
            if (ended or not begun) and (content := _content(text, at, start)) is not None:
                if ended:
                    if cut < content:
                        match.append((number, text[cut : content - 1]))
                    yield joined(match)
                    number += text.count(b"\n", cut, content)
                    match, size, cut, ended = [], 0, content, False
                begun = True
            ended, at = ended or (begun and end > 0), end
        if cut < len(text):
            match.append((number, text[cut:-1]))
            size += len(text) - cut
        if size > LIMIT:
            raise Unreadable(too_large("the match", match[0][0]))
    if match:
        yield joined(match)


def _blocks(lines: LineReader) -> Iterator[tuple[int, bytes, bool]]:
    """Yield blocks of whole lines, with their first line numbers; a conflict is one block."""
    groups = together(lines)
    while True:
        number, block = lines.ended + 1, lines.without((BEGINS,))
        if block:
            yield number, block, False
            continue
        number, group = next(groups, (0, None))
        if group is None:
            return
        yield number, b"\n".join(group) + b"\n", len(group) > 1


def _between(
    text: bytes, maybe: re.Pattern[bytes], is_between: Callable[[str], bool]
) -> list[tuple[int, int]]:
    """Return the spans of the lines that separate matches in a text."""
    found = maybe.finditer(b"\n" + text)
    return [(each.start(), each.end()) for each in found if is_between(_said(each[1]))]


def _content(text: bytes, at: int, end: int) -> int | None:
    """Return the offset of the first non-blank line in part of a text, or None."""
    while at < end:
        following = text.index(b"\n", at) + 1
        if _PLAIN.search(text, at, following) or _said(text[at:following]):
            return at
        at = following
    return None


def _said(line: bytes) -> str:
    """Return the content of a line without surrounding whitespace."""
    return line.decode("utf-8", "replace").strip()
