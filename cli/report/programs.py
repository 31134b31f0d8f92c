"""Reports for programs: one JSON object, one object per line, and SARIF 2.1.0 for code scanning.

`schemas/report.schema.json` describes the objects. Source of SARIF: OASIS, "Static Analysis Results
Interchange Format (SARIF) Version 2.1.0".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import asdict

from ... import __version__
from ...findings import Edit, Finding, Fix, Rule
from ..output import json_text
from . import Summary, address, fingerprinted, json_items

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def json(findings: Iterable[Finding], summary: Summary) -> Iterator[str]:
    """Yield one object: first the `findings`, one per line, then the `summary`."""
    yield from json_items('{"findings": [', (values(each, summary.site) for each in findings))
    yield f'\n], "summary": {json_text(summary.counts())}}}\n'


def jsonl(findings: Iterable[Finding], summary: Summary) -> Iterator[str]:
    """Yield the findings, one object per line, for readers of a stream."""
    for finding in findings:
        yield json_text(values(finding, summary.site)) + "\n"


def values(finding: Finding, site: str | None = None) -> dict[str, object]:
    """Return a finding as JSON, with a link to its rule on a site."""
    return {
        "code": finding.code,
        "name": finding.name,
        "url": finding.rule.page(site),
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
        "fix": None if finding.fix is None else _mended(finding.fix),
        "suggestions": [_mended(each) for each in finding.suggestions],
    }


def _mended(fix: Fix) -> dict[str, object]:
    edits = [asdict(edit) for edit in fix.edits]
    return {"message": fix.message, "safe": fix.safe, "edits": edits}


# SARIF


def sarif(findings: Iterable[Finding], summary: Summary) -> Iterator[str]:
    """Yield the log, with one result per line.

    The results come first, written as they are found, followed by the rules that they break.
    """
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
                "rules": [_rule(each, summary.site) for each in rules.values()],
            }
        },
    }
    yield "\n], " + json_text(rest)[1:] + "]}\n"


def _results(findings: Iterable[Finding], rules: dict[str, Rule]) -> Iterator[dict[str, object]]:
    """Yield the results, adding each rule when it is first broken."""
    places = dict[str, int]()
    for finding, fingerprint in fingerprinted(findings):
        rules[finding.code] = finding.rule
        index = places.setdefault(finding.code, len(places))
        yield _result(finding, index, fingerprint)


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
    """Yield a finding's fix and suggestions, each once, as SARIF requires (3.27.30)."""
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


_PAGE = re.compile(r"docs/([a-z-]+)\.md(?:, section ([A-Z]\w*(?: [a-z]\w*)*))?")
"""A page of the documentation, and a section there, in the source of a rule."""


def _why(rule: Rule, site: str | None) -> tuple[str, str]:
    """Return where a rule comes from, as text and in Markdown, with a link to the page on a site.

    Readers of a report do not have the files of the documentation.
    """

    def named(found: re.Match[str], in_markdown: bool = False) -> str:
        section = found[2] or ""
        name = f"the documentation of {found[1]}" + (section and f", section {section}")
        if site is None:
            return name
        anchor = section and f"#{section.lower().replace(' ', '-')}"
        address = f"{site.removesuffix('/')}/{found[1]}/{anchor}"
        return f"[{name}]({address})" if in_markdown else f"{name} ({address})"

    return _PAGE.sub(named, rule.why), _PAGE.sub(lambda each: named(each, True), rule.why)


def _rule(rule: Rule, site: str | None) -> dict[str, object]:
    page = rule.page(site)
    help_text, markdown = (
        f"{rule.means}\n\nBasis: {why}\n\nWhat to do: {rule.mend}"
        for why in _why(rule, None if page is None else site)
    )
    found: dict[str, object] = {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.means},
        "fullDescription": {"text": rule.means},
        "help": {"text": help_text, "markdown": markdown},
        "defaultConfiguration": {"level": rule.severity},
        "properties": {"tags": ["kifu"]},
    }
    return found if page is None else found | {"helpUri": page}


def _invocation(summary: Summary) -> dict[str, object]:
    """Return whether everything could be read, and which files could not."""
    notes = [{"level": "error", "message": {"text": why}} for _, why in summary.troubles]
    found: dict[str, object] = {"executionSuccessful": not notes}
    return found | {"toolExecutionNotifications": notes} if notes else found
