"""Place findings in a text."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby, takewhile

from msgspec.structs import replace

from ...findings import Edit, Finding, Fix
from ...findings.shown import visible
from .text import Text


def place(finding: Finding, text: Text, start: int, end: int) -> Finding:
    """Return the finding placed at a span of a text, with its message on one printable line."""
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


def reworded(finding: Finding, reword: Callable[[str], str]) -> Finding:
    """Return the finding and its fix in a notation's terms."""
    fix = finding.fix
    if fix is not None:
        fix = replace(fix, message=reword(fix.message))
    return finding.but(message=reword(finding.message), fix=fix)


def moved(finding: Finding, place: Callable[[str], str]) -> Finding:
    """Return the finding and its fix with their pointers changed, for a record in another form."""
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
    """Return the text with a fix's edits applied."""
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
    """Return edits that turn a span of a text into another text, changing only what differs."""
    return tuple(edit(text, *each) for each in differences(text.content[start:end], new, start))


def differences(old: str, new: str, start: int = 0) -> list[tuple[int, int, str]]:
    """Return the spans in which a text differs from another, with the other's text for each.

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
    """Return the length of the common prefix of two texts."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def edit(text: Text, start: int, end: int, new: str) -> Edit:
    """Return the edit that replaces a span of a text."""
    return Edit(*text.position(start), *text.position(end), new)
