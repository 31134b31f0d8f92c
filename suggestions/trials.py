"""Tries small changes of a text, and keeps those that make it right."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from .. import replayer
from ..findings import Finding
from ..formats.base import Notation, judging
from ..formats.text import Text
from ..formats.vocabulary import Span, Vocabulary
from ..validation import outcome
from .candidates import Candidate, candidates
from .window import windows

MILLISECONDS = 100
"""How long the search takes for one record, on an ordinary machine. No clock is read, so that the
result is always the same: as many characters are read as can be in this time."""

MOST_FOUND = 8
"""When more changes than these would do, nobody can say what was meant."""


EXPLAINED = 5
"""To say what is wrong with a text takes so many times longer than to say that something is."""


class Search(Struct, frozen=True):
    """What a search found: the changes after which nothing is wrong, the likely ones first.

    `left` are the characters that it might still have read.
    """

    found: tuple[Candidate, ...]
    left: int


def search(
    content: str,
    notation: Notation[Any],
    vocabulary: Vocabulary,
    errors: Sequence[Finding],
    spans: Sequence[Span],
    others: Sequence[Finding],
    left: int,
) -> Search:
    """Search for what was meant in the text of one record.

    `errors` are those that may come from one slip, at `spans`; the `others` in the record stay. So
    many characters are `left` to be read.
    """
    codes = {each.code for each in errors}
    rounds = vocabulary.rounds(content) if vocabulary.separable else []
    window = next(
        each
        for each in windows(content, rounds, spans[0][0])
        if each.text == content or set() < _codes(each.text, notation) <= codes
    )
    text = window.text
    inside = ((window.inside(start), window.inside(end)) for start, end in spans)
    suspects = [(start, end) for start, end in inside if start is not None and end is not None]
    named = [word for each in errors for word in _WORD.findall(each.message)]
    whole = text == content
    allowed = Counter(each.code for each in others)
    found: list[tuple[int, Candidate]] = []
    tried = set[str]()
    most = left // max(1, len(text))
    for candidate in candidates(text, vocabulary, suspects, named, most):
        changed = candidate.applied(text)
        if changed in tried:
            continue
        tried.add(changed)
        left -= len(changed) * (EXPLAINED if whole and others else 1)
        if left < 0:
            break
        if not (whole and others) and not sound(changed, notation):
            continue
        placed = window.outside(candidate)
        remain = _findings(placed.applied(content), notation)
        if Counter(each.code for each in remain if _is_error(each)) <= allowed:
            found.append((len(remain), placed))
        if len(found) > MOST_FOUND:
            return Search((), left)
    # What leaves nothing even to note is better than what leaves something out.
    fewest = min((remain for remain, _ in found), default=0)
    best = tuple(candidate for remain, candidate in found if remain == fewest)
    return Search(best, max(0, left))


_WORD = re.compile(r"[^\s,;:()\[\]'\".]+")


def sound(content: str, notation: Notation[Any]) -> bool:
    """Whether there is no error in a text of one record; this costs less than to say which."""
    game = replayer.game(notation.game)
    some = False
    with judging():
        readings = list(notation.read(Text(content)))
    for reading in readings:
        if reading.written is None or not reading.whole or any(map(_is_error, reading.findings)):
            return False
        if any(map(_is_error, game.check(reading.written, notation.unsupported).findings)):
            return False
        some = True
    return some


def _is_error(finding: Finding) -> bool:
    return finding.severity == "error"


def _findings(content: str, notation: Notation[Any]) -> list[Finding]:
    """The findings of a text."""
    return [each for reading in notation.read(Text(content)) for each in outcome(reading).unproven]


def _codes(content: str, notation: Notation[Any]) -> set[str]:
    """The codes of the errors in a text."""
    return {each.code for each in _findings(content, notation) if _is_error(each)}
