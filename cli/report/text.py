"""Findings for people: where, what, the line with a caret, and how to mend it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...findings import Excerpt, Finding
from ...formats.text.columns import visible, width
from ..output.style import BOLD, CYAN, RED, YELLOW, styled
from . import Summary, advice
from .excerpt import CUT, MARGIN, shown

COLOURS = {"error": RED, "warning": YELLOW, "note": CYAN}


def render(findings: Iterable[Finding], summary: Summary) -> Iterator[str]:
    """The findings, one after the other; of the summary, people are told otherwise."""
    for finding in findings:
        yield "".join(f"{line}\n" for line in _lines(finding))


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
    """The line, and below it carets under what the finding is about."""
    end = excerpt.start + excerpt.length
    before = CUT * excerpt.more_before + shown(excerpt.text[: excerpt.start])
    about = shown(excerpt.text[excerpt.start : end])
    yield before + about + shown(excerpt.text[end:]) + CUT * excerpt.more_after
    yield " " * width(before) + styled("^" * max(1, width(about)), colour)
