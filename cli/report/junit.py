"""Findings as JUnit XML, which CI servers read as results of tests: a file is a case.

Source: the schema `junit-10.xsd` of Jenkins' xUnit plugin. A case has one failure, which holds all
that is wrong with the file, as readers differ in what they make of several.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from ...findings import Finding, amount
from ...formats.text.columns import visible
from . import Summary


def render(findings: Iterable[Finding], summary: Summary) -> Iterator[str]:
    """The document, at the end: its head says how many cases failed."""
    errors, others = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
    for finding in findings:
        told = errors if summary.fails(finding) else others
        told[finding.path or ""].append(str(finding))
        yield ""
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
    return SubElement(suite, "testcase", name=visible(path), classname="kifu")
