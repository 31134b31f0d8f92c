"""How many findings there are of each rule, instead of the findings; the most frequent first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from ...findings import Finding
from ...formats.text.columns import aligned
from . import Summary

Row: TypeAlias = tuple[str, str, str]
"""The code, severity and name of some findings."""


def render(findings: Iterable[Finding], summary: Summary) -> Iterator[str]:
    """A table of counts, severities, codes, names, and how many findings have a fix."""
    counts, fixable = Counter[Row](), Counter[Row]()
    for each in findings:
        row = (each.code, str(each.severity), each.name)
        counts[row] += 1
        fixable[row] += each.fix is not None and bool(each.fix.edits)
        yield ""
    digits = len(str(max(counts.values(), default=0)))
    rows: list[list[str]] = []
    for row, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        code, severity, name = row
        fixes = f"{fixable[row]} with a fix" if fixable[row] else ""
        rows.append([f"{count:{digits}}", severity, code, name, fixes])
    yield "".join(f"{line}\n" for line in aligned(rows))
