"""Reports of findings in several formats.

Each format's module has a pure function of the same name that takes findings and yields pieces of
text. It uses the summary only after the last finding.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from itertools import chain
from typing import TypeAlias

from msgspec import Struct, field

from ...archive.fingerprint import identity
from ...archive.repository import top
from ...findings import Finding, amount
from ...formats.interface.notation import Counts
from ..output import json_text, show_error
from ..terminal import columns

STATISTICS = "statistics"
"""The format for people that counts findings by rule instead of listing them."""
FOR_PEOPLE = ("text", "concise")
"""Formats for a terminal, using its encoding and colours."""
FROM_ROOT = ("github", "gitlab", "sarif")
"""Formats for services that know the repository, with paths relative to its root."""
REPORTS = (*FOR_PEOPLE, "json", "jsonl", *FROM_ROOT, "junit")
MODULES = {
    **dict.fromkeys((*FOR_PEOPLE, STATISTICS), "people"),
    **dict.fromkeys(("json", "jsonl", "sarif"), "programs"),
    **dict.fromkeys(("github", "gitlab", "junit"), "services"),
}
"""The module of each format."""
COUNTED = (
    *("files", "records", "rounds", "plies", "errors", "warnings", "notes"),
    *("accepted", "gone", "skipped", "unread", "unchecked"),
)
"""The counts in a summary, in the order in which programs read them."""


class Summary(Struct):
    """Counts of what was read and found.

    `skipped` counts files in folders that are not records; `accepted` and `gone` count known
    findings that were, or were not, found again. `paths` lists the files in order; `troubles` lists
    those that could not be read, each with the reason. `unchecked` counts records that could not be
    read because of errors that are not reported. If `strict`, warnings also make the run
    fail. If `is_interrupted`, not everything was read. Excerpts fit into `columns` columns, and
    rules are linked to pages of a `site`, if these are set.
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
    unchecked: int = 0
    paths: list[str] = field(default_factory=list[str])
    troubles: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    strict: bool = False
    is_interrupted: bool = False
    columns: int | None = None
    site: str | None = None

    @property
    def files(self) -> int:
        """The number of files read."""
        return len(self.paths)

    @property
    def found(self) -> int:
        """The number of findings reported."""
        return self.errors + self.warnings + self.notes

    @property
    def unread(self) -> int:
        """The number of files that could not be read."""
        return len(self.troubles)

    def fails(self, finding: Finding) -> bool:
        """Return whether a finding makes the run fail."""
        return finding.severity == "error" or (self.strict and finding.severity == "warning")

    @property
    def failed(self) -> bool:
        """Whether any finding makes the run fail."""
        return bool(self.errors or (self.strict and self.warnings))

    def counts(self) -> dict[str, int]:
        """Return the counts, by name."""
        return {name: getattr(self, name) for name in COUNTED}

    def add(self, counts: Counts | None) -> None:
        """Add the counts for one or more records, if there are any."""
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
        asides = [
            *([f"{amount(self.accepted, 'known finding')} accepted"] if self.accepted else []),
            *([f"{amount(self.skipped, 'other file')} skipped"] if self.skipped else []),
            *([f"{amount(self.unread, 'file')} could not be read"] if self.unread else []),
            *([f"{amount(self.unchecked, 'record')} could not be checked"] * bool(self.unchecked)),
        ]
        aside = f" ({', '.join(asides)})" if asides else ""
        if not self.files:
            return f"nothing was checked{aside}"
        numbers = zip(("file", "record", "round", "ply"), self.counts().values(), strict=False)
        read = ", ".join(amount(number, what) for what, number in numbers)
        kinds = [(self.errors, "error"), (self.warnings, "warning"), (self.notes, "note")]
        found = ", ".join(amount(number, what) for number, what in kinds if number)
        if not found:
            found = "nothing new" if self.accepted else "nothing wrong"
            if self.unread or self.unchecked:
                found += f" in what could be {'checked' if self.unchecked else 'read'}"
        return f"{read}: {found}{aside}"


Render: TypeAlias = Callable[[Iterable[Finding], Summary], Iterator[str]]
"""A function that writes a report, piece by piece."""


def renderer(name: str) -> Render:
    """Return the function that writes reports in a format."""
    found: Render = getattr(import_module(f".{MODULES[name]}", __name__), name)
    return found


def rendered(name: str, findings: Iterable[Finding], summary: Summary) -> Iterator[str]:
    """Yield the report of the given findings, piece by piece.

    If nothing is found, a report for people is empty, and its module is not imported.
    """
    found = iter(findings)
    if name in FROM_ROOT:
        found = _from_root(found)
    elif MODULES[name] == "people":
        some = next(found, None)
        if some is None:
            return
        found = chain([some], found)
    yield from renderer(name)(found, summary)


def tell(findings: Iterable[Finding]) -> None:
    """Show findings on standard error, for commands with other output."""
    for piece in rendered("text", findings, Summary(columns=columns(sys.stderr))):
        show_error(piece)


def _from_root(findings: Iterator[Finding]) -> Iterator[Finding]:
    """Yield findings with paths relative to the repository's root, or to the current folder."""
    root, place = top(os.getcwd()) or os.getcwd(), cache(from_root)
    for each in findings:
        yield each if each.path is None else each.but(path=place(each.path, root))


def json_items(head: str, values: Iterable[object]) -> Iterator[str]:
    r"""Yield the JSON text before a list, and then its items, one per line and piece.

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
    """Return a file's path, relative to a folder if inside it, otherwise absolute."""
    if not os.path.exists(path):
        return path  # standard input
    inside = os.path.relpath(path, root)
    outside = inside.split(os.sep, 1)[0] == os.pardir
    return os.path.abspath(path) if outside else inside


def address(path: str) -> str:
    """Return a file's path as a URI, which is relative if the path is.

    >>> address("games/50 % ごいた.gibo")
    'games/50%20%25%20%E3%81%94%E3%81%84%E3%81%9F.gibo'
    """
    from urllib.parse import quote  # slow to import

    whole = quote(os.fsencode(path.replace(os.sep, "/")))
    return f"file://{whole}" if os.path.isabs(path) else whole


def advice(finding: Finding) -> Iterator[str]:
    """Yield what could be done about a finding: its fix and suggestions."""
    if finding.fix is not None and finding.fix not in finding.suggestions:
        kind = "fix" if finding.fix.safe else "unsafe fix"
        yield f"{kind}: {finding.fix.message}"
    for each in finding.suggestions:
        yield each.message


def fingerprinted(findings: Iterable[Finding]) -> Iterator[tuple[Finding, str]]:
    """Yield the findings of a run, each with 64 hexadecimal digits that identify it.

    The digits depend on the file and the finding's identity. Equal findings in a file are
    distinguished by counting them.
    """
    from hashlib import sha256  # slow to import

    seen = Counter[str]()
    for each in findings:
        same = f"{each.path or ''}\0{identity(each)}"
        seen[same] += 1
        whole = f"{same}\0{seen[same]}"
        yield each, sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()
