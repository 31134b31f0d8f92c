"""Reports of findings, one module per output format.

Each has one pure function, `render`: findings in, pieces of text out. It takes the findings one
by one, and asks for the summary only when there are no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Protocol

from msgspec import Struct

from ...findings import Finding, amount
from ...formats.base import Counts

REPORTS = {"text": ".text", "json": ".json"}


class Summary(Struct):
    """What was read, and how much was found.

    `skipped` are files in folders that are no records, `unread` those that could not be read.
    """

    files: int = 0
    records: int = 0
    rounds: int = 0
    plies: int = 0
    errors: int = 0
    warnings: int = 0
    notes: int = 0
    skipped: int = 0
    unread: int = 0

    def add(self, counts: Counts | None) -> None:
        """Count a record, if there is one."""
        if counts is not None:
            self.records += 1
            self.rounds += counts.rounds
            self.plies += counts.plies

    def count(self, finding: Finding) -> None:
        """Count a finding by its severity."""
        if finding.severity == "error":
            self.errors += 1
        elif finding.severity == "warning":
            self.warnings += 1
        else:
            self.notes += 1

    def __str__(self) -> str:
        read = ", ".join(
            amount(count, what)
            for count, what in [
                (self.files, "file"),
                (self.records, "record"),
                (self.rounds, "round"),
                (self.plies, "ply"),
            ]
        )
        kinds = [(self.errors, "error"), (self.warnings, "warning"), (self.notes, "note")]
        found = ", ".join(amount(count, what) for count, what in kinds if count)
        asides = [f"{amount(self.skipped, 'other file')} passed over"] if self.skipped else []
        asides += [f"{amount(self.unread, 'file')} could not be read"] if self.unread else []
        aside = f" ({', '.join(asides)})" if asides else ""
        if not self.files:
            return f"nothing was checked{aside}"
        if not found:
            found = "nothing wrong in what could be read" if self.unread else "nothing wrong"
        return f"{read}{found and ': '}{found}{aside}"


class Render(Protocol):
    """What the module of an output format offers."""

    def __call__(self, findings: Iterable[Finding], summary: Summary) -> Iterator[str]:
        """The report, piece by piece."""
        ...


def renderer(name: str) -> Render:
    """The function that writes reports in an output format."""
    found: Render = import_module(REPORTS[name], __name__).render
    return found
