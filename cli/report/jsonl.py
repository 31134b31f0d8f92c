"""Findings for programs that read line by line: a JSON object a line, as in the JSON report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...findings import Finding
from ..output.output import json_text
from . import Summary
from .json import values


def render(findings: Iterable[Finding], summary: Summary) -> Iterator[str]:
    """The objects; what the whole adds up to is left to the reader."""
    for finding in findings:
        yield json_text(values(finding)) + "\n"
