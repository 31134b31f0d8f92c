"""Try small changes to a text, and keep the ones that correct it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from msgspec import Struct

from ... import replayer
from ...findings import Finding
from ...formats.interface.catalog import notation
from ...formats.interface.notation import Notation, Unsound, judging
from ...formats.text.effort import measured
from ...formats.text.text import Text
from ...replayer.hypotheses import unexplained
from ...replayer.play.check import checked
from ...validation.outcome import outcome
from .context import Context
from .edits import Candidate, candidates
from .samples import learned, rounds_in, samples
from .words import Change, Span, Words

MOST_READ = 60_000
"""The maximum number of characters read in a search for the errors of one record. No clock is
used, so the result is always the same."""

LEAST_TRIALS = 15
"""The minimum number of changes tried, even if the text is long."""

LONGEST = 100_000
"""The longest text searched: finding the words of a longer one would take too long."""

LEAST_READ = 700
"""The minimum number of characters to count for each text read."""

EDITS = 2
"""The number of edits, tried to explain a text, that cost as much as reading one character."""

MARGIN = 3
"""How much less likely than the best change another one may be and still be suggested."""

MOST_LOST = 4
"""How many plies a change may leave out if other errors remain, as by removing a row."""

MOST_FOUND = 8
"""The maximum number of corrections; if there are more, none is suggested."""


class Search(Struct, frozen=True):
    """The result of a search: the changes that leave no errors, the most likely first.

    `left` is the number of characters that may still be read.
    """

    found: tuple[Candidate, ...]
    left: int


def search(
    content: str,
    one: Notation[Any],
    errors: Sequence[Finding],
    spans: Sequence[Span],
    others: Sequence[Finding],
    left: int,
) -> Search:
    """Search for changes that correct the text of one record.

    The `errors` at these `spans` may come from one slip; the errors in `others` remain. At most
    `left` characters are read.
    """
    trials = _Trials(one, left)
    rounds = rounds_in(one, content)
    codes = {each.code for each in errors}
    cut = next(
        each
        for each in _cuts(content, one, rounds, spans[0][0])
        if not each or set() < trials.codes(_changed(content, each)) <= codes
    )
    allowed = Counter(each.code for each in others)
    # Sound play with another result says nothing about which move is wrong, if any.
    is_result = all((each.pointer or "").endswith("/result") for each in errors)
    found, fewest, before = list[Candidate](), 0, None
    tried, meant, limit = set[str](), set[object](), (0, 0)
    text = Context(
        Words(content, one.medium).without(cut),
        samples(one.id),
        [start for start, _ in rounds],
        spans,
        [each.message for each in errors],
        partial(order_counts, one.id),
    )
    for candidate in candidates(text):
        changed = _changed(content, (*candidate.changes, *cut))
        if changed in tried:
            continue
        tried.add(changed)
        if found and candidate.rank[:2] > limit:
            break
        if trials.left < len(changed):
            break
        if (cut or not others) and not trials.sound(changed):
            continue
        after = candidate.applied(content)
        if is_result and not _within(candidate, spans):
            continue
        line = candidate.changes[0].text
        # Inserting a line before or after an equal line is the same suggestion.
        means = line.strip() if "\n" in line else meaning(after, one)
        if means in meant or (cut and not others and not trials.sound(after)):
            continue  # The same hand in another order is the same suggestion.
        remain = trials.findings(after, sound=not others)
        if Counter(each.code for each in remain if _is_error(each)) <= allowed:
            # Leaving out a round's only play, or what is read of the play, proves nothing.
            before = before or trials.played(content)
            empty, plies = trials.played(after)
            if empty > before[0] or (others and plies < before[1] - MOST_LOST):
                continue
            meant.add(means)
            # Prefer changes that leave no findings at all, not even notes.
            if not found or len(remain) < fewest:
                found, fewest = [], len(remain)
                needed = candidate.rank[0] < 0
                limit = (0, -1) if needed else (0, candidate.rank[1] + MARGIN)
            if len(remain) == fewest:
                found.append(candidate)
        if len(found) > MOST_FOUND:
            return Search((), trials.left)
    known = [each for each in found if others or not _is_arbitrary(content, each, trials)]
    return Search(tuple(known), max(0, trials.left))


def _within(candidate: Candidate, spans: Sequence[Span]) -> bool:
    """Return whether each change is within one of some spans."""
    return all(
        any(start <= each.start and each.end <= end for start, end in spans)
        for each in candidate.changes
    )


def _is_arbitrary(content: str, candidate: Candidate, trials: _Trials) -> bool:
    """Return whether a change writes a number where the one before or after it would fit, too."""
    (first, *more) = candidate.changes
    number = first.text.strip()
    if more or not number.isdecimal() or len(number) > 9:
        return False
    others = [first.text.replace(number, str(int(number) + by)) for by in (-1, 1)]
    texts = [_changed(content, (Change(first.start, first.end, each),)) for each in others]
    return int(number) > 0 and any(map(trials.sound, texts))


def _changed(content: str, changes: tuple[Change, ...]) -> str:
    return Candidate(changes, (0, 0, 0)).applied(content)


def _cuts(
    content: str, one: Notation[Any], rounds: Sequence[Span], place: int
) -> Iterator[tuple[Change, ...]]:
    """Yield parts to leave out so that the text is read faster: all rounds except the one at a
    place, all except that one and the one before it, or nothing.
    """
    begins, number = _round_start(one.id), sum(start <= place for start, _ in rounds) - 1
    if begins is not None and number >= 0 and place <= rounds[number][1]:
        found = [begins.match(content, start) for start, _ in rounds]
        starts = [each.end() for each in found if each is not None]
        for first in dict.fromkeys((number, max(0, number - 1))):
            end = min(rounds[number][1], *starts[number + 1 :][:1], len(content))
            last = Change(end, rounds[-1][1], "")
            yield Change(starts[0], starts[first], ""), last
    yield ()


class _Trials:
    """Read texts, and count down the characters that may still be read."""

    def __init__(self, one: Notation[Any], left: int) -> None:
        self.notation = one
        self.left = left

    def sound(self, content: str) -> bool:
        """Return whether a text has no errors."""
        self.left -= max(len(content), LEAST_READ)
        return sound(content, self.notation)

    def findings(self, content: str, sound: bool = False) -> list[Finding]:
        """Return a text's findings; this costs nothing if the text is known to be sound."""
        with measured() as effort:
            readings = self.notation.read(Text(content))
            found = [each for reading in readings for each in outcome(reading).unproven]
        self.left -= 0 if sound else max(len(content), LEAST_READ, effort.edits // EDITS)
        return found

    def played(self, content: str) -> tuple[int, int]:
        """Return the number of rounds without plies in a text, and the number of all plies."""
        game, readings = replayer.game(self.notation.game), self.notation.read(Text(content))
        records = [each.written for each in readings if each.written is not None]
        plies = [each.plies for record in records for each in game.rounds(record)]
        return plies.count(0), sum(plies)

    def codes(self, content: str) -> set[str]:
        """Return the codes of the errors in a text."""
        return {each.code for each in self.findings(content) if _is_error(each)}


def sound(content: str, one: Notation[Any]) -> bool:
    """Return whether the text of one record has no errors; this is faster than listing them."""
    game = replayer.game(one.game)
    some = False
    try:
        with judging():
            readings = list(one.read(Text(content)))
    except Unsound:
        return False
    for reading in readings:
        if reading.written is None or not reading.whole or any(map(_is_error, reading.findings)):
            return False
        with unexplained():
            found = checked(game, reading.written, one.unsupported).findings
        if any(map(_is_error, found)):
            return False
        some = True
    return some


def _is_error(finding: Finding) -> bool:
    return finding.severity == "error"


# Facts learned from samples


@learned
def _round_start(identifier: str) -> re.Pattern[str] | None:
    """Return a pattern for the start of a round; text up to its next match can be left out.

    Return None if rounds cannot be left out, because each one continues the previous one.
    """
    one = notation(identifier)
    for pattern in map(
        re.compile, ("", r"[^\n]*")
    ):  # A heading may contain the number of the round.
        cut = [_cut(each, one, pattern) for each in samples(identifier).texts]
        results = [sound(each, one) for each in cut if each is not None]
        if 2 * sum(results) > len(results):
            return pattern
    return None


def _cut(words: Words, one: Notation[Any], pattern: re.Pattern[str]) -> str | None:
    """Return a text with only its last round, or None if it has only one."""
    content = words.content
    starts = (start for start, _ in rounds_in(one, content))
    ends = [found.end() for start in starts if (found := pattern.match(content, start))]
    return content[: ends[0]] + content[ends[-1] :] if len(ends) > 1 else None


EXPERIMENTS = 3
"""How many swaps of two words to try, to see whether their order matters."""


@learned
def order_counts(identifier: str, kind: str) -> bool:
    """Return whether the order of the words of a kind, or of their letters, matters.

    It does not matter in a hand: after two of its words are swapped, a sound text is still sound.
    """
    one, swapped = notation(identifier), 0
    for text in samples(identifier).texts:
        for pair in _pairs(text, kind):
            (first, second), word = pair, text.word
            changes = Change(*first, word(second)), Change(*second, word(first))
            if not sound(_changed(text.content, changes), one):
                return True
            swapped += 1
            if swapped == EXPERIMENTS:
                return False
            break
    return swapped == 0


def _pairs(text: Words, kind: str) -> Iterator[tuple[Span, Span]]:
    """Yield pairs of different neighbouring words of a kind, or neighbouring letters of a word."""
    for row in text.rows:
        spans = [span for name, span in zip(row.kinds, row.spans, strict=True) if name == kind]
        if kind.endswith(" series") or len(row.spans) == 1:
            spans = [(at, at + 1) for start, end in spans for at in range(start, end)]
            spans = [span for span in spans if text.word(span) not in "\"'"]
        for one, two in pairwise(spans):
            if text.word(one) != text.word(two):
                yield one, two


def meaning(content: str, one: Notation[Any]) -> tuple[tuple[str, ...], ...]:
    """Return the words of a text, sorted where their order does not matter.

    Two texts mean the same if their results are equal. Spaces between words are ignored.
    """
    text, parts, last = Words(content, one.medium), list[tuple[str, ...]](), 0
    for row in sorted(text.rows, key=lambda each: each.span):
        for kind in dict.fromkeys(row.kinds):
            spans = [span for name, span in zip(row.kinds, row.spans, strict=True) if name == kind]
            if spans[0][0] < last or order_counts(one.id, kind):
                continue
            parts.append(tuple(content[last : spans[0][0]].split()))
            words = (text.word(span) for span in spans)
            parts.append(
                tuple(
                    sorted(
                        "".join(sorted(each)) if kind.endswith(" series") else each
                        for each in words
                    )
                )
            )
            last = spans[-1][1]
    return (*parts, tuple(content[last:].split()))
