"""Comments that ignore a finding, for the editor to insert above its line."""

from __future__ import annotations

from collections import Counter

from ..archive.selection import stops_reading
from ..findings import IGNORE
from ..formats.text.comments import MARK
from .diagnostics import Located, known, located
from .documents import Document

LONGEST = 2**18
"""The maximum length of a document, in characters: it is read again with the comment."""


def comment(document: Document, found: Located) -> tuple[int, str] | None:
    """Return a line that ignores a finding, with its place, or None if the notation has no such
    lines, or if a finding means that other errors may be hidden.
    """
    rule, text = found.finding.about, document.text
    if found.finding.line is None or stops_reading(rule) or len(text) > LONGEST:
        return None
    start = text.rfind("\n", 0, found.start) + 1
    key = (comment, start, rule.code)
    if key not in document.known:
        line = text[start : document.positions.end_of_line(start)]
        indent = line[: len(line) - len(line.lstrip(" \t"))]
        end = "\r\n" if "\r\n" in text else "\n"
        put = f"{indent}{MARK} kifu: {IGNORE} {rule.code}{end}"
        after = _codes(document.with_text(text[:start] + put + text[start:]))
        document.known[key] = put if after < _codes(document) else None
    put = document.known[key]
    return None if put is None else (start, put)


def _codes(document: Document) -> Counter[str]:
    return Counter(each.finding.code for each in known(document) or located(document))
