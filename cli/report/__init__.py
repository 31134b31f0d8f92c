"""Reports of findings, one module per output format.

Each has one pure function, `render`: findings in, pieces of text out. It takes the findings one
by one, with a piece for each, if only an empty one, so that several reports can be written side by
side. It asks for the summary only when there are no more.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from itertools import chain, tee, zip_longest
from typing import Protocol

from msgspec import Struct, field

from ...archive.repository import top
from ...findings import Finding, amount
from ...formats.interface.notation import Counts
from ..output.output import json_text

REPORTS = ("text", "concise", "json", "jsonl", "github", "gitlab", "sarif", "junit")
FROM_ROOT = ("github", "gitlab", "sarif")
"""Formats for services that know a repository, where paths begin at its root."""
STATISTICS = "statistics"
"""What there may be instead of findings in a format for people."""
FOR_PEOPLE = ("text", "concise")
"""Formats for a terminal, in its encoding and its colours."""


class Summary(Struct):
    """What was read, and how much was found.

    `skipped` are files in folders that are no records, `accepted` and `gone` known findings that
    were found, or were not. `paths` are those of the files, in their
    order; `troubles` are the files that could not be read, each with the reason. If it is `strict`,
    warnings fail too. If the run `is_interrupted`, something is left that was not read.
    """

    records: int = 0
    rounds: int = 0
    plies: int = 0
    errors: int = 0
    warnings: int = 0
    notes: int = 0
    skipped: int = 0
    accepted: int = 0
    gone: int = 0
    paths: list[str] = field(default_factory=list[str])
    troubles: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    strict: bool = False
    is_interrupted: bool = False

    @property
    def files(self) -> int:
        """How many files were read."""
        return len(self.paths)

    @property
    def found(self) -> int:
        """How many findings were reported."""
        return self.errors + self.warnings + self.notes

    @property
    def unread(self) -> int:
        """How many files could not be read."""
        return len(self.troubles)

    def fails(self, finding: Finding) -> bool:
        """Whether a finding is a reason to fail."""
        return finding.severity == "error" or (self.strict and finding.severity == "warning")

    @property
    def failed(self) -> bool:
        """Whether anything was found that is a reason to fail."""
        return bool(self.errors or (self.strict and self.warnings))

    def counts(self) -> dict[str, int]:
        """The numbers, by name."""
        return {
            "files": self.files,
            "records": self.records,
            "rounds": self.rounds,
            "plies": self.plies,
            "errors": self.errors,
            "warnings": self.warnings,
            "notes": self.notes,
            "accepted": self.accepted,
            "gone": self.gone,
            "skipped": self.skipped,
            "unread": self.unread,
        }

    def add(self, counts: Counts | None) -> None:
        """Count a record if there is one, or several."""
        if counts is not None:
            self.records += counts.records
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
        asides = [f"{amount(self.accepted, 'known finding')} accepted"] if self.accepted else []
        asides += [f"{amount(self.skipped, 'other file')} passed over"] if self.skipped else []
        asides += [f"{amount(self.unread, 'file')} could not be read"] if self.unread else []
        aside = f" ({', '.join(asides)})" if asides else ""
        if not self.files:
            return f"nothing was checked{aside}"
        if not found:
            found = "nothing new" if self.accepted else "nothing wrong"
            found += " in what could be read" if self.unread else ""
        return f"{read}{found and ': '}{found}{aside}"


class Render(Protocol):
    """What the module of an output format offers."""

    def __call__(self, findings: Iterable[Finding], summary: Summary) -> Iterator[str]:
        """The report, piece by piece."""
        ...


def renderer(name: str) -> Render:
    """The function that writes reports in an output format."""
    found: Render = import_module(f".{name}", __name__).render
    return found


def side_by_side(
    names: Iterable[str],
    findings: Iterable[Finding],
    summary: Summary,
    columns: int | None = None,
    most: int | None = None,
) -> Iterator[tuple[str, ...]]:
    """The pieces of several reports of the same findings; an empty one where one has no more.

    The first is for people: its lines fit so many columns, and it has at most so many findings.
    """
    names = list(names)
    first, *others = tee(findings, len(names))
    if most is not None:
        first = _at_most(most, first)
    first = fitting(first, columns)
    reports = [
        _report(name, _from_root(each) if name in FROM_ROOT else each, summary)
        for name, each in zip(names, (first, *others), strict=True)
    ]
    yield from zip_longest(*reports, fillvalue="")


def _report(name: str, findings: Iterator[Finding], summary: Summary) -> Iterator[str]:
    """A report. One for people is empty if nothing is found, and then not imported either."""
    if name in FOR_PEOPLE:
        some = next(findings, None)
        if some is None:
            return
        findings = chain([some], findings)
    yield from renderer(name)(findings, summary)


def _at_most(most: int, findings: Iterator[Finding]) -> Iterator[Finding]:
    """The first of some findings; all are taken, since only then the summary is complete."""
    for number, each in enumerate(findings):
        if number < most:
            yield each


def fitting(findings: Iterable[Finding], columns: int | None) -> Iterator[Finding]:
    """Findings with excerpts that fit so many columns, if any number is given."""
    for each in findings:
        whole = each.excerpt
        if whole is None or columns is None:
            yield each
        else:
            from .excerpt import fitted

            yield each.but(excerpt=fitted(whole, columns))


def _from_root(findings: Iterator[Finding]) -> Iterator[Finding]:
    """Findings whose paths begin at the root of the repository, or else at the current folder."""
    root, place = top(os.getcwd()) or os.getcwd(), cache(from_root)
    for each in findings:
        yield each if each.path is None else each.but(path=place(each.path, root))


def json_items(head: str, values: Iterable[object]) -> Iterator[str]:
    r"""What comes before a list in JSON, and its items, one a line; there is a piece for each item.

    >>> list(json_items("[", [1, 2])), list(json_items("[", []))
    (['[\n  1', ',\n  2'], ['['])
    """
    before: str | None = head
    for each in values:
        yield f"{',' if before is None else before}\n  {json_text(each)}"
        before = None
    if before is not None:
        yield before


def from_root(path: str, root: str) -> str:
    """The path of a file in a folder as it is from there; that of any other is absolute."""
    if not os.path.exists(path):
        return path  # standard input
    inside = os.path.relpath(path, root)
    outside = inside.split(os.sep, 1)[0] == os.pardir
    return os.path.abspath(path) if outside else inside


def address(path: str) -> str:
    """The path of a file as a URI, relative if the path is.

    >>> address("games/50 % ごいた.gibo")
    'games/50%20%25%20%E3%81%94%E3%81%84%E3%81%9F.gibo'
    """
    from urllib.parse import quote  # slow to import

    whole = quote(os.fsencode(path.replace(os.sep, "/")))
    return f"file://{whole}" if os.path.isabs(path) else whole


def advice(finding: Finding) -> Iterator[str]:
    """What could be done about a finding: its fix, and what may be meant."""
    if finding.fix is not None and finding.fix not in finding.suggestions:
        kind = "fix" if finding.fix.safe else "unsafe fix"
        yield f"{kind}: {finding.fix.message}"
    for each in finding.suggestions:
        yield each.message
