"""Keys in YAML that belong to another object than their indentation says."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator
from typing import TypeAlias

from ....findings import Edit, Finding, Fix, amount
from ... import codes
from ...text.place import edit, place
from ...text.respelt import RespeltText
from ...text.text import Text
from ..shapes import Shape
from ..tree import Member, Node

_KEY = re.compile(r"(?m)^(?P<before>[ ]*+(?:-[ ]++)?+)(?P<key>\w++):[ \t]*+$")
_LINE = re.compile(r"\n(?P<indent>[ ]*+)(?P<key>\w++)[ ]*+:[ ][^\n]*+")
_DEEPEST = 8
"""How deep to look for objects in a schema."""
_Moved: TypeAlias = tuple[Member, list[Member], int]
"""An object's member, the members that belong to it or behind it, and by how many columns."""


def with_blocks(text: Text, shape: Shape) -> tuple[Text, Finding] | None:
    """Return a text in which lines are indented below the key that they belong to, with a finding.

    None if there is nothing to move. This helps where a text cannot even be read.
    """
    holders = dict(_holders(shape, _DEEPEST))
    edits, places = list[tuple[int, int, str]](), list[tuple[str, re.Match[str]]]()
    for holder in _KEY.finditer(text.content):
        keys, at = holders.get(holder["key"], []), holder.end()
        lines, column = list[re.Match[str]](), len(holder["before"])
        while (line := _LINE.match(text.content, at)) is not None and line["key"] in keys:
            lines.append(line)
            at = line.end()
        indents = {len(line["indent"]) for line in lines}
        if len(lines) > 1 and len(indents) == 1 and max(indents) <= column:
            edits += [(*line.span("indent"), " " * (column + 2)) for line in lines]
            places.append((holder["key"], lines[0]))
    if not places:
        return None
    name, first = places[0]
    fix = Fix("indent it differently", edits=tuple(edit(text, *each) for each in edits))
    why = _message(first["key"], name, below=True, others=len(places) - 1)
    finding = Finding(rule=codes.YAML_SYNTAX, message=why, fix=fix)
    return RespeltText(text, edits), place(finding, text, *first.span("key"))


def _holders(shape: Shape, depth: int) -> Iterator[tuple[str, list[str]]]:
    """Yield the keys whose values are objects, each with the keys of its object."""
    for key in shape.keys if depth else ():
        inner = shape.key(key)
        if inner.keys:
            yield key, inner.keys
        yield from _holders(inner, depth - 1)
        yield from _holders(inner.items, depth - 1)


def with_indentation(text: Text, root: Node, shape: Shape) -> list[Finding]:
    """Report keys whose indentation is wrong, and move them to the object that has such keys.

    If the same is wrong in several places, they are one finding.
    """
    found = dict[tuple[str, bool], list[_Moved]]()
    for member, some, columns in _moved(text, root, shape):
        found.setdefault((member.key, columns > 0), []).append((member, some, columns))
    return [_finding(text, some) for some in found.values()]


def _moved(text: Text, node: Node, shape: Shape) -> Iterator[_Moved]:
    """Move the keys of an object and of everything in it, and yield what was moved."""
    members, left = list[Member](), deque(node.members or ())
    while left:
        member = left.popleft()
        members.append(member)
        value, inner = member.value, shape.key(member.key)
        some, here = list[Member](), _column(text, member)
        if not value.written and value.scalar is None:
            while left and _belongs(left[0], inner, shape):
                some.append(left.popleft())
            if some:
                member.value = Node(some[0].start, some[-1].value.end, members=some)
                yield member, some, here + 2 - _column(text, some[0])
        elif value.members:
            rest = list(value.members)
            while rest and _belongs(rest[-1], shape, inner) and not node.named(rest[-1].key):
                some.append(rest.pop())
            if some:
                some.reverse()
                member.value = Node(value.start, some[0].start, members=rest)
                left.extendleft(reversed(some))
                yield member, some, here - _column(text, some[0])
        yield from _moved(text, member.value, inner)
    if node.members is not None:
        node.members = members
    for item in node.items or ():
        yield from _moved(text, item, shape.items)


def _belongs(member: Member, right: Shape, wrong: Shape) -> bool:
    """Return whether only the first of two objects has a key."""
    return member.key in right.keys and bool(wrong.keys) and member.key not in wrong.keys


def _column(text: Text, member: Member) -> int:
    return text.position(member.start)[1] - 1


def _finding(text: Text, found: list[_Moved]) -> Finding:
    (member, (first, *_), columns), *others = found
    edits = [each for _, some, by in found for each in _indented(text, some, by)]
    fix = Fix("indent it differently", edits=tuple(edits)) if edits else None
    why = _message(first.key, member.key, below=columns > 0, others=len(others))
    finding = Finding(rule=codes.YAML_SYNTAX, message=why, fix=fix)
    return place(finding, text, first.start, first.end)


def _message(first: str, holder: str, *, below: bool, others: int) -> str:
    key, name = (json.dumps(each, ensure_ascii=False) for each in (first, holder))
    where = "belongs to" if below else "does not belong to"
    more = f", here and in {amount(others, 'more place')}" if others else ""
    return f"the indentation is wrong: {key} {where} {name}{more}"


def _indented(text: Text, some: list[Member], columns: int) -> Iterator[Edit]:
    """Yield the edits that move the lines of some members to the left or to the right."""
    content = text.content
    at = content.rfind("\n", 0, some[0].start) + 1
    while at < some[-1].value.end:
        end = content.find("\n", at) % (len(content) + 1)
        if content[at:end].strip():
            yield edit(text, at, at + max(0, -columns), " " * columns)
        at = end + 1
