"""Puts findings in their place in a text."""

from __future__ import annotations

from collections.abc import Sequence

from ..findings import Edit, Finding
from . import codes
from .text import Text
from .tree import Node, find


def place(finding: Finding, text: Text, start: int, end: int) -> Finding:
    """The finding at a span of a text."""
    line, column = text.position(start)
    end_line, end_column = text.position(max(start, end))
    return finding.but(
        line=line,
        column=column,
        end_line=end_line,
        end_column=end_column,
        excerpt=text.excerpt(start, end),
    )


def span_in_tree(
    finding: Finding, root: Node, path: Sequence[str], repeatable: frozenset[str] = frozenset()
) -> tuple[Node | None, int, int]:
    """The value that a finding is about and its span; for an unknown key, that of the key.

    If there is no such place, the value is None, and the span is the start of the nearest above it.
    """
    node, member, found = find(root, path, repeatable)
    if len(found) < len(path):
        return None, node.start, node.start + 1
    if member is not None and finding.rule is codes.UNKNOWN_KEY:
        return None, member.start, member.end
    return node, node.start, node.end


def edit(text: Text, start: int, end: int, new: str) -> Edit:
    """Replace a span of a text."""
    return Edit(*text.position(start), *text.position(end), new)
