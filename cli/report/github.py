"""Findings as annotations of GitHub Actions: a workflow command a line.

Source: docs.github.com, "Workflow commands for GitHub Actions", "Setting an error message". What
is escaped, and how, follows `command.ts` of actions/toolkit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...findings import Finding
from ...formats.text.columns import visible
from . import Summary, advice

LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


def render(findings: Iterable[Finding], summary: Summary) -> Iterator[str]:
    """The commands, one a finding."""
    for finding in findings:
        properties = ",".join(f"{key}={_property(value)}" for key, value in _properties(finding))
        told = [f"{finding.message}{finding.play}", *advice(finding)]
        message = "\n".join(map(visible, told))
        yield f"::{LEVELS[str(finding.severity)]} {properties}::{_data(message)}\n"


def _properties(finding: Finding) -> Iterator[tuple[str, str]]:
    yield "title", f"{finding.code} {finding.name}"
    if finding.path is None:
        return
    # GitHub finds the file by its name, in which a newline is escaped as everywhere.
    yield "file", "\n".join(map(visible, finding.path.split("\n")))
    if finding.line is None:
        return
    yield "line", str(finding.line)
    yield "endLine", str(finding.end_line or finding.line)
    # Columns only count where the lines are the same.
    if finding.column is not None and finding.end_line in (None, finding.line):
        yield "col", str(finding.column)
        yield "endColumn", str(finding.end_column or finding.column)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
