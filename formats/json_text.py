"""JSON as strangers write it: every key kept, every value with its place, every fault reported.

Correct JSON is read by the C parser of the standard library. Only if that fails, or somebody asks
for a place, this reader reads the text itself. It reads on after comments, trailing commas and
missing values, and reports them; it stops at anything else (`json_slips` says what it is).
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from ..findings import Finding, Fix, Rule
from . import codes, json_slips
from .base import MOST
from .json_slips import Slip
from .place import edit, place
from .spelling import ODD_SPACE
from .text import Text
from .tree import Member, Node, gather, is_deep

MAX_DEPTH = 64
MAX_NUMBER = 2**53
MAX_DIGITS = 40
MAX_VALUES = 500_000

_SPACE = re.compile(r"[ \t\n\r]*")
_COMMENT = re.compile(r"(?:#|//)[^\n\r]*|/\*.*?\*/", re.DOTALL)
_STRING_BODY = r'(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+'
_STRING = re.compile(f'"{_STRING_BODY}"')
_STRING_START = re.compile(f'"{_STRING_BODY}')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_LITERAL = re.compile(r"true|false|null")
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class _NotPlain(Exception):
    """The C parser cannot vouch for this text."""


class _Stop(Exception):
    """The text cannot be read further; the reason is among the findings."""


class JsonText:
    """A JSON document.

    `defaults` maps keys to the text that a missing value stands for (`"goshi":`), `repeatable` are
    the keys that the notation itself repeats. `value` is None if it could not be read;
    then `findings` says why, and `whole` is false.
    """

    def __init__(
        self,
        text: Text,
        defaults: Mapping[str, str] | None = None,
        repeatable: frozenset[str] = frozenset(),
    ) -> None:
        self.text = text
        self.findings: list[Finding] = []
        self.whole = True
        self.value: Any = None
        self._defaults = defaults or {}
        self._repeatable = repeatable
        self._tree: Node | None = None
        try:
            self.value = _plain(text.content, repeatable)
        except (_NotPlain, ValueError, RecursionError):
            root = self.tree()
            self.value = root.plain(repeatable) if root is not None and self.whole else None

    def tree(self) -> Node | None:
        """The document with positions, None where it is not JSON."""
        if self._tree is None:
            reader = _Reader(self.text, self._defaults, self._repeatable)
            self._tree = reader.document()
            self.findings = reader.findings
            self.whole = reader.whole
        return self._tree


def too_many_values(content: str) -> bool:
    """Whether a text has more values than any record needs, and than memory should bear."""
    return content.count(",") + content.count("[") + content.count("{") > MAX_VALUES


def number(digits: str) -> int | float | None:
    """The value of a number of JSON, None if it is too large; `1.0` is a whole number.

    >>> number("-1.0"), number("0.5"), number("1e99")
    (-1, 0.5, None)
    """
    if len(digits) > MAX_DIGITS:
        return None
    value = int(digits) if digits.lstrip("-").isdecimal() else float(digits)
    if abs(value) > MAX_NUMBER:
        return None
    return int(value) if value == int(value) else value


def _plain(content: str, repeatable: frozenset[str]) -> Any:
    if _SURROGATE.search(content):
        raise _NotPlain

    def hook(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) < len(pairs):
            keys = [key for key, _ in pairs]
            if any(count > 1 and key not in repeatable for key, count in Counter(keys).items()):
                raise _NotPlain
            return gather(pairs, repeatable)
        return value

    value = json.loads(
        content,
        object_pairs_hook=hook,
        parse_int=_number,
        parse_float=_number,
        parse_constant=_refuse,
    )
    openings = content.count("[") + content.count("{")
    if openings > MAX_DEPTH and is_deep(value, MAX_DEPTH):
        raise _NotPlain
    return value


def _number(digits: str) -> int | float:
    value = number(digits)
    if value is None:
        raise _NotPlain
    return value


def _refuse(_: str) -> NoReturn:
    raise _NotPlain


class _Reader:
    """Reads JSON with positions, up to the first thing that cannot be understood."""

    def __init__(self, text: Text, defaults: Mapping[str, str], repeatable: frozenset[str]) -> None:
        self.text = text
        self.content = text.content
        self.defaults = defaults
        self.repeatable = repeatable
        self.findings: list[Finding] = []
        self.whole = True
        self.at = 0
        self.odd: list[tuple[int, int]] = []

    def document(self) -> Node | None:
        try:
            self.space()
            root = self.value(0)
            self.space()
            if self.at < len(self.content):
                self.slip(json_slips.at_end(self.content, self.at))
        except _Stop:
            self.whole, root = False, None
        if self.odd:
            self.found(json_slips.odd_spaces(self.odd, self.content))
        return root

    # Reporting

    def report(
        self, rule: Rule, message: str, start: int, end: int, fix: Fix | None = None
    ) -> None:
        finding = Finding(rule=rule, message=message, fix=fix)
        self.findings.append(place(finding, self.text, start, end))
        if len(self.findings) >= MOST:
            raise _Stop

    def stop(self, message: str, end: int, rule: Rule = codes.JSON_SYNTAX) -> NoReturn:
        self.report(rule, message, self.at, end)
        raise _Stop

    def fix(self, message: str, start: int, end: int, text: str) -> Fix:
        return Fix(message, edits=(edit(self.text, start, end, text),))

    def slip(self, slip: Slip) -> NoReturn:
        """Report a slip, and stop."""
        self.found(slip)
        raise _Stop

    def found(self, slip: Slip) -> None:
        """Report a slip."""
        edits = tuple(edit(self.text, *each) for each in slip.edits)
        fix = Fix(slip.fix, edits=edits) if edits else None
        self.report(codes.JSON_SYNTAX, slip.message, slip.start, slip.end, fix)

    # Reading

    def space(self) -> None:
        """Skip white space, and skip comments with a finding."""
        while True:
            match = _SPACE.match(self.content, self.at)
            self.at = match.end() if match else self.at
            odd = ODD_SPACE.match(self.content, self.at)
            if odd is not None:
                self.odd.append(odd.span())
                self.at = odd.end()
                continue
            comment = _COMMENT.match(self.content, self.at)
            if comment is None:
                return
            start, end = comment.span()
            while start and self.content[start - 1] in " \t":
                start -= 1
            fix = self.fix("remove the comment", start, end, "")
            self.report(codes.JSON_COMMENT, "JSON has no comments", comment.start(), end, fix)
            self.at = end

    def value(self, depth: int) -> Node:
        char = self.content[self.at : self.at + 1]
        if depth > MAX_DEPTH:
            why = f"values are nested more than {MAX_DEPTH} deep"
            self.stop(why, self.at + 1, codes.NESTED_TOO_DEEP)
        if char == "{":
            return self.object(depth)
        if char == "[":
            return self.array(depth)
        if char == '"':
            return self.string()
        match = _NUMBER.match(self.content, self.at)
        if match:
            return self.number(match)
        match = _LITERAL.match(self.content, self.at)
        if match:
            node = Node(self.at, match.end(), json.loads(match[0]))
            self.at = match.end()
            return node
        self.slip(json_slips.at_value(self.content, self.at))

    def string(self) -> Node:
        match = _STRING.match(self.content, self.at)
        if match is None:
            self.bad_string()
        node = Node(self.at, match.end(), json.loads(match[0]))
        if any("\ud800" <= char <= "\udfff" for char in node.scalar):
            self.stop("an escape of half a character (a lone surrogate)", match.end())
        self.at = match.end()
        return node

    def bad_string(self) -> NoReturn:
        """Report where and why a string is not one of JSON."""
        match = _STRING_START.match(self.content, self.at)
        start, self.at = self.at, match.end() if match else self.at
        char = self.content[self.at : self.at + 1]
        if char == "\\":
            self.stop(f"{self.content[self.at : self.at + 2]!r} is no escape of JSON", self.at + 2)
        if char and char not in "\n\r":
            self.slip(json_slips.control_character(self.at, char))
        self.slip(json_slips.unclosed_line(self.content, start, self.at))

    def number(self, match: re.Match[str]) -> Node:
        value = number(match[0])
        if value is None:
            self.stop("the number is too large", match.end(), codes.NUMBER_TOO_LARGE)
        if match.end() < len(self.content) and self.content[match.end()] in "0123456789._":
            self.slip(json_slips.number_slip(self.content, self.at))
        node = Node(self.at, match.end(), value)
        self.at = match.end()
        return node

    def array(self, depth: int) -> Node:
        items: list[Node] = []
        node = Node(self.at, items=items)
        self.at += 1
        self.space()
        while not self.closes("]"):
            items.append(self.value(depth + 1))
            self.separator("]", node.start, items)
        node.end = self.at
        return node

    def object(self, depth: int) -> Node:
        members: list[Member] = []
        first: dict[str, int] = {}
        node = Node(self.at, members=members)
        self.at += 1
        self.space()
        while not self.closes("}"):
            if self.content[self.at : self.at + 1] != '"':
                self.slip(json_slips.at_key(self.content, self.at))
            key = self.string()
            self.space()
            if self.content[self.at : self.at + 1] != ":":
                self.slip(json_slips.at_colon(self.content, self.at, key))
            self.at = colon = self.at + 1
            self.space()
            member = Member(key.scalar, key.start, key.end, self.member_value(key, colon, depth))
            if first.setdefault(member.key, member.start) != member.start:
                self.repetition(first[member.key], member)
            members.append(member)
            self.separator("}", node.start, [member.value])
        node.end = self.at
        return node

    def member_value(self, key: Node, colon: int, depth: int) -> Node:
        """The value of a key; if it is left out, the default of the notation."""
        if self.content[self.at : self.at + 1] not in (",", "}"):
            return self.value(depth + 1)
        name, default = key.scalar, self.defaults.get(key.scalar)
        fix = None
        if default is not None:
            fix = self.fix(f"write {default}", colon, colon, default)
        else:
            self.whole = False
        message = f"the key {json.dumps(name, ensure_ascii=False)} has no value" + (
            f"; {default} is meant" if default else ""
        )
        self.report(codes.JSON_VALUE_MISSING, message, key.start, key.end, fix)
        return Node(self.at, self.at, *self._default_value(default))

    @staticmethod
    def _default_value(default: str | None) -> tuple[Any, list[Node] | None]:
        return (None, []) if default == "[]" else (json.loads(default or "null"), None)

    def repetition(self, first: int, member: Member) -> None:
        if member.key in self.repeatable:
            return
        line, _ = self.text.position(first)
        key = json.dumps(member.key, ensure_ascii=False)
        message = f"the key {key} stands here again (first in line {line})"
        self.report(codes.REPEATED_KEY, message, member.start, member.end)
        self.whole = False

    def closes(self, bracket: str) -> bool:
        """Skip a closing bracket, if it stands here."""
        if self.content[self.at : self.at + 1] != bracket:
            return False
        self.at += 1
        return True

    def separator(self, bracket: str, opening: int, values: Sequence[Node]) -> None:
        """Skip the comma behind some values, and with a finding one that is too many."""
        self.space()
        char = self.content[self.at : self.at + 1]
        if char == bracket:
            return
        if char != ",":
            slip = json_slips.at_separator(self.text, self.at, bracket, opening, values)
            self.slip(slip)
        comma = self.at
        self.at += 1
        self.space()
        if self.content[self.at : self.at + 1] == bracket:
            fix = self.fix("remove the comma", comma, comma + 1, "")
            why = f"a comma stands before {bracket}"
            self.report(codes.TRAILING_COMMA, why, comma, comma + 1, fix)
