"""Parses SGF: games, variations, nodes and properties, each with its offset.

It takes one pass, in time linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from ....findings import Rule
from ....replayer.go.points import COLOURS
from .. import codes

_VALUE = r"\[(?:[^\]\\]++|\\[\s\S])*+\]"
_SPACE = re.compile(r"\s*+")
_PROPERTY = re.compile(rf"\s*+((?![BW][0-9])[a-z]*+[A-Z][A-Za-z]*+[0-9]*+)\s*+((?:{_VALUE}\s*+)++)")
_LOWER = re.compile(rf"([a-z]++)\s*+((?:{_VALUE}\s*+)++)")
VALUES = re.compile(_VALUE)
_ALL_VALUES = re.compile(r"\[(?:[^\]\\]++|\\[\s\S])*+(?:\]|\\?\Z)")
"""Values, one of which may not be closed."""
_OPEN_VALUE = re.compile(r"(?:[A-Za-z]++\s*+)?\[")
_ORPHAN = re.compile(rf"(?:{_VALUE}\s*+)++")
_REST = re.compile(r"[^\[\];()]{0,200}+(?:\[[^\[\];()]{0,200}+\][^\[\];()]{0,200}+){0,5}+\]")
"""The rest of a value that ended early, at a `]` inside it."""
_WORDS = re.compile(r"(?:[^\[\];()A-Za-z]++|[A-Za-z]++(?!\s*+\[))++|[A-Za-z]++|[\s\S]")
_GAME = re.compile(r"\(\s*+(?:[;()]|[A-Z]{1,2}\s*+\[|\Z)")
_FIRST = re.compile(r"\(\s*+;|;\s*+[A-Za-z]++\s*+\[")
"""The first game after other text, perhaps without its bracket."""
_NEXT = re.compile(rf"{_FIRST.pattern}|\)")
"""The next game after other text, or something that shows that the last one was closed early."""
_CLOSING = re.compile(r"\)[\s)]*+")
_START = re.compile(r"\(\s*+;")
_VARIATION = re.compile(r"\s*+\(\s*+;\s*+[BW]\s*+\[")
_INDENT = 80
"""The maximum number of spaces before a game on a line."""
_LAST = re.compile(r"(?:[^\[\];()\\\s]++|\s++(?=[^\s)]))*+(\s*+(?:\)[\s)]*+)?)\Z")
"""The rest of a text that ends within a value, and the brackets at its end."""
_BEGINS = re.compile(r"\(\s*+;\s*+(?:FF|GM|SZ|CA|AP)\s*+\[")
"""The beginning of a game, even if the one before it is not closed."""


class Opened(Struct, frozen=True, gc=False):
    """The beginning of a game or variation; a game has no open brackets around it."""

    start: int
    is_game: bool


class Closed(Struct, frozen=True, gc=False):
    """The end of the innermost open game or variation."""

    end: int


class Entry(Struct, frozen=True):
    """A property with its values as written and their offsets; `name` is its name as written.

    The span covers the name.
    """

    key: str
    start: int
    end: int
    values: list[str]
    starts: list[int]
    name: str


class Node(Struct, frozen=True):
    """A node with its properties; it is `spoiled` if something in it is not a property."""

    start: int
    end: int
    entries: list[Entry]
    spoiled: bool = False


class Slip(Struct, frozen=True):
    """Part of a text that does not follow the syntax; it `cuts` the line if play may be missing.

    `edit` is the span that a fix replaces, and the new text.
    """

    start: int
    end: int
    rule: Rule
    why: str
    edit: tuple[int, int, str] | None = None
    cuts: bool = False


Token: TypeAlias = Opened | Closed | Node | Slip


class _Lexer:
    """The position in a text being read."""

    def __init__(self, content: str) -> None:
        self.content = content
        self.at = 0
        self.depth = 0
        self.last: int = 0
        """The end of the last token."""
        self.is_open = False
        """Whether the text ends within a value."""
        self.has_extra: bool | None = None
        """The answer of `extra`, once it is known."""
        self.is_after = False
        """Whether the last token ends a variation."""

    def tokens(self) -> Iterator[Token]:
        """Yield the tokens of the whole text."""
        content, size = self.content, len(self.content)
        while True:
            found = _SPACE.match(content, self.at)
            self.at = found.end() if found else self.at
            if self.at >= size:
                break
            if not self.depth:
                yield from self.outside()
                self.is_after = False
                continue
            char = content[self.at]
            if char == ";":
                if self.is_after and self.extra():
                    self.has_extra = False
                    self.depth += 1
                    edit = (self.at, self.at, "(")
                    yield Slip(self.at, self.at + 1, codes.STRAY, "( is missing here", edit)
                    yield Opened(self.at, False)
                self.at += 1
                yield from self.properties(self.at - 1)
            elif char == ")":
                self.at += 1
                if self.depth == 1 and _VARIATION.match(content, self.at) and self.extra():
                    self.has_extra = False
                    why = "the game ends here, but a variation follows"
                    edit = (self.at - 1, self.at, "")
                    yield Slip(self.at - 1, self.at, codes.CLOSED_TWICE, why, edit)
                    continue
                self.depth -= 1
                yield Closed(self.at)
                self.is_after, self.last = True, self.at
                continue
            elif char == "(":
                yield from self.opened()
            else:
                yield from self.skipped()
            self.is_after, self.last = False, self.at
        if self.depth:
            yield from self.unclosed()

    def extra(self) -> bool:
        """Return whether the text has one `)` too many that is still to be found."""
        if self.has_extra is None:
            rest = _ALL_VALUES.sub("", self.content)
            self.has_extra = rest.count(")") == rest.count("(") + 1
        return self.has_extra

    def outside(self) -> Iterator[Token]:
        """Read the text between two games."""
        content, at = self.content, self.at
        if _GAME.match(content, at):
            yield from self.opened()
            self.last = self.at
            return
        if content[at] == ")" and self.last:
            found = _CLOSING.match(content, at)
            self.at = found.end() if found else at + 1
            yield Slip(at, at + 1, codes.CLOSED_TWICE, "no bracket is open here")
            return
        if not self.last and content[at] == ";" and _FIRST.match(content, at):
            yield Slip(at, at + 1, codes.STRAY, "expected ( before the first node", (at, at, "("))
            yield Opened(at, True)
            self.depth = 1
            return
        following = (_NEXT if self.last else _FIRST).search(content, at)
        if following is not None and following[0][0] == ";" and self.last:
            found = _START.search(content, at)
            self.at = found.start() if found else len(content)
            why = "the game ends here, but nodes follow"
            yield Slip(self.last - 1, self.last, codes.CLOSED_TWICE, why, cuts=True)
            return
        end = len(content) if following is None else following.start()
        self.at = max(end, at + 1)
        end = at + len(content[at : self.at].rstrip())
        yield Slip(at, end, codes.TEXT_OUTSIDE, "this text is not part of a game")

    def opened(self) -> Iterator[Token]:
        """Read the beginning of a game or variation, which needs a node."""
        content, at = self.content, self.at
        line = content.rfind("\n", max(0, at - _INDENT), at) + 1
        is_first = line > 0 and not content[line:at].strip()
        if self.depth and is_first and _BEGINS.match(content, at):
            yield from self.unclosed()
            return
        yield Opened(at, not self.depth)
        self.depth += 1
        found = _SPACE.match(content, at + 1)
        self.at = found.end() if found else at + 1
        following = content[self.at : self.at + 1]
        if following in ("(", ")"):
            what = "a game" if self.depth == 1 else "a variation"
            yield Slip(at, self.at + 1, codes.NO_GAME, f"{what} begins with a node: expected ;")
        elif following not in (";", ""):
            why = "expected ; before the properties of a node"
            edit = (self.at, self.at, ";")
            yield Slip(self.at, self.at + 1, codes.STRAY, why, edit)
            yield from self.properties(self.at)

    def unclosed(self) -> Iterator[Token]:
        """Report that a game is not closed, and close it."""
        if not self.is_open:
            what = "the game is" if self.depth == 1 else f"{self.depth} brackets are"
            missing = ")" * self.depth
            tail = self.content[max(0, self.last - _INDENT) : self.last]
            end = self.last - len(tail) + len(tail.rstrip())
            edit = (end, end, missing) if self.depth < _INDENT else None
            why = f"{what} never closed: expected {missing if edit else ')'} at the end"
            yield Slip(max(0, end - 1), end, codes.NOT_CLOSED, why, edit)
        while self.depth:
            self.depth -= 1
            yield Closed(self.last)

    def properties(self, start: int) -> Iterator[Token]:
        """Read the properties of a node that begins at `start`, and yield it after its slips.

        If they cut the line after the node's move, they come after the node.
        """
        content, entries, end, spoiled = self.content, list[Entry](), self.at, False
        late = list[Token]()
        while True:
            found = _PROPERTY.match(content, self.at)
            if found is not None:
                entries.append(_entry(found, content))
                self.at = end = found.end()
                continue
            space = _SPACE.match(content, self.at)
            self.at = space.end() if space else self.at
            if content[self.at : self.at + 1] in ("", ";", "(", ")"):
                break
            is_played = any(each.key in COLOURS for each in entries)
            for each in self.stray(entries):
                if is_played and isinstance(each, Slip) and each.cuts:
                    late.append(each)
                else:
                    yield each
            spoiled = True
        yield Node(start, end, entries, spoiled)
        yield from late

    def stray(self, entries: list[Entry]) -> Iterator[Token]:
        """Read something in a node that is not a property."""
        content, at = self.content, self.at
        lower = _LOWER.match(content, at)
        if lower is not None and lower[1].upper() in _SHORT:
            entry = _entry(lower, content)
            entries.append(entry)
            self.at = lower.end()
            why = f"properties are written in capitals: expected {entry.key}"
            yield Slip(at, entry.end, codes.STRAY, why, (at, entry.end, entry.key))
            return
        if _OPEN_VALUE.match(content, at) and not _ORPHAN.match(content, at) and lower is None:
            opens = content.index("[", at)
            self.at, self.is_open = len(content), True
            why, edit = "this value is never closed", self.ending(opens + 1)
            yield Slip(opens, opens + 1, codes.VALUE_OPEN, why, edit, cuts=True)
            return
        rest, orphan = _REST.match(content, at), _ORPHAN.match(content, at)
        found = rest or orphan or _WORDS.match(content, at)
        self.at = found.end() if found else at + 1
        if rest is None or not entries or "[" not in entries[-1].values[-1]:
            why = "this value has no property" if orphan else "this is not a property"
            yield Slip(at, self.at, codes.STRAY, why, cuts=orphan is not None)
            return
        first = entries[-1].starts[-1] + len(entries[-1].values[-1])
        inside = content[first : self.at - 1].replace("]", "\\]")
        why = "the value ended at an earlier ]: write \\] for a ] in a value"
        yield Slip(first, self.at, codes.STRAY, why, (first, self.at - 1, inside))

    def ending(self, start: int) -> tuple[int, int, str] | None:
        """Return the edit that closes a value at the end of the text, and the game, or None."""
        found = _LAST.match(self.content, start)
        if found is None or self.depth >= _INDENT:
            return None
        closed = found[1].count(")")
        missing = self.depth - closed if closed else self.depth
        return None if closed and missing else (found.start(1), found.start(1), "]" + ")" * missing)

    def skipped(self) -> Iterator[Token]:
        """Skip text where only a node may be."""
        start = self.at
        found = _PROPERTY.match(self.content, start) or _ORPHAN.match(self.content, start)
        found = found or _WORDS.match(self.content, start)
        self.at = found.end() if found else start + 1
        yield Slip(start, self.at, codes.STRAY, "expected a node, ( or )")


_SHORT = frozenset({"B", "W", "C", "AB", "AW", "AE", "PB", "PW", "KM", "SZ", "RE", "DT", "HA"})
"""Properties that are recognised in lower case."""


def _entry(found: re.Match[str], content: str) -> Entry:
    spans = [each.span() for each in VALUES.finditer(content, found.start(2), found.end(2))]
    name = found[1]
    key = "".join(each for each in name if not each.islower()) or name.upper()
    values = [content[start + 1 : end - 1] for start, end in spans]
    return Entry(key, *found.span(1), values, [start + 1 for start, _ in spans], name)


def tokens(content: str) -> Iterator[Token]:
    """Yield the tokens of a text in order.

    >>> [type(each).__name__ for each in tokens("(;SZ[9];B[aa];W[bb])")]
    ['Opened', 'Node', 'Node', 'Node', 'Closed']
    """
    return _Lexer(content).tokens()
