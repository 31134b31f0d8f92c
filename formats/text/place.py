"""Place findings in a text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby, takewhile

from msgspec.structs import replace

from ...findings import Edit, Finding, Fix
from ...findings.shown import visible
from .. import codes
from ..document.tree import Node, find
from .text import Text


def place(finding: Finding, text: Text, start: int, end: int) -> Finding:
    """Return the finding at a span of a text, its message in one printable line."""
    line, column = text.position(start)
    end_line, end_column = text.position(max(start, end))
    return finding.but(
        message=visible(finding.message),
        line=line,
        column=column,
        end_line=end_line,
        end_column=end_column,
        excerpt=text.excerpt(start, end),
    )


def span_in_tree(
    finding: Finding, root: Node, path: Sequence[str], repeatable: frozenset[str] = frozenset()
) -> tuple[Node | None, int, int]:
    """Return the value of a finding and its span; for an unknown key, the span of the key.

    If there is no such place, the value is None, and the span is the start of the nearest above it.
    """
    node, member, found = find(root, path, repeatable)
    if len(found) < len(path):
        return None, node.start, node.start + 1
    if member is not None and finding.rule is codes.UNKNOWN_KEY:
        return None, member.start, member.end
    return node, node.start, node.end


def reworded(finding: Finding, reword: Callable[[str], str]) -> Finding:
    """Return the finding and its fix in the words of a notation."""
    fix = finding.fix
    if fix is not None:
        fix = replace(fix, message=reword(fix.message))
    return finding.but(message=reword(finding.message), fix=fix)


def moved(finding: Finding, place: Callable[[str], str]) -> Finding:
    """Return the finding and its fix with other pointers for a record of another form."""
    fix = finding.fix
    if fix is not None:
        fix = replace(
            fix,
            changes=tuple((place(where), value) for where, value in fix.changes),
            renames=tuple((place(where), name) for where, name in fix.renames),
            removals=tuple(map(place, fix.removals)),
        )
    return finding.but(pointer=place(finding.pointer or ""), fix=fix)


def mended(text: Text, fix: Fix) -> str:
    """Return the text after the edits of a fix."""
    content = text.content
    spans = [
        (
            text.offset(each.line, each.column),
            text.offset(each.end_line, each.end_column),
            each.text,
        )
        for each in fix.edits
    ]
    for start, end, new in sorted(spans, reverse=True):
        content = content[:start] + new + content[end:]
    return content


def replacing(text: Text, start: int, end: int, new: str) -> tuple[Edit, ...]:
    """Return the edits that turn a span of a text into another, of no more than what differs."""
    return tuple(edit(text, *each) for each in differences(text.content[start:end], new, start))


def differences(old: str, new: str, start: int = 0) -> list[tuple[int, int, str]]:
    """Return the spans in which a text differs from another, with the text there instead.

    >>> differences("8７0０", "8700"), differences("♠10", "♠T", start=5)
    ([(1, 2, '7'), (3, 4, '0')], [(6, 8, 'T')])
    """
    if len(old) == len(new):
        pairs = groupby(range(len(old)), key=lambda at: old[at] != new[at])
        runs = [list(run) for differs, run in pairs if differs]
        return [(start + run[0], start + run[-1] + 1, new[run[0] : run[-1] + 1]) for run in runs]
    left = _alike(old, new)
    right = _alike(old[left:][::-1], new[left:][::-1])
    return [(start + left, start + len(old) - right, new[left : len(new) - right])]


def _alike(one: str, other: str) -> int:
    """Return the number of characters at the beginning that two texts share."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def edit(text: Text, start: int, end: int, new: str) -> Edit:
    """Replace a span of a text."""
    return Edit(*text.position(start), *text.position(end), new)
