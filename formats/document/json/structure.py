"""What stands between the values of JSON: commas and brackets, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from ... import codes
from ...text.text import Text
from ..tree import UNREAD, Node
from . import slips as json_slips
from .scanner import SPACE, Scanner
from .slips import Slip

KEY_AHEAD = re.compile(r'"(?:[^"\\\n\r:,{}\[\]]|\\.)*+"[ \t]*:')
_MEMBER_AHEAD = re.compile(rf"{KEY_AHEAD.pattern}|'[^'\n\r]*'[ \t]*:|[\w$-]+[ \t]*:")
VALUE_AHEAD = re.compile(r"[\"'\[{0-9“„]|-[0-9]|(?:true|false|null|None|True|False)\b")
_STRAY_WORD = re.compile(r"[\w.+-]+\s*(?=[,\]}])")
"""A word behind a value, before what is due there."""
_MANY = 20
"""From so many slips on, brackets are not counted to the end of the text any more."""
_BRACKETS = re.compile(r'"(?:[^"\\\n\r]|\\.)*"|[\[\]{}\n]')


class Structure(Scanner):
    """Reads what separates and closes the lists and objects that are open."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.stray = False
        """Whether what was read last is no value, and one follows."""
        self.missing: int = -1
        """Where the last missing bracket was reported."""

    def separator(self, bracket: str) -> None:
        """Skip the comma between two values, and with a finding one that is too many."""
        end = self.at
        self.stray = False
        self.space()
        if self.char == bracket:
            return
        if self.char == ",":
            comma = self.at
            self.at += 1
            self.space()
            if self.char == bracket:
                fix = self.fix("remove the comma", comma, comma + 1, "")
                why = f"a comma stands before {bracket}"
                self.report(codes.TRAILING_COMMA, why, comma, comma + 1, fix)
            return
        if self.at >= len(self.content) or self.char in "]}" or self.missing == self.at:
            return
        slip = self.separating(self.open_values[-1], bracket)
        ahead = VALUE_AHEAD if bracket == "]" else _MEMBER_AHEAD
        if slip.edits and slip.edits[0][0] == self.at < slip.edits[0][1]:
            self.tell(slip)  # Another sign stands for the comma, or is one too many.
            self.at = slip.end
            self.space()
        elif self.behind_junk() and bracket == "]" and self.char not in "]},":
            self.stray = True
        elif ahead.match(self.content, self.at):
            slip = Slip("a comma is missing here", end, end, ((end, end, ","),), "add a comma")
            self.tell(slip if self.alike() else replace(slip, edits=()))
            # A value of a list may as well be doubled.
            self.open_values[-1].in_doubt = bracket == "]"
            self.whole = False
        elif stray := _STRAY_WORD.match(self.content, self.at):
            self.tell(replace(slip, edits=()))
            self.whole, self.at = False, stray.end()
            self.last_value(self.open_values[-1]).unread = True
            self.separator(bracket)
        else:
            self.tell(replace(slip, edits=()))
            self.panic(self.open_values[-1])

    def last_value(self, node: Node) -> Node:
        """The value that was read last in a list or object, which has one."""
        values = node.items or [member.value for member in node.members or ()]
        return values[-1]

    def extra_comma(self) -> None:
        """Skip a comma where a value or a key is due."""
        start = self.at
        holder = self.open_values[-1]
        at = json_slips.at_key if holder.members is not None else json_slips.at_value
        self.tell(at(self.content, start))
        self.whole = False
        self.at += 1
        self.space()

    def alike(self) -> bool:
        """Whether the next value is of the kind of the last one in the list that is open."""
        items = self.open_values[-1].items
        if not items:
            return True
        first = self.content[items[-1].start : items[-1].start + 1]
        return first == self.char or (first + self.char).isdigit()

    def behind_junk(self) -> bool:
        """Whether the last value of the list that is open was no value at all."""
        items = self.open_values[-1].items
        return bool(items) and items[-1].scalar is UNREAD

    def closes(self, node: Node, bracket: str) -> bool:
        """Whether a list or object ends here: at its bracket, which is skipped, or without it."""
        if self.char == bracket:
            self.at += 1
            return True
        if self.at >= len(self.content):
            self.cut_short(self.separating(node, bracket))
            return True
        if self.char not in ("]", "}"):
            return False
        self.whole = False
        start, parent = self.at, self.open_values[-2] if len(self.open_values) > 1 else None
        surplus = self.surplus() if len(self.findings) < _MANY else None
        wrong = parent is None or self.continues(parent, start + 1)
        if surplus in (0, -1):
            wrong = surplus == 0
        self.doubt()
        slip = self.separating(node, bracket)
        if wrong:
            edits = ((start, start + 1, bracket),)
            slip = Slip(f"{self.char} stands where {bracket} is due", start, start + 1, edits)
            slip = replace(slip, fix=f"write {bracket}")
            self.at += 1
        self.tell(slip)
        return True

    def surplus(self) -> int:
        """How many closing brackets more than needed follow."""
        depth = 0
        for match in _BRACKETS.finditer(self.content, self.at):
            depth += (match[0] in ("]", "}")) - (match[0] in ("[", "{"))
        return depth - len(self.open_values)

    def continues(self, parent: Node, at: int) -> bool:
        """Whether behind an offset the parent of what ends there goes on."""
        rest = SPACE.match(self.content, at)
        at = rest.end() if rest else at
        if self.content[at : at + 1] == ("}" if parent.members is not None else "]"):
            return True
        if self.content[at : at + 1] != ",":
            return False
        rest = SPACE.match(self.content, at + 1)
        at = rest.end() if rest else at + 1
        key = KEY_AHEAD.match(self.content, at) is not None
        return key == (parent.members is not None)

    def separating(self, node: Node, bracket: str) -> Slip:
        """What stands where a comma or the closing bracket of a list or object is due."""
        values = node.items if node.items is not None else [m.value for m in node.members or ()]
        if not values and node.items is not None and self.at >= len(self.content):
            return json_slips.at_value(self.content, self.at)
        if not values:
            opening = Node(node.start, node.start + 1)
            return json_slips.at_separator(self.text, self.at, bracket, node.start, [opening])
        return json_slips.at_separator(self.text, self.at, bracket, node.start, values)

    def lacks_bracket(self, items: Sequence[Node], key: str) -> bool:
        """Whether a key in a list shows that this was not closed; else an object was not opened."""
        last = items[-1] if items else Node(self.at, members=[])
        name = key.partition('"')[2].partition('"')[0]
        objects = last.members is not None and (not items or bool(last.named(name)))
        parents = [each.members is not None for each in self.open_values[:-1]]
        if objects or not any(parents):
            return False
        self.doubt()
        if self.missing != self.at:
            end = len(self.content[: self.at].rstrip(" \t\r\n,"))
            why = f"] is missing before the key {key.rpartition(':')[0].rstrip()}"
            self.tell(Slip(why, end, end, ((end, end, "]"),), "add ]"))
            self.whole = False
        self.missing = self.at
        return True

    def is_outdented(self, node: Node) -> bool:
        """Whether a key stands so far left that the object must have been closed before."""
        line = self.content.rfind("\n", 0, self.at) + 1
        opened = self.content.rfind("\n", 0, node.start) + 1
        if line == opened or len(self.open_values) < 2 or self.content[line : self.at].strip():
            return False
        indent = len(self.content[opened:]) - len(self.content[opened:].lstrip(" \t"))
        many = len(self.findings) >= _MANY
        if self.at - line > indent or many or self.surplus() >= 0:
            return False
        end = len(self.content[: self.at].rstrip(" \t\r\n,"))
        fix = self.fix("write }", end, end, "}")
        why = f"a comma or }} is due, not {self.here()}"
        self.report(codes.JSON_SYNTAX, why, self.at, self.word(), fix)
        self.whole = False
        return True

    def doubt(self) -> None:
        """Of lists in a list, nobody knows which one lacks its bracket: they are unread."""
        *above, node = self.open_values
        while node.items is not None and above and above[-1].items is not None:
            node = above.pop()
            node.unread = True
        if any(each.items is not None for each in node.items or ()):
            node.unread = True

    def panic(self, node: Node) -> None:
        """Skip to where a list or object, which is then unread, can be picked up again."""
        node.unread = True
        depth = 0
        for match in _BRACKETS.finditer(self.content, self.at):
            if match[0] == "\n":
                ahead = SPACE.match(self.content, match.end())
                resumes = depth == 0 and node.members is not None and ahead
                if resumes and ahead and KEY_AHEAD.match(self.content, ahead.end()):
                    self.at = ahead.end()
                    return
            elif match[0] in ("[", "{"):
                depth += 1
            elif match[0] in ("]", "}"):
                if depth == 0:
                    self.at = match.start()
                    return
                depth -= 1
            elif depth == 0 and node.members is not None:
                is_key = KEY_AHEAD.match(self.content, match.start())
                if is_key and match.start() > self.at:
                    self.at = match.start()
                    return
        self.at = len(self.content)
