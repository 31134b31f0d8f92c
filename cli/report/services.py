"""Reports for services that run checks: GitHub Actions, GitLab, and readers of JUnit XML."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ...findings import Finding, amount
from ...formats.text.columns import visible
from . import Summary, advice, fingerprinted, json_items

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

OF_GITHUB = {"error": "error", "warning": "warning", "note": "notice"}
OF_GITLAB = {"error": "major", "warning": "minor", "note": "info"}


def github(findings: Iterable[Finding], summary: Summary) -> Iterator[str]:
    """Yield annotations: one workflow command per line.

    Source: docs.github.com, "Workflow commands for GitHub Actions", "Setting an error message". The
    escaping follows `command.ts` of actions/toolkit.
    """
    for finding in findings:
        properties = ",".join(f"{key}={_property(value)}" for key, value in _properties(finding))
        told = [f"{finding.message}{finding.play}", *advice(finding)]
        message = "\n".join(map(visible, told))
        yield f"::{OF_GITHUB[str(finding.severity)]} {properties}::{_data(message)}\n"


def _properties(finding: Finding) -> Iterator[tuple[str, str]]:
    yield "title", f"{finding.code} {finding.name}"
    if finding.path is None:
        return
    # GitHub finds the file by its name, so escape a newline in it like any other.
    yield "file", "\n".join(map(visible, finding.path.split("\n")))
    if finding.line is None:
        return
    yield "line", str(finding.line)
    yield "endLine", str(finding.end_line or finding.line)
    # columns matter only if both lines are the same
    if finding.column is not None and finding.end_line in (None, finding.line):
        yield "col", str(finding.column)
        yield "endColumn", str(finding.end_column or finding.column)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def gitlab(findings: Iterable[Finding], summary: Summary) -> Iterator[str]:
    """Yield a JSON list for Code Quality reports, one finding per line.

    Source: docs.gitlab.com, "Code Quality", "Code Quality report format".
    """
    yield from json_items("[", (_values(*each) for each in fingerprinted(findings)))
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
        "severity": OF_GITLAB[str(finding.severity)],
        "fingerprint": fingerprint,
        "location": {"path": finding.path or "", "positions": {"begin": begin, "end": end}},
    }


def junit(findings: Iterable[Finding], summary: Summary) -> Iterator[str]:
    """Yield JUnit XML: each file is a case, and the header has the number of failures.

    Source: the schema `junit-10.xsd` of Jenkins' xUnit plugin. A case has one failure with
    everything wrong with the file, as readers differ in how they treat several failures.
    """
    from xml.etree.ElementTree import Element, SubElement, indent, tostring  # slow to import

    errors, others = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
    for finding in findings:
        told = errors if summary.fails(finding) else others
        told[finding.path or ""].append(str(finding))
    cases = dict.fromkeys([*summary.paths, *errors, *others])
    totals = {
        "name": "kifu",
        "tests": str(len(cases) + len(summary.troubles)),
        "failures": str(len(errors)),
        "errors": str(len(summary.troubles)),
    }
    root = Element("testsuites", totals)
    suite = SubElement(root, "testsuite", totals)
    for path in cases:
        case = _case(suite, path)
        if path in errors:
            told, message = errors[path], amount(len(errors[path]), "finding")
            SubElement(case, "failure", message=message, type="kifu").text = "\n".join(told)
        if path in others:
            SubElement(case, "system-out").text = "\n".join(others[path])
    for path, why in summary.troubles:
        SubElement(_case(suite, path), "error", message=visible(why), type="unread")
    indent(root)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, "unicode") + "\n"


def _case(suite: Element, path: str) -> Element:
    from xml.etree.ElementTree import SubElement

    return SubElement(suite, "testcase", name=visible(path), classname="kifu")
