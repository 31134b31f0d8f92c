"""Findings for programs: one JSON object, with the `findings` first and the `summary` last.

`schemas/report.schema.json` describes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from importlib.resources import files
from typing import Any

from msgspec.structs import asdict

from ...findings import Finding, Fix
from . import Summary


def render(findings: Iterable[Finding], summary: Summary) -> Iterator[str]:
    """The object, a finding a line."""
    yield '{"findings": ['
    separator = "\n  "
    for finding in findings:
        yield separator + json.dumps(values(finding), ensure_ascii=False)
        separator = ",\n  "
    yield f'\n], "summary": {json.dumps(summary.counts())}}}\n'


def schema() -> dict[str, Any]:
    """The JSON Schema of the object.

    >>> schema()["title"]
    'Report of findings'
    """
    text = files("kifu.schemas").joinpath("report.schema.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


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
