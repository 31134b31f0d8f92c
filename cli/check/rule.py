"""`kifu rule`: the rules that a record can break."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from typing import Any

import click

from ... import rules, validate
from ...findings import Rule
from ...formats.text.columns import aligned, visible
from ..errors import CLEAN, unknown
from ..options import any_rule, json_or_text
from ..output import emit_json, page
from ..report import Summary
from ..report.people import text
from ..terminal import columns

EXAMPLE = 600
"""The maximum number of characters to show from an example."""


@click.command
@click.argument("code", required=False, shell_complete=any_rule)
@json_or_text
def command(code: str | None, style: str) -> int:
    """Explain a rule, by CODE or name, or list them all."""
    known = rules()
    if code is not None:
        rule = _find(code, known)
        if style == "json":
            emit_json(_values(rule) | {"example": example_of(rule)})
        else:
            page(_entry(rule))
    elif style == "json":
        emit_json([_values(rule) for rule in known])
    else:
        page(aligned([[each.code, each.severity, each.name, each.means] for each in known]))
    return CLEAN


def _find(code: str, known: list[Rule]) -> Rule:
    names = {name.lower(): rule for rule in known for name in (rule.code, rule.name)}
    if code.lower() not in names:
        spelt = [name for rule in known for name in (rule.code, rule.name)]
        raise unknown("rule", code, spelt, "`kifu rule` lists them all")
    return names[code.lower()]


def _entry(rule: Rule) -> Iterator[str]:
    yield f"{rule.code} {rule.name} ({rule.severity})"
    yield ""
    yield rule.means
    yield f"basis: {rule.why}"
    yield f"what to do: {rule.mend}"
    yield ""
    example = example_of(rule)
    notation = f", {example['notation']}" if example["notation"] else ""
    yield f"example ({example['name']}{notation}):"
    for line in example["text"].splitlines():
        yield f"    {line}"
    report = report_of(rule, columns(sys.stdout))
    if report:
        yield ""
        yield "`kifu validate` reports:"
        yield from (f"    {line}" for line in report)


def report_of(rule: Rule, width: int | None) -> list[str]:
    """Return the report on a rule's example, or no lines if it takes further options to find it."""
    stream = BytesIO(rule.example.content())
    stream.name = rule.example.name
    found = (each for each in validate(stream, rule.example.notation) if each.code == rule.code)
    reports = text(islice(found, 1), Summary(columns=width))
    return [line for report in reports for line in report.splitlines()]


def example_of(rule: Rule) -> dict[str, Any]:
    """Return the example in printable characters, truncated if long."""
    content = rule.example.content()
    start = content[: EXAMPLE * 4].decode("utf-8", "backslashreplace")
    shown = "\n".join(map(visible, start.split("\n")))
    more = len(content) > EXAMPLE * 4 or len(shown) > EXAMPLE
    return {
        "notation": rule.example.notation,
        "name": rule.example.name,
        "size": len(content),
        "text": f"{shown[:EXAMPLE]} … ({len(content)} bytes)" if more else shown,
    }


def _values(rule: Rule) -> dict[str, Any]:
    return {
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity,
        "means": rule.means,
        "why": rule.why,
        "mend": rule.mend,
        "example": example_of(rule),
    }
