"""Report slips that the parser of YAML accepts, and remove them from the tree."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, MutableSequence, Sequence
from itertools import pairwise
from typing import TypeAlias

from ....findings import Finding, Fix
from ... import codes
from ...text.place import edit, place
from ...text.text import Text
from ..tree import Member, Node

Edits: TypeAlias = Sequence[tuple[int, int, str]]
"""Spans of a text, in order, with their replacements."""

_NUMBERS = re.compile(r"[-+]?[0-9]{1,15}(?:[ \t]+[-+]?[0-9]{1,15})+")
_NUMBER = re.compile(r"[-+0-9]+")


def repeated(key: str) -> str:
    """Return the message that a key is repeated."""
    return f"the key {key} is repeated"


def without_doubled_lines(text: Text, items: MutableSequence[Node]) -> list[Finding]:
    """Report and remove items of a list that are only the first line of the next one."""
    findings: list[Finding] = []
    for item, following in pairwise(list(items)):
        only, first = (item.members or [None])[0], (following.members or [None])[0]
        if only is None or first is None or len(item.members or ()) > 1:
            continue
        if only.key == first.key and only.value.plain() is None:
            start, end = (text.content.rfind("\n", 0, each.start) + 1 for each in (item, following))
            fix = Fix("remove one of them", edits=(edit(text, start, end, ""),))
            finding = Finding(rule=codes.REPEATED_KEY, message=repeated(only.key), fix=fix)
            findings.append(place(finding, text, first.start, first.end))
            items.remove(item)
    return findings


def with_commas(text: Text, node: Node) -> list[Finding]:
    """Report and separate numbers that have only spaces between them in a list."""
    findings: list[Finding] = []
    for each in _nodes(node):
        if each.items is not None and text.content[each.start] == "[":
            parts = [_numbers(text, item) for item in each.items]
            for before, after in (pair for some in parts for pair in pairwise(some)):
                fix = Fix("add a comma", edits=(edit(text, before.end, before.end, ","),))
                finding = Finding(
                    rule=codes.YAML_SYNTAX, message="a comma is missing here", fix=fix
                )
                findings.append(place(finding, text, before.end, after.start))
            each.items[:] = [part for some in parts for part in some]
    return findings


def _numbers(text: Text, item: Node) -> list[Node]:
    """Return the numbers in one plain scalar, or the scalar itself."""
    start, end = item.start, item.end
    if not isinstance(item.scalar, str) or not _NUMBERS.fullmatch(text.content, start, end):
        return [item]
    found = _NUMBER.finditer(text.content, start, end)
    return [Node(*each.span(), int(each[0])) for each in found]


def repetitions(text: Text, root: Node, meant: Mapping[int, str]) -> Iterator[Finding]:
    """Report the keys that are repeated in an object, adjacent ones once.

    `meant` are the keys that may be meant instead, by the offsets of the repeated ones.
    """
    for node in _nodes(root):
        for before, member in pairwise([None, *(node.members or ())]):
            if member is None or not member.again or (before is not None and before.again):
                continue
            edits: Edits = ()
            name, first = meant.get(member.start), node.named(member.key)[0]
            if name is not None:
                written = text.content[member.start : member.end]
                edits = ((member.start, member.end, written.replace(member.key, name)),)
            elif not member.value.unread and first.value.plain() == member.value.plain():
                edits = lines_removed(text.content, member.start, member.value.end)
            what = "remove one of them" if name is None else f"write {name}"
            made = tuple(edit(text, *each) for each in edits)
            fix = Fix(what, edits=made, safe=name is None) if edits else None
            finding = Finding(rule=codes.REPEATED_KEY, message=repeated(member.key), fix=fix)
            yield place(finding, text, member.start, member.end)


def mark_repeated(root: Node) -> None:
    """Mark the values of repeated keys that differ, as it is unknown which of them counts."""
    for node in _nodes(root):
        for member in again_in(node):
            same = {repr(each.value.plain()) for each in node.named(member.key)}
            member.value.unread = len(same) > 1


def again_in(node: Node) -> Sequence[Member]:
    """Return the members of an object whose keys occurred in it before."""
    return [member for member in node.members or () if member.again]


def lines_removed(content: str, start: int, end: int) -> Edits:
    """Return the edits that remove lines between two offsets, none if they hold anything else."""
    first = content.rfind("\n", 0, start) + 1
    last = content.find("\n", end) % (len(content) + 1)
    alone = not (content[first:start] + content[end:last]).strip()
    return ((first, min(last + 1, len(content)), ""),) if alone else ()


def _nodes(root: Node) -> Iterator[Node]:
    """Yield a value and all values in it."""
    yield root
    for each in [*(root.items or ()), *(member.value for member in root.members or ())]:
        yield from _nodes(each)
