"""Suggestions for a record with errors: the smallest changes that correct it.

Small changes to the text are tried, the most likely first, and each is judged by reading the text
again. Changes that leave no errors become suggestions: unsafe fixes for a person to choose from.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from ...findings import Edit, Finding, Fix
from ...formats import codes
from ...formats.failures import RULES as FAILURES
from ...formats.failures import plugin_failure
from ...formats.interface.notation import Notation
from ...formats.text.place import differences, edit, mended
from ...formats.text.text import Text
from ...validation.outcome import Outcome
from .describe import described
from .edits import Candidate
from .trials import LEAST_TRIALS, LONGEST, MOST_READ, Search, search
from .words import Change, Span

MOST_LISTED = 3
"""The maximum number of suggestions for one finding."""

MOST_ROUNDS = 3
"""The maximum number of rounds searched if no single slip explains all errors."""

MOST_OF_ONE = 4
"""The maximum number of errors that may all come from one slip."""


def suggest(outcome: Outcome[Any]) -> list[Finding]:
    """Return the findings to report, with suggestions for the first error of each round.

    A single suggestion also becomes the fix. Suggestions replace any other fix of the finding, and
    the advice to apply it.
    """
    if not outcome.errors:
        return outcome.findings
    with outcome.as_read():
        try:
            return outcome.report(_suggested(outcome))
        except Exception as error:
            notation = outcome.notation
            if notation is None or plugin_failure(notation.game, error) is None:
                raise
            return outcome.findings  # A plug-in that fails is reported when a record is read.


_OF_BYTES = (codes.UNDECODABLE, codes.WRONG_ENCODING)
"""Rules about the bytes of a text, which no change to its words can correct."""


def _suggested(outcome: Outcome[Any]) -> list[Finding]:
    """Return all findings of an outcome in their order, with suggestions."""
    findings = outcome.all_findings
    wrong = [each for each in findings if each.severity == "error" and each.rule not in _OF_BYTES]
    text, notation = outcome.reading.text, outcome.notation
    if any(each.rule in FAILURES for each in wrong):
        return findings
    if all(each.fix is not None and each.fix.safe for each in wrong):
        return findings
    if text is None or notation is None or len(text.content) > LONGEST:
        return findings
    if not notation.suggests:
        return findings
    # An error in a list of records may be outside the text of this record.
    wrong = [each for each in wrong if text.has_line(each.line or text.first_line)]
    left = max(MOST_READ, LEAST_TRIALS * len(text.content))
    groups = _groups(wrong)
    for number, errors in enumerate(groups):
        spans = [_span(text, each) for each in errors]
        start, end = _text_of_record(text.content, notation, spans[0][0])
        inside = [(first - start, last - start) for first, last in spans]
        others = [each for each in wrong if each not in errors]
        share = left // (len(groups) - number)
        found = search(text.content[start:end], notation, errors, inside, others, share)
        left -= share - found.left
        if found.found:
            at = findings.index(errors[0])
            improved = _with_suggestions(errors[0], found, text, start, not others)
            findings = [*findings[:at], improved, *findings[at + 1 :]]
            if not others:
                break
    return findings


def _groups(errors: Sequence[Finding]) -> list[list[Finding]]:
    """Return groups of errors that may come from one slip: all of them if few, then by round."""
    all_together = [[*errors]] if 0 < len(errors) <= MOST_OF_ONE else []
    rounds = [*dict.fromkeys(each.round for each in errors)][:MOST_ROUNDS]
    by_round = [[each for each in errors if each.round == number] for number in rounds]
    return all_together + [each for each in by_round if each not in all_together]


def _text_of_record(content: str, notation: Notation[Any], place: int) -> Span:
    """Return the span of the record at a place, using the separator that its notation writes."""
    if not notation.between:
        return 0, len(content)
    separator = notation.between.strip()
    line = rf"{re.escape(separator)}{separator[-1:]}*" if separator else ""
    start, end = 0, len(content)
    for match in re.finditer(rf"^{line}[ \t]*\r?\n", content, re.MULTILINE):
        if match.end() <= place:
            start = match.end()
        elif content[start : match.start()].strip():
            end = match.start()
            break
    return start, end


def _minimal(content: str, change: Change, start: int) -> list[tuple[int, int, str]]:
    """Return the smallest changes with the same effect; inserted or deleted words stay whole."""
    if not change.text or change.start == change.end:
        return [(start + change.start, start + change.end, change.text)]
    return differences(content[change.start : change.end], change.text, start + change.start)


def _span(text: Text, finding: Finding) -> Span:
    """Return the offsets of a finding in its text."""
    start = text.offset(finding.line or text.first_line, finding.column or 1)
    if finding.end_line is None or finding.end_column is None:
        return start, start
    return start, max(start, text.offset(finding.end_line, finding.end_column))


def _with_suggestions(
    finding: Finding, search: Search, text: Text, start: int, whole: bool
) -> Finding:
    """Return the finding with the results of a search as suggestions."""
    only = len(search.found) == 1
    fixes = tuple(
        _fix(each, text, start, _span(text, finding), only, whole)
        for each in search.found[:MOST_LISTED]
    )
    if len(search.found) > MOST_LISTED:
        fixes = (*fixes[:-1], replace(fixes[-1], message=f"{fixes[-1].message}, or another one"))
    own = None if finding.fix is None else mended(text, finding.fix)
    if own is not None and own in [mended(text, each) for each in fixes]:
        if finding.fix is not None and finding.fix.safe:
            return finding
        return finding.but(fix=fixes[0] if only else None, suggestions=fixes)
    # A proven suggestion replaces a guess.
    return finding.without_advice().but(fix=fixes[0] if only else None, suggestions=fixes)


def _fix(candidate: Candidate, text: Text, start: int, span: Span, only: bool, whole: bool) -> Fix:
    """Return a suggestion. `only`: whether it is the only one; `whole`: whether it leaves no
    errors.
    """
    changes = [
        Change(*each)
        for change in candidate.changes
        for each in _minimal(text.content[start:], change, start)
    ]
    what = described(changes, text.content)
    first = min(each.start for each in changes)
    if not only or not span[0] <= first <= span[1]:
        line, column = text.position(first)
        what = f"{what} at line {line}, column {column}"
    fits = ": then everything fits" if whole else ""
    message = f"probably {what}{fits}" if only else f"perhaps {what}"
    edits: list[Edit] = [edit(text, each.start, each.end, each.text) for each in changes]
    return Fix(message, edits=tuple(edits), safe=False)
