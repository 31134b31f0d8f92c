"""Find repeated keys in a document's objects."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import groupby, pairwise

from ....findings import Finding, Fix
from ... import codes
from ...text.place import edit, place
from ...text.text import Text
from ..tree import Member, Node


def mark_repeated(root: Node, repeatable: frozenset[str] = frozenset()) -> bool:
    """Mark the repeated keys in an object, and return whether there are any.

    If their values differ, it is unknown which one counts: all but the first are marked as unread.
    """
    found = False
    for node in root.nodes():
        for key in {each.key for each in node.members or ()} - repeatable:
            first, *others = node.named(key)
            if others:
                value, found = first.value.plain(), True
                unread = first.value.lacks() or any(each.value.plain() != value for each in others)
                for each in others:
                    each.again, each.value.unread = True, unread
    return found


def repetitions(text: Text, root: Node, meant: Mapping[int, str] = {}) -> Iterator[Finding]:
    """Report the repeated keys in an object, with one finding for adjacent ones.

    `meant` maps the offsets of repeated keys to the keys that may be meant instead.
    """
    for node in root.nodes():
        members = list(enumerate(node.members or ()))
        for (again, _), run in groupby(members, lambda each: (each[1].again, each[1].value.unread)):
            if again:
                (index, first), *_, (_, last) = [*(some := list(run)), some[-1]]
                yield _repetition(text, node, index, last, meant.get(first.start))


def _repetition(text: Text, node: Node, index: int, last: Member, name: str | None) -> Finding:
    """Return the finding about adjacent repeated keys; the first may be a slip for another key."""
    members = node.members or []
    before, member = members[index - 1], members[index]
    line, _ = text.position(node.named(member.key)[0].start)
    fix, between = None, text.content[before.value.end : member.start].strip()
    if name is not None:
        written = text.content[member.start : member.end].replace(member.key, name)
        made = edit(text, member.start, member.end, written)
        fix = Fix(f"write {name}", edits=(made,), safe=False)
    elif not member.value.unread and between in ("", ","):
        made = edit(text, before.value.end, last.value.end, "")
        fix = Fix("remove it", edits=(made,))
    key = json.dumps(member.key, ensure_ascii=False)
    why = f"the key {key} is repeated (first on line {line})"
    finding = Finding(rule=codes.REPEATED_KEY, message=why, fix=fix)
    return place(finding, text, member.start, member.end)


def without_first_lines(text: Text, root: Node) -> Iterator[Finding]:
    """Report and remove keys without a value if a later line repeats them with one."""
    for node in root.nodes():
        gone = set[int]()
        for item, following in pairwise(node.items or ()):
            member, second = (item.members or [None])[0], (following.members or [None])[0]
            is_alone = len(item.members or ()) == 1
            if is_alone and member and second and _is_first_line(member, second):
                yield _first_line(text, item.start, second)
                gone.add(id(item))
        for member in node.members or ():
            second = node.named(member.key)[-1]
            if _is_first_line(member, second):
                yield _first_line(text, member.start, second)
                gone.add(id(member))
        if gone:
            node.drop(gone)


def _is_first_line(member: Member, second: Member) -> bool:
    """Return whether a member has another's key but no value."""
    is_empty = member.value.is_null() and not second.value.is_null()
    return is_empty and member.key == second.key


def _first_line(text: Text, start: int, second: Member) -> Finding:
    """Return the finding about a line that is repeated later with a value."""
    first, end = text.content.rfind("\n", 0, start) + 1, text.content.find("\n", start) + 1
    fix = Fix("remove one of them", edits=(edit(text, first, end, ""),))
    why = f'the key "{second.key}" is repeated'
    finding = Finding(rule=codes.REPEATED_KEY, message=why, fix=fix)
    return place(finding, text, second.start, second.end)
