"""Records as lines of text: their blocks, and the places of a record's parts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, TypeAlias, cast

from msgspec import Struct

from ...findings import Finding, Fix
from .place import place, replacing
from .text import Text

if TYPE_CHECKING:
    from lark import Token


BETWEEN = re.compile(r"-{3,}\Z")
"""The line that separates two matches."""


class LineOfText(Struct, frozen=True):
    """A line, and the offset at which it starts."""

    content: str
    start: int

    @property
    def end(self) -> int:
        """The offset after its last character."""
        return self.start + len(self.content)

    def span(self, token: Token) -> tuple[int, int]:
        """Return the offsets of a token in the line."""
        start = self.start + (token.start_pos or 0)
        return start, start + len(token)


def lines(text: Text) -> Iterator[LineOfText]:
    """Yield the lines of a text, without surrounding whitespace."""
    content = text.content
    for start, end in pairwise([*text.starts(), len(content)]):
        raw = content[start:end].rstrip()
        line = raw.lstrip()
        yield LineOfText(line, start + len(raw) - len(line))


def blocks(text: Text) -> Iterator[Iterator[LineOfText]]:
    """Yield the blocks of lines separated by empty lines; finish each before taking the next."""
    for filled, block in groupby(lines(text), key=lambda line: bool(line.content)):
        if filled:
            yield block


Reword: TypeAlias = Callable[[str], str]
"""Puts a message into a notation's terms."""

Written: TypeAlias = Callable[[str, str], str | None]
"""Returns the text of a new value, in the style of the text that it replaces, or None."""


def same(message: str) -> str:
    """Return the message unchanged."""
    return message


class Places:
    """The places of a record's parts in a text, recorded as a reader finds them."""

    def __init__(self, text: Text, reword: Reword = same, written: Written | None = None) -> None:
        """`reword` puts a message into the notation's terms; `written` writes a fix's new text."""
        self.text = text
        self._reword = reword
        self._written = written
        self._spans: dict[str, tuple[int, int, str | None]] = {"": (0, 0, None)}

    def add(self, pointer: str, start: int, end: int, shown: str | None = None) -> None:
        """Remember the span of a place, given by its pointer in the canonical record."""
        self._spans[pointer] = (start, end, shown)

    def place(self, finding: Finding) -> Finding:
        """Return a finding about the record at its place, or at the nearest known one above it."""
        start, end, shown = self.span(finding)
        fix = None if finding.fix is None else self._fix(finding.fix)
        reworded = finding.but(pointer=shown, message=self._reword(finding.message), fix=fix)
        return place(reworded, self.text, start, end)

    def _fix(self, fix: Fix) -> Fix | None:
        """Return a fix for the record as edits to the text, or None if it cannot be made here."""
        edits, written = list(fix.edits), list[str]()
        for where, value in fix.changes:
            if where not in self._spans:
                return None
            start, end, _ = self._spans[where]
            new = self._new(self.text.content[start:end], value)
            if new is None:
                return None
            edits += replacing(self.text, start, end, new)
            written.append(new)
        if fix.renames or fix.removals:
            return None
        message = f"write {written[0]}" if len(written) == 1 else fix.message
        return Fix(message, edits=tuple(edits), safe=fix.safe)

    def _new(self, old: str, value: object) -> str | None:
        """Return the text for a value to replace another text, or None if unknown."""
        if isinstance(value, str):
            return None if self._written is None else self._written(old, value)
        return numbers(old, value)

    def span(self, finding: Finding) -> tuple[int, int, str | None]:
        """Return the offsets of a finding's place, and its pointer in the file."""
        where = finding.pointer or ""
        if where in self._spans:
            start, end, shown = self._spans[where]
            if finding.offset is not None and start + finding.offset < end:
                start += finding.offset
                end = start + (finding.length or 1)
            return start, end, shown
        while where not in self._spans:
            where = where.rpartition("/")[0]
        start, _, shown = self._spans[where]
        return start, start + 1, shown


_NUMBER = re.compile(r"[-+]?[0-9]+")


def numbers(old: str, value: object) -> str | None:
    """Return a text of plain numbers with new numbers in their place, or None for anything else.

    >>> numbers("16", 15), numbers("+3 -3", [1, -1]), numbers("P1", 0), numbers("s2,1", [1, 2])
    ('15', '1 -1', None, None)
    """
    given = [*cast(Iterable[object], value)] if isinstance(value, list | tuple) else [value]
    between = _NUMBER.split(old)
    if len(between) != len(given) + 1 or "".join(between).strip():
        return None
    if not all(isinstance(each, int) and not isinstance(each, bool) for each in given):
        return None
    return "".join(f"{before}{each}" for before, each in zip(between, [*given, ""], strict=True))


_WORD = re.compile(r"[^\s\"()][^\s()]*\Z")


def quoted(name: str, separators: str = "") -> str:
    """Return a name as one word: quoted, like a JSON string, if necessary.

    `separators` are further characters that a plain name may not contain.

    >>> quoted("Aki"), quoted("Mr. Aki"), quoted("Aki,B", ",")
    ('Aki', '"Mr. Aki"', '"Aki,B"')
    """
    plain, word = name.isprintable(), _WORD.match(name) and not {*separators} & {*name}
    return name if plain and word else _string(name)


def unquoted(name: str) -> str:
    """Return a name without the quotes that `quoted` writes, if it has them.

    >>> unquoted("Aki"), unquoted('"Mr. Aki"')
    ('Aki', 'Mr. Aki')
    """
    if name[:1] != '"':
        return str(name)
    try:
        found = str(json.loads(name))
        found.encode()
    except ValueError:
        return str(name)
    return found


def quoted_line(text: str) -> str:
    r"""Return a text as the rest of a line: quoted, like a JSON string, if it could be misread.

    >>> quoted_line("Mr. Aki"), quoted_line("두\n줄")
    ('Mr. Aki', '"두\\n줄"')
    """
    plain = text == text.strip() and text.isprintable() and text[:1] not in ('"', "")
    return text if plain else _string(text)


def _string(text: str) -> str:
    """Return a text as a JSON string in which only invisible characters are escaped."""
    written = json.dumps(text, ensure_ascii=False)
    return "".join(each if each.isprintable() else json.dumps(each)[1:-1] for each in written)
