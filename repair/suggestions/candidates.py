"""The small changes that could be what was meant, most likely first.

Each changes one word of a text: replaces it, swaps it with its neighbour, takes it out or puts
one in; or it sets, removes or moves one mark. Decks narrow this down: where ♠A stands twice and ♦J
nowhere, one of the two is meant to be ♦J.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import TypeAlias

from msgspec import Struct

from ...formats.text.vocabulary import Change, Kind, Mark, Run, Span, Vocabulary
from .words import Words

Rank: TypeAlias = tuple[int, int, int]
"""How unlikely a change is; the likely ones come first."""

SPARE = 20
"""So many times more candidates are looked at than can be tried."""

LONGEST_RUN = 100
"""No hand, auction or play has so many words: what is longer is damaged, and takes long."""

SAME_LINE = 20
"""A word no farther from a finding than this, and named by its message, is what it is about."""


class Candidate(Struct, frozen=True):
    """Changes made together, and how unlikely they are."""

    changes: tuple[Change, ...]
    rank: Rank

    def applied(self, content: str) -> str:
        """The text with the changes made."""
        for change in sorted(self.changes, key=lambda each: -each.start):
            content = content[: change.start] + change.text + content[change.end :]
        return content


def candidates(
    content: str,
    vocabulary: Vocabulary,
    suspects: Sequence[Span],
    named: Sequence[str],
    most: int,
) -> list[Candidate]:
    """Small changes of a text, the likely ones first; about `most` of them can be tried.

    `suspects` are the places of its findings, and `named` what their messages name.
    """
    text = Words(content, vocabulary, suspects)
    found: list[Candidate] = []
    marks = [mark for mark in vocabulary.marks(content) if mark.sites]
    words = [run for run in text.runs if run.kind.replaceable and len(run.spans) <= LONGEST_RUN]
    for each in sorted([*marks, *words], key=text.distance_of):
        enough = len(found) >= most * SPARE
        if isinstance(each, Run):
            excess, need = text.balance(each)
            if excess or need or not enough:
                found += _OfRun(text, each, named, excess, need)
        elif not enough:
            found += _of_mark(text, each)
    for place in dict.fromkeys(start for start, _ in suspects):
        echoes = vocabulary.echoes(content, place)
        found += (Candidate((each,), (-2, at, 0)) for at, each in enumerate(echoes))
    for run in text.runs:
        if not run.kind.replaceable:
            found += _OfRun(text, run, named, None, None)
    return sorted(found, key=lambda each: each.rank)


class _OfRun:
    """The changes of the words of one run."""

    def __init__(
        self,
        text: Words,
        run: Run,
        named: Sequence[str],
        over: set[str] | None,
        under: set[str] | None,
    ) -> None:
        self.text = text
        self.run = run
        self.kind = run.kind
        self.named = named
        self.over = over
        self.under = under
        self.places = {each: place for place, each in enumerate(self.kind.words)}
        self.nearby = text.nearby(run) if over is None else set[str]()
        if not self.kind.words:
            self.nearby |= {f"-{each}".replace("--", "") for each in self.nearby if each != "0"}
        usual = run.size or text.lengths[run.group]
        accused = usual > 0 and text.accuses_line_of(run)
        self.too_many = bool(over) or (accused and len(run.spans) > usual)
        # Much is missing where a round is not played to its end; one card, where it was forgotten.
        self.too_few = (not over and under is not None and len(under) == 1) or (
            accused and len(run.spans) < usual
        )

    def __iter__(self) -> Iterator[Candidate]:
        if self.kind.unordered:
            # Of two changes that say the same, the one that leaves a hand sorted was meant.
            return iter(sorted(self._all(), key=self._is_unsorted))
        return self._all()

    def _is_unsorted(self, candidate: Candidate) -> bool:
        """Whether a hand is in no order of its words after a change of one of them."""
        (change,) = candidate.changes
        words = [
            change.text if span == (change.start, change.end) else self.text.word(span)
            for span in self.run.spans
        ]
        order = [self.places.get(each, -1) for each in words]
        return sorted(order) not in (order, order[::-1])

    def _all(self) -> Iterator[Candidate]:
        for index, span in enumerate(self.run.spans):
            key = self.kind.key(self.text.word(span))
            far = self.text.distance(*span)
            if self.text.word(span) in self.named and far < SAME_LINE:
                far = 0
            if self.kind.replaceable and (not self.over or key in self.over):
                yield from self._replaced(span, far)
            if self._removable(index) and (self.over is None or key in self.over):
                yield Candidate((self._removal(index),), _rank(far, 2, self.too_many))
        if not self.kind.unordered:
            yield from self._swapped()
        if not self.over:
            yield from self._inserted()

    def _replaced(self, span: Span, far: int) -> Iterator[Candidate]:
        word = self.text.word(span)
        same = self.kind.key(word)
        for other, key in _keyed(self.kind) or [(each, each) for each in self._free(word)]:
            possible = self.under is None or key in self.under or key == same
            if other != word and possible:
                likely = 0 if other in self.named else 1 if other in self.nearby else 4
                needed = bool(self.over) and key != same
                yield Candidate((Change(*span, other),), _rank(far, likely, needed))

    def _free(self, word: str) -> Iterable[str]:
        """What may stand for a word of a kind that is not listed: a number, a name."""
        if _NUMBER.fullmatch(word):
            return _numbers_near(word, [*self.named, *sorted(self.nearby)])
        return sorted(self.nearby)

    def _swapped(self) -> Iterator[Candidate]:
        word = self.text.word
        for one, two in pairwise(self.run.spans):
            if word(one) != word(two):
                changes = Change(*one, word(two)), Change(*two, word(one))
                far = min(self.text.distance(*one), self.text.distance(*two))
                both = word(one) in self.named and word(two) in self.named
                yield Candidate(changes, _rank(far, -1 if both else 1))

    def _removable(self, index: int) -> bool:
        """Whether a word may be too many. A line or a turn is, where it stands there twice."""
        if self.kind.replaceable or self.too_many:
            return True
        spans, word = self.run.spans, self.text.word
        near = [*spans[max(0, index - 1) : index], *spans[index + 1 : index + 2]]
        return any(word(each) == word(spans[index]) for each in near)

    def _removal(self, index: int) -> Change:
        """Take a word out, with what separates it from the next one (or the one before)."""
        spans = self.run.spans
        start, end = spans[index]
        if index + 1 < len(spans):
            end = spans[index + 1][0]
        elif index:
            start = spans[index - 1][1]
        return Change(start, end, "")

    def _inserted(self) -> Iterator[Candidate]:
        kind, spans = self.kind, self.run.spans
        gap = self.text.gaps.get(self.run.group, "")
        for other in self._insertable():
            if self.under is not None and kind.key(other) not in self.under:
                continue
            likely = 2 if other in self.named else 3 if other in self.nearby else 4
            if not spans:
                likely = 1 if other in self.text.words else likely
                at, quotes = self.run.at, self.run.quotes
                space = " " if self.text.content[at - 1 : at] in (":", "=") else ""
                change = Change(at, at, f"{space}{quotes}{other}{quotes}")
                yield Candidate((change,), _rank(self.text.distance(at, at), likely, self.too_few))
                continue
            for index in self._sites(other):
                for change in self._put(index, other, gap):
                    far = self.text.distance(change.start, change.end)
                    yield Candidate((change,), _rank(far, likely, self.too_few))

    def _put(self, index: int, word: str, gap: str) -> Iterator[Change]:
        """Put a word before one, and behind the one before that, if it makes a difference."""
        spans = self.run.spans
        if index < len(spans):
            at = spans[index][0]
            yield Change(at, at, word + gap)
        if index:
            behind = spans[index - 1][1]
            if index == len(spans) or self.text.content[behind : spans[index][0]] != gap:
                yield Change(behind, behind, gap + word)

    def _insertable(self) -> Iterable[str]:
        """The words that may be missing."""
        if self.kind.words or not self.kind.replaceable:
            return self.kind.words
        numbers = (each for each in self.named if _NUMBER.fullmatch(each))
        return dict.fromkeys([*numbers, *sorted(self.nearby), *"0123"])

    def _sites(self, word: str) -> Iterable[int]:
        """Before which words of the run another one may be put; in a hand, only in its order."""
        if not self.kind.unordered:
            return range(len(self.run.spans) + 1)
        order = self.places
        here = [order.get(self.text.word(each), -1) for each in self.run.spans]
        if here == sorted(here, reverse=True):
            here, order = [-place for place in here], {each: -order[each] for each in order}
        return [next((at for at, place in enumerate(here) if place > order[word]), len(here))]


def _of_mark(text: Words, mark: Mark) -> Iterator[Candidate]:
    """The changes of one mark: moved, taken away, or set."""
    there = [site for site in mark.sites if site[0] < site[1]]
    missing = [site for site in mark.sites if site[0] == site[1]]
    for site in there:
        far = text.distance(*site)
        yield Candidate((Change(*site, ""),), _rank(far, 2))
        for other in missing:
            changes = Change(*site, ""), Change(*other, mark.text)
            yield Candidate(changes, _rank(min(far, text.distance(*other)), 1))
    for site in missing:
        yield Candidate((Change(*site, mark.text),), _rank(text.distance(*site), 2))


@cache
def _keyed(kind: Kind) -> list[tuple[str, str]]:
    """The words of a kind, with their keys."""
    return [(word, kind.key(word)) for word in kind.words]


def _rank(far: int, likely: int, needed: bool = False) -> Rank:
    """How unlikely a change is: by how far it is from the findings, and by its kind.

    It is `needed` if without one like it, something is missing, or there twice.
    """
    if needed:
        return -1, far, likely
    return 0, far.bit_length() + likely, far


_NUMBER = re.compile(r"-?[0-9]{1,20}")
"""A number that somebody may have meant; one with more digits is none."""


def _numbers_near(word: str, named: Sequence[str]) -> list[str]:
    """The numbers that somebody may have meant who wrote this one."""
    if not _NUMBER.fullmatch(word):
        return []
    found = [each for each in named if _NUMBER.fullmatch(each)]
    for at, digit in enumerate(word):
        if digit != "-":
            before, behind = word[:at], word[at + 1 :]
            found += [before + other + behind for other in "0123456789" if other != digit]
            found += [before + other + word[at:] for other in "123456789"]
            found += [before + behind, before + behind[:1] + digit + behind[1:]]
    found += [word + other for other in "0123456789"]
    found.append(word.removeprefix("-") if word.startswith("-") else f"-{word}")
    whole = [each for each in found if _NUMBER.fullmatch(each) and str(int(each)) == each]
    return [each for each in dict.fromkeys(whole) if each != word]
