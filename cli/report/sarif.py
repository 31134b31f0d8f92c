"""Findings in SARIF 2.1.0, which code scanning reads.

Source: OASIS, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0". The results come
first, so that they can be written as they are found; the rules that they break come behind them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ... import __version__
from ...findings import Edit, Finding, Fix, Rule
from ..output.output import json_text
from . import Summary, address, json_items
from .fingerprints import Fingerprints

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def render(findings: Iterable[Finding], summary: Summary) -> Iterator[str]:
    """The log, a result a line."""
    head = f'{{"version": "2.1.0", "$schema": "{SCHEMA}", "runs": [{{"results": ['
    rules = dict[str, Rule]()
    yield from json_items(head, _results(findings, rules))
    rest = {
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(summary)],
        "tool": {
            "driver": {
                "name": "kifu",
                "version": __version__,
                "rules": [_rule(each) for each in rules.values()],
            }
        },
    }
    yield "\n], " + json_text(rest)[1:] + "]}\n"


def _results(findings: Iterable[Finding], rules: dict[str, Rule]) -> Iterator[dict[str, object]]:
    """The results; the rules that they break are entered, each when it is first broken."""
    fingerprints, places = Fingerprints(), dict[str, int]()
    for finding in findings:
        rules[finding.code] = finding.rule
        index = places.setdefault(finding.code, len(places))
        yield _result(finding, index, fingerprints.of(finding))


def _result(finding: Finding, index: int, fingerprint: str) -> dict[str, object]:
    found: dict[str, object] = {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": finding.severity,
        "message": {"text": f"{finding.message}{finding.play}"},
        "partialFingerprints": {"kifuFinding/v1": fingerprint},
    }
    if finding.path is not None:
        place: dict[str, object] = {"artifactLocation": _artifact(finding.path)}
        if finding.line is not None:
            place["region"] = _region(finding)
        found["locations"] = [{"physicalLocation": place}]
        fixes = [_fix(each, finding.path) for each in _offered(finding)]
        if fixes:
            found["fixes"] = fixes
    return found


def _offered(finding: Finding) -> Iterator[Fix]:
    """The fix of a finding, and what else may be meant; each once, as SARIF has it (3.27.30)."""
    if finding.fix is not None and finding.fix.edits:
        yield finding.fix
    for each in finding.suggestions:
        if finding.fix is None or each.edits != finding.fix.edits:
            yield each


def _artifact(path: str) -> dict[str, object]:
    return {"uri": address(path)}


def _region(place: Finding | Edit) -> dict[str, object]:
    parts = {
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    }
    return {name: value for name, value in parts.items() if value is not None}


def _fix(fix: Fix, path: str) -> dict[str, object]:
    replacements = [
        {"deletedRegion": _region(each), "insertedContent": {"text": each.text}}
        for each in fix.edits
    ]
    change = {"artifactLocation": _artifact(path), "replacements": replacements}
    return {"description": {"text": fix.message}, "artifactChanges": [change]}


def _rule(rule: Rule) -> dict[str, object]:
    advice = f"{rule.means}\n\nWhy: {rule.why}\n\nWhat to do: {rule.mend}"
    found: dict[str, object] = {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.means},
        "fullDescription": {"text": rule.means},
        "help": {"text": advice, "markdown": advice},
        "defaultConfiguration": {"level": rule.severity},
        "properties": {"tags": ["kifu"]},
    }
    return found if rule.url is None else found | {"helpUri": rule.url}


def _invocation(summary: Summary) -> dict[str, object]:
    """Whether all could be read, and what could not."""
    notes = [{"level": "error", "message": {"text": why}} for _, why in summary.troubles]
    found: dict[str, object] = {"executionSuccessful": not notes}
    return found | {"toolExecutionNotifications": notes} if notes else found
