"""Reads JSON with places, and goes on after a slip wherever the text can be picked up again.

Each slip is one finding. Where it is clear what was meant, the value is that; where it is not, the
value is UNREAD, so that nobody takes a guess for what was written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from ....findings.limits import MAX_DEPTH
from ... import codes
from ...text.spelling import QUOTES
from ...text.text import Text
from ..tree import UNREAD, Member, Node
from . import slips as json_slips
from .numbers import known_number, number
from .places import placed
from .plain import plain_part
from .scanner import SPACE, Stop
from .slips import NUMBER, Slip
from .structure import KEY_AHEAD, VALUE_AHEAD, Structure

_LITERAL = re.compile(r"(?:true|false|null)(?!\w)")
_STRUCTURE = re.compile(r"[,:\[\]{}\n\r\"]")
_BARE_KEY = re.compile(r"([\w$-]+)\"?[ \t]*(?=[:=])")
_GOES_ON_AS_WORD = re.compile(r"[\w.]")
_NOT_OPENED = re.compile(r'([^\s",:\[\]{}]+)"(?=\s*(?:[,\]}]|\Z))')
_WORDS_NOT_OPENED = re.compile(r'([^\s"\[\]{}][^":\[\]{}\n\r]*)"(?=\s*(?:[,\]}]|\Z))')
"""A string that lacks its first quote: one word, or several."""
_GOES_ON_AS_LIST = re.compile(
    r'(?:"[^"\n\r]*"|-?[0-9.]+|null)\s*(?:,\s*(?:"[^"\n\r]*"|-?[0-9.]+|null)\s*)*\]'
)


class Reader(Structure):
    """Reads one document."""

    def __init__(self, text: Text, defaults: Mapping[str, str], repeatable: frozenset[str]) -> None:
        super().__init__(text)
        self.defaults = defaults
        self.repeatable = repeatable

    def document(self) -> Node | None:
        """The value of the text, None where nothing can be made of it."""
        root = self.root()
        if self.odd:
            self.tell(json_slips.odd_spaces(self.odd, self.content))
        return root

    def root(self) -> Node | None:
        """The value of the text, None where nothing can be made of it."""
        try:
            self.space()
            root = self.unopened() if KEY_AHEAD.match(self.content, self.at) else self.value()
            if root.scalar is UNREAD:
                self.whole = False
                return root
            while self.goes_on(root):
                pass
        except Stop:
            self.whole = False
            return None
        self.whole = self.whole and not root.lacks()
        return root

    def goes_on(self, root: Node) -> bool:
        """Whether the text went on behind the root, and was read as more of it."""
        self.space()
        if self.at >= len(self.content):
            return False
        self.whole = False
        start, end = self.at, self.word()
        if self.content[self.at] in ",]}":
            self.at += 1
            self.space()
        if root.members is not None and KEY_AHEAD.match(self.content, self.at):
            self.report(
                codes.JSON_SYNTAX, "a bracket too many closes the record before it", start, end
            )
            self.open_values.append(root)
            self.members(root)
            self.open_values.pop()
            return True
        self.tell(json_slips.at_end(self.content, start))
        return False

    def bound_depth(self) -> None:
        """Stop where one more value would be nested too deep."""
        if len(self.open_values) > MAX_DEPTH:
            why = f"values are nested more than {MAX_DEPTH} deep"
            self.stop(why, self.at + 1, codes.NESTED_TOO_DEEP)

    def value(self) -> Node:
        """Read a value; it is UNREAD where there is none."""
        char, start = self.char, self.at
        if char in ("{", "["):
            self.bound_depth()
            inside = self.sound() if self.open_values else None  # the record itself may go on
            return inside or self.collection(char)
        if char == '"':
            return self.string()
        match = _NOT_OPENED.match(self.content, start)
        if match:
            return self.unopened_string(match)
        match = NUMBER.match(self.content, start)
        if match:
            return self.number(match)
        match = _LITERAL.match(self.content, start)
        if match:
            self.at = match.end()
            return Node(start, self.at, json.loads(match[0]))
        match = _WORDS_NOT_OPENED.match(self.content, start)
        if match and char not in QUOTES:
            return self.unopened_string(match)
        if not _STRUCTURE.search(self.content, start):
            self.cut_short(json_slips.at_value(self.content, start))
            return self.junk(start)
        slip = json_slips.at_value(self.content, start)
        self.tell(slip)
        return self.mended(slip, start) or self.junk(start)

    def sound(self) -> Node | None:
        """The list or object that stands here, if it is sound and in one line.

        One that goes over lines may only seem sound: its indents may show that it lacks a bracket.
        """
        start, depth = self.at, MAX_DEPTH - len(self.open_values)
        try:
            value, end = plain_part(self.content, start, depth, self.repeatable)
        except (ValueError, RecursionError, StopIteration):
            return None
        if self.content.find("\n", start, end) >= 0:
            return None
        self.at = end
        return placed(self.content, start, end, value, self.repeatable)

    def mended(self, slip: Slip, start: int) -> Node | None:
        """The value that is meant by a slip with one meaning, which is then skipped."""
        end = max((end for _, end, _ in slip.edits), default=start)
        written, at = "", start
        for first, last, new in slip.edits:
            written += self.content[at:first] + new
            at = last
        if written in ("[", "{"):
            return self.collection(written)
        end = max(end, slip.until)
        try:
            text = written + self.content[at:end]
            value = json.loads(text, parse_int=known_number, parse_float=known_number)
        except ValueError:
            return None
        self.at = end
        return Node(start, end, value, respelt=True)

    def number(self, match: re.Match[str]) -> Node:
        """Read a number."""
        start, value = self.at, number(match[0])
        if value is None:
            self.report(codes.NUMBER_TOO_LARGE, "the number is too large", start, match.end())
            self.at = match.end()
            return Node(start, self.at, UNREAD)
        if _GOES_ON_AS_WORD.match(self.content, match.end()):
            slip = json_slips.number_slip(self.content, start)
            self.tell(slip)
            return self.mended(slip, start) or self.junk(start)
        self.at = match.end()
        return Node(start, self.at, value)

    def collection(self, bracket: str) -> Node:
        """Read a list or an object."""
        behind = SPACE.match(self.content, self.at + 1)
        in_list = not self.open_values or self.open_values[-1].items is not None
        if bracket == "[" and in_list and behind and KEY_AHEAD.match(self.content, behind.end()):
            edits = ((self.at, self.at + 1, "{"),)
            self.tell(Slip("[ stands where { is due", self.at, self.at + 1, edits, "write {"))
            self.whole, bracket = False, "{"
        node = Node(self.at, items=[]) if bracket == "[" else Node(self.at, members=[])
        self.open_values.append(node)
        self.at += 1
        self.space()
        if bracket == "[":
            self.items(node)
        else:
            self.members(node)
        self.open_values.pop()
        return node

    def items(self, node: Node) -> None:
        """Read what stands in a list."""
        items = node.items if node.items is not None else list[Node]()
        while not self.closes(node, "]"):
            if self.char == ",":
                behind = SPACE.match(self.content, self.at + 1)
                if behind and KEY_AHEAD.match(self.content, behind.end()):
                    self.at = behind.end()
                    continue
                self.extra_comma()
                ahead = VALUE_AHEAD.match(self.content, self.at)
                # Among lists and objects it is one too many; among others a value may be missing.
                if not (ahead and ahead[0] in "[{"):
                    node.unread = True
                continue
            before, key = self.at, KEY_AHEAD.match(self.content, self.at)
            stray = bool(items) and items[-1].scalar is UNREAD and self.stray
            if key and not stray and self.lacks_bracket(items, key[0]):
                break
            if stray:
                items.pop()  # What is no value stands before one, or for its bracket.
            items.append(self.unopened(told=stray) if key else self.value())
            self.separator("]")
            if self.at == before:
                self.panic(node)
        node.end = self.at

    def unopened(self, key: Node | None = None, told: bool = False) -> Node:
        """An object that lacks its opening bracket; its first `key` may have been read."""
        self.bound_depth()
        start = self.at if key is None else key.start
        self.whole = False
        if not told:
            fix = self.fix("add {", start, start, "{")
            self.report(codes.JSON_SYNTAX, "{ is missing here", start, start + 1, fix)
        node = Node(start, members=[])
        self.open_values.append(node)
        if key is not None and node.members is not None:
            value = self.member_value(key, self.colon(key))
            node.members.append(Member(str(key.scalar), key.start, key.end, value))
            self.separator("}")
        self.members(node)
        self.open_values.pop()
        return node

    def members(self, node: Node) -> None:
        """Read what stands in an object."""
        members = node.members if node.members is not None else list[Member]()
        first: dict[str, Member] = {each.key: each for each in members}
        while not self.closes(node, "}"):
            if self.char == ",":
                self.extra_comma()
                continue
            if (
                self.char == "{"
                and len(self.open_values) > 1
                and self.open_values[-2].items is not None
            ):
                end = len(self.content[: self.at].rstrip(" \t\r\n,"))
                fix = self.fix("write }", end, end, "}")
                why = f"a key in double quotes is due, not {self.here()}"
                self.report(codes.JSON_SYNTAX, why, self.at, self.word(), fix)
                self.whole = False
                self.missing = self.at
                break
            if self.is_outdented(node):
                self.missing = self.at
                break
            if members and self.goes_on_as_list(members[-1]):
                self.separator("}")
                continue
            reported = len(self.findings)
            key = self.key()
            if key is None:
                self.panic(node)
                continue
            colon, doubtful = self.colon(key), len(self.findings) > reported
            value = self.member_value(key, colon)
            if self.char == ":" and isinstance(value.scalar, str):
                value = self.unopened(value)
            member = Member(str(key.scalar), key.start, key.end, value, doubtful)
            if first.setdefault(member.key, member) is not member:
                self.repetition(first[member.key], member, members[-1].value.end)
            members.append(member)
            self.separator("}")
        node.end = self.at

    def goes_on_as_list(self, member: Member) -> bool:
        """Whether what follows a value shows that it is the first of a list that was not opened."""
        value = member.value
        if value.scalar is UNREAD or not _GOES_ON_AS_LIST.match(self.content, self.at):
            return False
        if value.items and value.items[0].start == value.start:
            return False  # it was not opened either, and is closed already
        fix = self.fix("write [", value.start, value.start, "[")
        why = "a list has no opening ["
        self.report(codes.JSON_SYNTAX, why, value.start, value.end, fix)
        self.whole = False
        member.value = Node(value.start, items=[value])
        self.open_values.append(member.value)
        self.items(member.value)
        self.open_values.pop()
        return True

    def key(self) -> Node | None:
        """A key, None where there is none."""
        start = self.at
        if self.char == '"':
            node = self.string(is_key=True)
            return node if isinstance(node.scalar, str) else None
        bare = _BARE_KEY.match(self.content, start)
        if self.at >= len(self.content):
            return None
        slip = json_slips.at_key(self.content, start)
        if bare and bare[0].rstrip(" \t").endswith('"'):
            why = 'the key that begins here has no opening "'
            slip = Slip(why, start, start + len(bare[1]))
        self.tell(slip)
        if bare:
            self.at = bare.end()
            return Node(start, start + len(bare[0].rstrip(" \t")), bare[1])
        node = self.mended(slip, start)
        return node if node is not None and isinstance(node.scalar, str) else None

    def colon(self, key: Node) -> int:
        """Skip the colon behind a key; the offset behind it, -1 where there is none."""
        self.space()
        if self.char != ":":
            slip = json_slips.at_colon(self.content, self.at, key)
            if self.at >= len(self.content):
                self.cut_short(slip)
                return -1
            self.tell(slip)
            if not slip.edits:
                return -1
            self.at = max(self.at, slip.end)
        else:
            self.at += 1
        colon = self.at
        self.space()
        if self.char == ":":
            start = self.at
            edits = ((start, start + 1, ""),)
            self.tell(Slip("a colon too many stands here", start, start + 1, edits, "remove it"))
            self.whole = False
            self.at += 1
            self.space()
        return colon

    def member_value(self, key: Node, colon: int) -> Node:
        """The value of a key; if it is left out, the default of the notation."""
        if colon < 0:
            return (
                self.junk(self.at)
                if self.char not in (",", "}")
                else Node(self.at, self.at, UNREAD)
            )
        if self.char not in (",", "}"):
            return self.value()
        name, default = str(key.scalar), self.defaults.get(str(key.scalar))
        fix = None if default is None else self.fix(f"write {default}", colon, colon, default)
        message = f"the key {json.dumps(name, ensure_ascii=False)} has no value"
        message += f"; {default} is meant" if default else ""
        self.report(codes.JSON_VALUE_MISSING, message, key.start, key.end, fix)
        if default is None:
            return Node(self.at, self.at, UNREAD)
        if default == "[]":
            return Node(self.at, self.at, items=[])
        return Node(self.at, self.at, json.loads(default))

    def repetition(self, first: Member, member: Member, end: int) -> None:
        """Report a key that stands twice; which of two different values counts, nobody knows.

        `end` is where the member before the second one ends.
        """
        if member.key in self.repeatable:
            return
        line, _ = self.text.position(first.start)
        key = json.dumps(member.key, ensure_ascii=False)
        message = f"the key {key} stands here again (first in line {line})"
        same = first.value.plain() == member.value.plain() and not member.value.lacks()
        fix = self.fix("remove it", end, member.value.end, "") if same else None
        self.report(codes.REPEATED_KEY, message, member.start, member.end, fix)
        self.whole, member.again = False, True
        if not same:
            member.value.unread = True
