"""Changes to a document: quick fixes, all safe fixes at once, and canonical form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lsprotocol.types import TextEdit
from msgspec import Struct

from ..formats.files.recognition import UnknownNotation
from ..formats.text.place import differences
from ..repair import formed, mended
from ..repair.content import Edited
from ..repair.suggestions import suggest
from .diagnostics import Located
from .documents import Document, Part
from .ignores import comment

MOST_SUGGESTED = 3
"""How many records to find suggestions for at once; each search takes a tenth of a second."""


class QuickFix(Struct, frozen=True):
    """A fix for a finding, and its changes to the document."""

    title: str
    found: Located
    edits: list[TextEdit]
    is_safe: bool


def quick_fixes(document: Document, start: int, end: int) -> list[QuickFix]:
    """Return the fixes for findings that touch the characters between two offsets."""
    if document.is_left_out or document.is_too_large:
        return []
    with document.assuming_options():
        found = [
            each
            for number, part in enumerate(document.parts_between(start, end))
            for each in _found(document, part, suggests=number < MOST_SUGGESTED)
        ]
    touched = [each for each in found if each.touches(start, end)]
    fixes = [fix for each in touched for fix in _fixes_of(document, each)]
    return [*fixes, *_ignoring(document, touched)]


def _found(document: Document, part: Part, suggests: bool) -> list[Located]:
    """Return the findings in a part, with suggestions; cached, as cursors move often."""
    key = (part.start, suggests)
    if key not in document.known:
        found = list[Located]()
        for outcome in part.outcomes:
            kept = document.kept(outcome.findings)
            if suggests and any(each.severity == "error" for each in kept):
                kept = document.kept(suggest(outcome))
            found += (Located(each, *part.span(each), part) for each in kept)
        document.known[key] = found
    known: list[Located] = document.known[key]
    return known


def _fixes_of(document: Document, found: Located) -> Iterator[QuickFix]:
    fix, suggestions = found.finding.fix, found.finding.suggestions
    fixes = [fix] if fix is not None and fix not in suggestions else []
    for each in (*fixes, *suggestions):
        edits = text_edits(document, found.part.edits(each))
        if edits:
            warned = "" if each.safe else " (may change the meaning of the record)"
            yield QuickFix(each.message + warned, found, edits, each.safe)


def _ignoring(document: Document, found: Iterable[Located]) -> Iterator[QuickFix]:
    """Yield the comments that ignore findings, one for each place and rule."""
    seen = set[tuple[object, ...]]()
    for each in found:
        change = comment(document, each)
        if change is not None and change not in seen:
            seen.add(change)
            title = f"ignore {each.finding.about.code} here, with a comment"
            edits = text_edits(document, [Edited(*change)])
            yield QuickFix(title, each, edits, is_safe=False)


def all_fixes(document: Document) -> list[TextEdit]:
    """Return the changes that apply all safe fixes, if there are any."""
    if document.is_left_out or document.is_too_large:
        return []
    try:
        with document.assuming_options():
            after = mended(
                document.data,
                document.name,
                document.notation,
                look=lambda outcome: document.kept(outcome.findings),
            )
    except UnknownNotation:
        return []
    return _changes(document, after.data)


class Formatting(Struct, frozen=True):
    """The changes that bring a document into canonical form, or why there are none."""

    edits: list[TextEdit]
    why: str | None = None


def formatting(document: Document) -> Formatting:
    """Bring a document into canonical form, if nothing would be lost."""
    if document.is_left_out:
        return Formatting([], "the configuration excludes it")
    if document.is_too_large:
        return Formatting([], "it is too large")
    try:
        with document.assuming_options():
            after = formed(document.data, document.name, document.notation)
    except UnknownNotation as why:
        return Formatting([], str(why))
    if after.errors:
        return Formatting([], f"it has errors; the first is: {after.errors[0].message}")
    return Formatting(_changes(document, after.data), after.why)


def _changes(document: Document, after: bytes) -> list[TextEdit]:
    if after == document.data:
        return []
    changed = differences(document.text, after.decode("utf-8", "surrogatepass"))
    return text_edits(document, (Edited(*each) for each in changed))


def text_edits(document: Document, edits: Iterable[Edited]) -> list[TextEdit]:
    """Convert edits to the form used by the protocol.

    The protocol has no position between CR and LF: an edit that begins or ends there includes both.
    """
    found, text = list[TextEdit](), document.text
    for each in edits:
        start, end, new = each.start, each.end, each.text
        if text[start - 1 : start + 1] == "\r\n":
            start, new = start - 1, f"\r{new}"
        if text[end - 1 : end + 1] == "\r\n":
            end, new = end + 1, f"{new}\n"
        found.append(TextEdit(document.positions.range(start, end), new))
    return found
