"""Findings for programs: one JSON object, with the `findings` first and the `summary` last.

`schemas/report.schema.json` describes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import asdict

from ...findings import Finding, Fix
from . import Summary, json_items


def render(findings: Iterable[Finding], summary: Summary) -> Iterator[str]:
    """The object, a finding a line."""
    yield from json_items('{"findings": [', map(values, findings))
    yield f'\n], "summary": {json.dumps(summary.counts())}}}\n'


def schema() -> dict[str, Any]:
    """The JSON Schema of the object.

    >>> schema()["title"]
    'Report of findings'
    """
    from ...formats.interface.replay_schema import shared_schema

    return shared_schema("report")


def values(finding: Finding) -> dict[str, object]:
    """A finding as it is written in JSON."""
    return {
        "code": finding.code,
        "name": finding.name,
        "url": finding.rule.url,
        "severity": finding.severity,
        "message": finding.message,
        "path": finding.path,
        "line": finding.line,
        "column": finding.column,
        "end_line": finding.end_line,
        "end_column": finding.end_column,
        "pointer": finding.pointer,
        "record": finding.record,
        "round": finding.round,
        "ply": finding.ply,
        "player": finding.player,
        "fix": None if finding.fix is None else _fix(finding.fix),
        "suggestions": [_fix(each) for each in finding.suggestions],
    }


def _fix(fix: Fix) -> dict[str, object]:
    edits = [asdict(edit) for edit in fix.edits]
    return {"message": fix.message, "safe": fix.safe, "edits": edits}
