"""Tries small changes of a text, and keeps those that make it right."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from ... import replayer
from ...findings import Finding
from ...formats.interface.notation import Notation, Unsound, judging
from ...formats.text.text import Text
from ...formats.text.vocabulary import Span, Vocabulary
from ...replayer.play.check import checked
from ...validation.outcome import outcome
from .candidates import Candidate, candidates
from .meaning import meaning
from .window import windows

MILLISECONDS = 100
"""How long the search takes for one record, on an ordinary machine. No clock is read, so that the
result is always the same: as many characters are read as can be in this time."""

MOST_FOUND = 8
"""When more changes than these would do, nobody can say what was meant."""


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
    trials = _Trials(notation, left, vocabulary.explained)
    window = next(
        each
        for each in windows(content, rounds, spans[0][0])
        if each.text == content or set() < trials.codes(each.text) <= codes
    )
    text = window.text
    inside = ((window.inside(start), window.inside(end)) for start, end in spans)
    suspects = [(start, end) for start, end in inside if start is not None and end is not None]
    named = [word for each in errors for word in _WORD.findall(each.message)]
    whole = text == content
    allowed = Counter(each.code for each in others)
    found: list[tuple[int, Candidate]] = []
    tried, meant = set[str](), set[object]()
    most = max(0, trials.left) // max(1, len(text))
    for candidate in candidates(text, vocabulary, suspects, named, most):
        changed = candidate.applied(text)
        if changed in tried:
            continue
        tried.add(changed)
        if trials.left < len(changed):
            break
        if not (whole and others) and not trials.sound(changed):
            continue
        says = meaning(changed, vocabulary)
        if says in meant:
            continue  # The same hand in another order.
        placed = window.outside(candidate)
        after = placed.applied(content)
        if not (whole or others) and not trials.sound(after):
            continue
        remain = trials.findings(after, sound=not others)
        if Counter(each.code for each in remain if _is_error(each)) <= allowed:
            found.append((len(remain), placed))
            meant.add(says)
        if len(found) > MOST_FOUND:
            return Search((), trials.left)
    # What leaves nothing even to note is better than what leaves something out.
    fewest = min((remain for remain, _ in found), default=0)
    best = tuple(candidate for remain, candidate in found if remain == fewest)
    return Search(best, max(0, trials.left))


class _Trials:
    """Reads texts, and counts down the characters that may still be read."""

    def __init__(self, notation: Notation[Any], left: int, explained: int) -> None:
        self.notation = notation
        self.explained = explained
        self.left = left

    def sound(self, content: str) -> bool:
        """Whether there is no error in a text."""
        self.left -= len(content)
        return sound(content, self.notation)

    def findings(self, content: str, sound: bool = False) -> list[Finding]:
        """The findings of a text; fewer characters count if it is known to be `sound`."""
        self.left -= len(content) * (1 if sound else self.explained)
        readings = self.notation.read(Text(content))
        return [each for reading in readings for each in outcome(reading).unproven]

    def codes(self, content: str) -> set[str]:
        """The codes of the errors in a text."""
        return {each.code for each in self.findings(content) if _is_error(each)}


_WORD = re.compile(r"[^\s,;:()\[\]'\".]+")


def sound(content: str, notation: Notation[Any]) -> bool:
    """Whether there is no error in a text of one record; this costs less than to say which."""
    game = replayer.game(notation.game)
    some = False
    try:
        with judging():
            readings = list(notation.read(Text(content)))
    except Unsound:
        return False
    for reading in readings:
        if reading.written is None or not reading.whole or any(map(_is_error, reading.findings)):
            return False
        if any(map(_is_error, checked(game, reading.written, notation.unsupported).findings)):
            return False
        some = True
    return some


def _is_error(finding: Finding) -> bool:
    return finding.severity == "error"
