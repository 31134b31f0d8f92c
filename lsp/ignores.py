"""Comments that ignore a finding, for the editor to write above its line, or in an annotation."""

from __future__ import annotations

from collections import Counter

from ..archive.selection import stops_reading
from ..browser.document import outcomes_of
from ..browser.studio.carrying import carried
from ..findings import IGNORE
from ..formats import CannotHold
from ..formats.text.comments import MARK
from ..formats.text.place import differences
from ..replayer.play.annotating import Subject, annotate, commented
from .diagnostics import Located, known, located
from .documents import Document

LONGEST = 2**18
"""The maximum length of a document, in characters: it is read again with the comment."""


def comment(document: Document, found: Located) -> tuple[int, int, str] | None:
    """Return the change that writes a comment that ignores a finding: its span and the new text.

    Return None if the notation has no comments, or if a finding means that other errors may be
    hidden.
    """
    rule, text = found.finding.about, document.text
    if found.finding.line is None or stops_reading(rule) or len(text) > LONGEST:
        return None
    start = text.rfind("\n", 0, found.start) + 1
    key = (comment, start, found.finding.round, found.finding.ply, rule.code)
    if key not in document.known:
        document.known[key] = None
        for change in (_above(document, start, rule.code), _annotated(document, found, rule.code)):
            after = change and text[: change[0]] + change[2] + text[change[1] :]
            if after and _codes(document.with_text(after)) < _codes(document):
                document.known[key] = change
                break
    made: tuple[int, int, str] | None = document.known[key]
    return made


def _above(document: Document, start: int, code: str) -> tuple[int, int, str]:
    """Put a comment on a line of its own above the line that starts there."""
    text = document.text
    line = text[start : document.positions.end_of_line(start)]
    indent = line[: len(line) - len(line.lstrip(" \t"))]
    end = "\r\n" if "\r\n" in text else "\n"
    return start, start, f"{indent}{MARK} kifu: {IGNORE} {code}{end}"


def _annotated(document: Document, found: Located, code: str) -> tuple[int, int, str] | None:
    """Add a comment to the ply, the round or the match."""
    part, about = found.part, found.finding
    text = document.text[part.start : part.end]
    one, *others = outcomes_of(text, document.notation)
    notation, game, record = one.notation, one.game, one.record
    if others or notation is None or game is None or record is None or not one.reading.whole:
        return None
    if notation.line_comments or "comments" not in notation.keeps:
        return None
    subject, said = Subject(about.round, (), about.ply), f"kifu: {IGNORE} {code}"
    try:
        after = notation.write(annotate(game, record, subject, commented(about.ply, said)))
        made = carried(text, notation.write(record), after, notation)
    except (CannotHold, IndexError, ValueError):
        return None
    return None if made is None else differences(text, made, part.start)[0]


def _codes(document: Document) -> Counter[str]:
    return Counter(each.finding.code for each in known(document) or located(document))
