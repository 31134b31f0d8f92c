"""Reports for people: findings with source lines and fixes, one per line, or only counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from ...findings import Excerpt, Finding
from ...formats.text.columns import aligned, visible, width
from ..terminal import BOLD, CYAN, RED, YELLOW, styled
from . import Summary, advice

COLOURS = {"error": RED, "warning": YELLOW, "note": CYAN}
MARGIN = "    | "
"""The left margin of an excerpt."""
CUT = "…"
"""Marks where text was cut off."""
_TAB = " " * 4


def text(findings: Iterable[Finding], summary: Summary) -> Iterator[str]:
    """Yield the place, the message, the line with a caret, and the fix; then the summary."""
    for each in findings:
        whole = each.excerpt
        if whole is not None and summary.columns is not None:
            each = each.but(excerpt=fitted(whole, summary.columns))
        yield "".join(f"{line}\n" for line in _lines(each))


def _lines(finding: Finding) -> Iterator[str]:
    severity = str(finding.severity)
    kind = styled(f"{severity} {finding.code}", COLOURS[severity], BOLD)
    yield f"{styled(finding.place, BOLD)}: {kind} {finding.name}{finding.play}"
    yield f"  {visible(finding.message)}"
    if finding.excerpt is not None:
        for line in _quoted(finding.excerpt, COLOURS[severity]):
            yield f"{MARGIN}{line}".rstrip()
    for each in advice(finding):
        yield f"  {visible(each)}"


def _quoted(excerpt: Excerpt, colour: int) -> Iterator[str]:
    """Yield the source line, with carets below the part that the finding is about."""
    end = excerpt.start + excerpt.length
    before = CUT * excerpt.more_before + shown(excerpt.text[: excerpt.start])
    about = shown(excerpt.text[excerpt.start : end])
    yield before + about + shown(excerpt.text[end:]) + CUT * excerpt.more_after
    yield " " * width(before) + styled("^" * max(1, width(about)), colour)


def concise(findings: Iterable[Finding], summary: Summary) -> Iterator[str]:
    """Yield a line for each finding: place, severity, code and name, message."""
    for finding in findings:
        yield f"{finding}\n"


def statistics(findings: Iterable[Finding], summary: Summary) -> Iterator[str]:
    """Yield the number of findings and fixes for each rule, most frequent first."""
    counts, fixable = Counter[tuple[str, str, str]](), Counter[tuple[str, str, str]]()
    for each in findings:
        row = (each.code, str(each.severity), each.name)
        counts[row] += 1
        fixable[row] += each.fix is not None and bool(each.fix.edits)
    digits = len(str(max(counts.values(), default=0)))
    rows: list[list[str]] = []
    for row, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        code, severity, name = row
        fixes = f"{fixable[row]} with a fix" if fixable[row] else ""
        rows.append([f"{count:{digits}}", severity, code, name, fixes])
    yield "".join(f"{line}\n" for line in aligned(rows))


# Excerpts


def shown(text: str) -> str:
    """Return part of a line for display: with spaces for tabs, and without control characters."""
    return visible(text.replace("\t", _TAB))


def fitted(excerpt: Excerpt, columns: int) -> Excerpt:
    """Return an excerpt cut to fit, with priority for the underlined part.

    >>> fitted(Excerpt("aaaaaaaaaabbaaaaaaaaaa", 10, 2), 16)
    Excerpt(text='aaabbaaa', start=3, length=2, more_before=True, more_after=True)
    """
    widths = [width(shown(each)) for each in excerpt.text]
    marks = excerpt.more_before + excerpt.more_after
    if sum(widths) + marks <= columns - len(MARGIN):
        return excerpt
    room = max(columns - len(MARGIN) - 2 * len(CUT), 2)
    start, end = excerpt.start, excerpt.start + excerpt.length
    first = last = start
    while last < min(end, len(widths)) and (widths[last] <= room or last == start):
        room -= widths[last]
        last += 1
    about = last
    while last >= end:
        before = first > 0 and widths[first - 1] <= room
        if before:
            first -= 1
            room -= widths[first]
        after = last < len(widths) and widths[last] <= room
        if after:
            room -= widths[last]
            last += 1
        if not (before or after):
            break
    return replace(
        excerpt,
        text=excerpt.text[first:last],
        start=start - first,
        length=max(1, about - start),
        more_before=first > 0 or excerpt.more_before,
        more_after=last < len(widths) or excerpt.more_after,
    )
