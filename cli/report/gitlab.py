"""Findings for GitLab: a JSON list for its Code Quality reports.

Source: docs.gitlab.com, "Code Quality", "Code Quality report format".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...findings import Finding
from . import Summary, advice, json_items
from .fingerprints import Fingerprints

LEVELS = {"error": "major", "warning": "minor", "note": "info"}


def render(findings: Iterable[Finding], summary: Summary) -> Iterator[str]:
    """The list, a finding a line."""
    fingerprints = Fingerprints()
    yield from json_items("[", (_values(each, fingerprints.of(each)) for each in findings))
    yield "\n]\n"


def _values(finding: Finding, fingerprint: str) -> dict[str, object]:
    line, column = finding.line or 1, finding.column or 1
    begin = {"line": line, "column": column}
    end = {"line": finding.end_line or line, "column": finding.end_column or column}
    return {
        "type": "issue",
        "check_name": finding.code,
        "description": f"{finding.name}{finding.play}: {finding.message}",
        "content": {"body": "\n\n".join([finding.rule.means, *advice(finding)])},
        "categories": ["Bug Risk"],
        "severity": LEVELS[str(finding.severity)],
        "fingerprint": fingerprint,
        "location": {"path": finding.path or "", "positions": {"begin": begin, "end": end}},
    }
