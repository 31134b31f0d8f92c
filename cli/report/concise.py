"""Findings in a line each: place, severity, code and name, message."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...findings import Finding
from . import Summary


def render(findings: Iterable[Finding], summary: Summary) -> Iterator[str]:
    """The findings, one a line; of the summary, people are told otherwise."""
    for finding in findings:
        yield f"{finding}\n"
