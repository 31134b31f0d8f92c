"""Findings for programs: one JSON object, with the `findings` first and the `summary` last."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from msgspec.structs import asdict

from ...findings import Finding, Fix
from . import Summary


def render(findings: Iterable[Finding], summary: Summary) -> Iterator[str]:
    """The object, a finding a line."""
    yield '{"findings": ['
    separator = "\n  "
    for finding in findings:
        yield separator + json.dumps(_values(finding), ensure_ascii=False)
        separator = ",\n  "
    yield f'\n], "summary": {json.dumps(asdict(summary))}}}\n'


def _values(finding: Finding) -> dict[str, object]:
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "message": finding.message,
        "path": finding.path,
        "line": finding.line,
        "column": finding.column,
        "end_line": finding.end_line,
        "end_column": finding.end_column,
        "pointer": finding.pointer,
        "round": finding.round,
        "ply": finding.ply,
        "player": finding.player,
        "fix": None if finding.fix is None else _fix(finding.fix),
        "suggestions": [_fix(each) for each in finding.suggestions],
    }


def _fix(fix: Fix) -> dict[str, object]:
    edits = [asdict(edit) for edit in fix.edits]
    return {"message": fix.message, "safe": fix.safe, "edits": edits}
