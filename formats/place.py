"""Puts findings in their place in a text."""

from __future__ import annotations

from ..findings import Edit, Finding
from .text import Text


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


def edit(text: Text, start: int, end: int, new: str) -> Edit:
    """Replace a span of a text."""
    return Edit(*text.position(start), *text.position(end), new)
