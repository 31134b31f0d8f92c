"""What was meant: for a record with errors, the smallest change that makes it right.

Small changes of its text are tried, the likely ones first, and each is judged by reading the text
again. What remains are suggestions: unsafe fixes, for a person to choose from. Where there is
nothing to suggest, nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from ...findings import Edit, Finding, Fix
from ...formats import codes
from ...formats.interface.catalog import vocabulary
from ...formats.text.place import edit, mended
from ...formats.text.text import Text
from ...formats.text.vocabulary import Change, Span
from ...validation.outcome import Outcome
from .candidates import Candidate
from .describe import described
from .record import text_of_record
from .trials import MILLISECONDS, Search, search

MOST_LISTED = 3
"""The most suggestions that one finding gets."""

MOST_ROUNDS = 3
"""In so many rounds what was meant is looked for, if one slip does not explain all errors."""

MOST_OF_ONE = 4
"""So many errors may all come from one slip."""


def suggest(outcome: Outcome[Any]) -> list[Finding]:
    """What is reported of an outcome, the first error of each round with suggestions.

    A finding that gets exactly one has it as its fix. A fix that is none of them is not given, and
    neither is the advice to make it.
    """
    if not outcome.errors:
        return outcome.findings
    with outcome.as_read():
        return outcome.report(_suggested(outcome))


_OF_BYTES = (codes.UNDECODABLE, codes.WRONG_ENCODING)
"""Rules about the bytes of a text: no other words in it would mend them."""


def _suggested(outcome: Outcome[Any]) -> list[Finding]:
    """All findings of an outcome, in their order, with suggestions."""
    findings = outcome.all_findings
    wrong = [each for each in findings if each.severity == "error" and each.rule not in _OF_BYTES]
    text, notation = outcome.reading.text, outcome.notation
    words = None if notation is None else vocabulary(notation.id)
    if text is None or notation is None or words is None:
        return findings
    left = MILLISECONDS * words.pace
    if len(text.content) > left:
        return findings  # To find its words alone would take too long.
    left //= words.effort(text.content)
    groups = _groups(wrong)
    for number, errors in enumerate(groups):
        spans = [_span(text, each) for each in errors]
        start, end = text_of_record(text.content, notation, spans[0][0])
        inside = [(first - start, last - start) for first, last in spans]
        others = [each for each in wrong if each not in errors]
        share = left // (len(groups) - number)
        found = search(text.content[start:end], notation, words, errors, inside, others, share)
        left -= share - found.left
        if found.found:
            at = findings.index(errors[0])
            told = _with(errors[0], found, text, start, not others)
            findings = [*findings[:at], told, *findings[at + 1 :]]
            if not others:
                break
    return findings


def _groups(errors: Sequence[Finding]) -> list[list[Finding]]:
    """Errors that may come from one slip: all of them, unless they are many; those of a round."""
    all_together = [[*errors]] if 0 < len(errors) <= MOST_OF_ONE else []
    rounds = [*dict.fromkeys(each.round for each in errors)][:MOST_ROUNDS]
    by_round = [[each for each in errors if each.round == number] for number in rounds]
    return all_together + [each for each in by_round if each not in all_together]


def _span(text: Text, finding: Finding) -> Span:
    """The offsets of a finding in its text."""
    start = text.offset(finding.line or text.first_line, finding.column or 1)
    if finding.end_line is None or finding.end_column is None:
        return start, start
    return start, max(start, text.offset(finding.end_line, finding.end_column))


def _with(finding: Finding, search: Search, text: Text, start: int, whole: bool) -> Finding:
    """The finding with what was found for it."""
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
            return finding if only else finding.but(suggestions=fixes)
        return finding.but(fix=fixes[0] if only else None, suggestions=fixes)
    # What was proven takes the place of a guess.
    return finding.without_advice().but(fix=fixes[0] if only else None, suggestions=fixes)


def _fix(candidate: Candidate, text: Text, start: int, span: Span, only: bool, whole: bool) -> Fix:
    """The suggestion; `only` if there is no other, `whole` if nothing is wrong after it."""
    changes = [
        Change(start + each.start, start + each.end, each.text) for each in candidate.changes
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
