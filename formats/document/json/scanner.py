"""Reads the words of JSON, with places: strings, comments, spaces, and what is none of them."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import NoReturn

from msgspec.structs import replace

from ....findings import Finding, Fix, Rule
from ... import codes
from ...found import Found
from ...text.place import edit, place
from ...text.spelling import ODD_SPACE
from ...text.text import Text
from ..tree import UNREAD, Node
from . import slips as json_slips
from .slips import Slip

SPACE = re.compile(r"[ \t\n\r]*")
_COMMENT = re.compile(r"(?:#|//)[^\n\r]*|/\*.*?\*/", re.DOTALL)
_STRING_BODY = r'(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+'
_STRING = re.compile(f'"{_STRING_BODY}"')
_STRING_START = re.compile(f'"{_STRING_BODY}')
_ANY_STRING = re.compile(r'"(?:[^"\\\n\r]|\\.)*"')
_WORD = re.compile(r"[\w.+-]+|.", re.DOTALL)
_JUNK = re.compile(r'[^,\[\]{}\n\r"]*"?')
_LEFT_OPEN = re.compile(r"\s*(?:[,:]|[\]}][\s\]},\[{]*)\s*\Z")
"""How the text goes on behind a string that was not closed, up to the next quote."""
_NOT_CLOSED = 'the string that begins here has no closing "'
_KEY_LEFT_OPEN = re.compile(r"[ \t]*:")
_BEHIND_STRING = ("", " ", "\t", "\n", "\r", ",", ":", "]", "}", "/", "#")
_OVER_LINES = re.compile(r'[\n\r][^"]*"(?=\s*(?:[,:\]}]|\Z))')
"""The rest of a string that goes on in another line."""
_TO_LINE_END = re.compile(r"[\s,\]}]*\Z")


class Stop(Exception):
    """The text cannot be read further; the reason is among the findings."""


class Scanner:
    """Reads words from a text, and reports the slips in them.

    `whole` is whether everything could be read; what could not be read is UNREAD. `cut` is whether
    the text ends too early.
    """

    def __init__(self, text: Text) -> None:
        self.text = text
        self.content = text.content
        self.findings = Found()
        self.whole = True
        self.at: int = 0
        self.odd: list[tuple[int, int]] = []
        self.cut = False
        self.open_values: list[Node] = []
        """The lists and objects around what is read, the innermost last."""

    def report(
        self, rule: Rule, message: str, start: int, end: int, fix: Fix | None = None
    ) -> None:
        """Report what is wrong in a span."""
        finding = Finding(rule=rule, message=message, fix=fix)
        self.findings.add(place(finding, self.text, start, end))

    def stop(self, message: str, end: int, rule: Rule = codes.JSON_SYNTAX) -> NoReturn:
        """Report what keeps the text from being read further."""
        self.report(rule, message, self.at, end)
        raise Stop

    def slip(self, message: str, start: int, end: int, new: tuple[str, str] | None = None) -> None:
        """Report a slip in the syntax; `new` is a fix: what it does, and the text to write."""
        fix = None if new is None else self.fix(new[0], start, end, new[1])
        self.report(codes.JSON_SYNTAX, message, start, end, fix)

    def tell(self, slip: Slip) -> None:
        """Report a slip."""
        edits = tuple(edit(self.text, *each) for each in slip.edits)
        fix = Fix(slip.fix, edits=edits) if edits else None
        self.report(codes.JSON_SYNTAX, slip.message, slip.start, slip.end, fix)

    def fix(self, message: str, start: int, end: int, text: str) -> Fix:
        """A fix that replaces a span."""
        return Fix(message, edits=(edit(self.text, start, end, text),))

    def word(self) -> int:
        """The end of the word that stands here."""
        match = _WORD.match(self.content, self.at)
        return min(match.end(), self.at + 40) if match else self.at

    def here(self) -> str:
        """What stands here, for messages."""
        found = self.content[self.at : self.word()]
        return repr(found) if found else "the end of the text"

    @property
    def char(self) -> str:
        """The character that stands here, "" at the end."""
        return self.content[self.at : self.at + 1]

    def space(self) -> None:
        """Skip white space, also such as JSON does not have, and with a finding comments."""
        while True:
            match = SPACE.match(self.content, self.at)
            self.at = match.end() if match else self.at
            odd = ODD_SPACE.match(self.content, self.at)
            comment = _COMMENT.match(self.content, self.at)
            if odd is not None:
                self.odd.append(odd.span())
                self.at = odd.end()
            elif comment is not None:
                self.comment(*comment.span())
            else:
                return

    def comment(self, start: int, end: int) -> None:
        """Report a comment, and skip it."""
        first = start
        while start and self.content[start - 1] in " \t":
            start -= 1
        # What somebody wrote would be lost with it.
        is_empty = not self.content[first:end].strip("#/* \t")
        fix = self.fix("remove the comment", start, end, "") if is_empty else None
        self.report(codes.JSON_COMMENT, "JSON has no comments", first, end, fix)
        self.at = end

    def unopened_string(self, match: re.Match[str]) -> Node:
        """A string that lacks its first quote."""
        start, self.at = match.span()
        self.tell(Slip('a string has no opening "', start, self.at))
        # Its first character may stand where the quote should.
        return Node(start, self.at, UNREAD)

    def junk(self, start: int) -> Node:
        """Skip what is no value, up to where the next one may begin."""
        match = _JUNK.match(self.content, self.at)
        self.at = match.end() if match else self.at
        return Node(start, max(self.at, start), UNREAD)

    def string(self, is_key: bool = False) -> Node:
        """Read a string."""
        start = self.at
        match = _STRING.match(self.content, start)
        if match is None:
            return self.bad_string(is_key)
        if self.content[match.end() : match.end() + 1] not in _BEHIND_STRING:
            # What looks like its end is the beginning of the next one.
            left_open = (_KEY_LEFT_OPEN if is_key else _LEFT_OPEN).search(match[0][1:-1])
            if left_open:
                return self.unclosed(start, start + 1 + left_open.start())
        self.at = match.end()
        value = json.loads(match[0])
        if any("\ud800" <= char <= "\udfff" for char in value):
            self.slip("an escape of half a character (a lone surrogate)", start, self.at)
            return Node(start, self.at, UNREAD)
        return Node(start, self.at, value)

    def unclosed(self, start: int, end: int) -> Node:
        """A string that lacks its closing quote, which is due at `end`."""
        slip = Slip(_NOT_CLOSED, start, end, ((end, end, '"'),), 'add "')
        if not self.content[end - 1].isascii() or not self.content[end - 1].isalnum():
            slip = replace(slip, edits=())  # Its last character may stand where the quote should.
        if end >= len(self.content.rstrip()):
            self.cut_short(Slip(_NOT_CLOSED, start, end))
            return Node(start, end, UNREAD)
        self.whole = False
        self.tell(slip)
        self.at = end
        try:
            return Node(start, end, json.loads(self.content[start:end] + '"', strict=False))
        except ValueError:
            return Node(start, end, UNREAD)

    def bad_string(self, is_key: bool) -> Node:
        """Report where and why a string is not one of JSON."""
        match = _STRING_START.match(self.content, self.at)
        start, stopped = self.at, match.end() if match else self.at
        char = self.content[stopped : stopped + 1]
        if not char or char in "\n\r":
            over = _OVER_LINES.match(self.content, stopped)
            if over:
                self.tell(json_slips.unclosed_line(self.content, start, stopped))
                self.at = over.end()
                return Node(start, self.at, UNREAD)
            pattern = _KEY_LEFT_OPEN if is_key else _TO_LINE_END
            end = pattern.search(self.content[start + 1 : stopped])
            return self.unclosed(start, start + 1 + end.start() if end else stopped)
        if char == "\\":
            why = f"{self.content[stopped : stopped + 2]!r} is no escape of JSON"
            self.slip(why, stopped, stopped + 2)
        else:
            self.tell(json_slips.control_character(stopped, char))
        whole = _ANY_STRING.match(self.content, start)
        if whole is None:
            line_end = re.compile(r"[\n\r]|\Z").search(self.content, stopped)
            self.at = line_end.start() if line_end else len(self.content)
        else:
            self.at = whole.end()
        return Node(start, self.at, UNREAD)

    def cut_short(self, slip: Slip) -> None:
        """The text ends before what is open is closed: what is cut off, nobody knows."""
        if self.cut:
            return
        self.cut = True
        self.tell(slip)
        self.at = len(self.content)
        self.whole = False
        items = (inner for outer, inner in pairwise(self.open_values) if outer.items is not None)
        inside = next(items, self.open_values[1] if len(self.open_values) > 1 else None)
        if inside is not None:
            inside.unread = True
