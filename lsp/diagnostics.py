"""The findings in a document: where they are, and how an editor shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lsprotocol.types import CodeDescription, Diagnostic, DiagnosticSeverity
from msgspec import Struct

from ..findings import Finding, amount
from ..findings.limits import LIMIT
from ..findings.shown import visible
from .documents import Document, Part

SOURCE = "kifu"
MOST = 1000
"""The maximum number of findings to show for a document."""

_SEVERITIES = {
    "error": DiagnosticSeverity.Error,
    "warning": DiagnosticSeverity.Warning,
    "note": DiagnosticSeverity.Information,
}


class Superseded(Exception):
    """There is a newer version of the document, so the findings in this one are not needed."""


class Located(Struct, frozen=True):
    """A finding, its start and end offsets in a document, and the part that contains it."""

    finding: Finding
    start: int
    end: int
    part: Part

    def touches(self, start: int, end: int) -> bool:
        """Return whether the finding touches the characters between two offsets."""
        return self.start <= end and start <= self.end


def located(document: Document, is_superseded: Callable[[], bool] = lambda: False) -> list[Located]:
    """Return the findings in a document that its configuration reports.

    There are none if the configuration excludes the file, or the file is too large. Raises
    Superseded as soon as there is a newer version, and ProjectError if the configuration cannot be
    used.
    """
    if document.is_left_out or document.is_too_large:
        return []
    found = list[Located]()
    with document.assuming_options():
        for part in document.parts():
            for each in part.outcomes:
                if is_superseded():
                    raise Superseded
                kept = document.kept(each.findings)
                found += (Located(finding, *part.span(finding), part) for finding in kept)
    document.known[located] = found
    return found


def known(document: Document) -> list[Located]:
    """Return the findings in a document that `located` has already found, if any."""
    found: list[Located] = document.known.get(located, [])
    return found


def diagnostics(document: Document, found: list[Located]) -> Iterator[Diagnostic]:
    """Return the findings in a document as its editor shows them."""
    if document.is_too_large and not document.is_left_out:
        most = f"{LIMIT // 2**20} MiB"
        yield _note(document, 0, f"longer than {most}, so not checked here: use `kifu validate`")
    for each in found[:MOST]:
        yield diagnostic(document, each)
    if len(found) > MOST:
        more = amount(len(found) - MOST, "more finding")
        yield _note(document, found[MOST].start, f"{more} from here on: `kifu validate` lists them")


def diagnostic(document: Document, found: Located) -> Diagnostic:
    """Return one finding as an editor shows it."""
    finding = found.finding
    url = finding.rule.page(document.settings.value("docs-url"))
    return Diagnostic(
        document.positions.range(found.start, found.end),
        visible(finding.message),
        severity=_SEVERITIES[finding.severity or finding.rule.severity],
        code=finding.code,
        code_description=None if url is None else CodeDescription(url),
        source=SOURCE,
    )


def _note(document: Document, offset: int, message: str) -> Diagnostic:
    """Return a note from the server itself."""
    where = document.positions.range(offset, document.positions.end_of_line(offset))
    return Diagnostic(where, message, severity=DiagnosticSeverity.Information, source=SOURCE)
