"""Small changes that may correct a text, the most likely first.

A word or a letter is replaced, deleted, inserted or swapped with its neighbour; a mark is added,
deleted or moved; a line or a list is swapped with the next one, or deleted if duplicated.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from heapq import heappop, heappush
from itertools import count, pairwise, product
from math import inf
from operator import gt, ne
from typing import TypeAlias
from unicodedata import category

from msgspec import Struct

from .context import FARTHEST, SAME_LINE, Context
from .samples import letters
from .words import Change, Row, Span

Rank: TypeAlias = tuple[int, int, int]
"""How unlikely a change is; lower ranks are tried first."""

_Source: TypeAlias = Callable[[Context, Row], Iterator["Candidate"]]

NEAR = 150
"""How many characters around a missing number are searched for the same number."""

UNUSUAL_ROW = 3
"""How much likelier changes are in a row that looks different from all rows in samples."""

FEW = 10
"""A vocabulary of at most this size is tried early."""

LONGEST_ROW = 200
"""The maximum number of words in a row of a text for which changes are tried."""

MOST_MADE = 10_000_000
"""The maximum effort of making changes: MAKING for each one, plus the length of its row if that is
compared with samples."""
MAKING = 100

LONGEST_WORD = 500
"""The maximum number of characters in a word whose letters are changed."""


class Candidate(Struct, frozen=True):
    """Changes that are made together, and their rank."""

    changes: tuple[Change, ...]
    rank: Rank

    def applied(self, content: str) -> str:
        """Return the text after the changes."""
        for change in sorted(self.changes, key=lambda each: -each.start):
            content = content[: change.start] + change.text + content[change.end :]
        return content

    def within(self, content: str, span: Span) -> str | None:
        """Return a span's text after the changes, or None if they change anything outside it."""
        start, end = span
        if not all(start <= each.start and each.end <= end for each in self.changes):
            return None
        moved = (Change(each.start - start, each.end - start, each.text) for each in self.changes)
        return Candidate(tuple(moved), self.rank).applied(content[start:end])


def candidates(text: Context) -> Iterator[Candidate]:
    """Yield small changes to a text, the most likely first.

    The changes of each row are generated only when needed, as most are never tried. There are none
    for a text with a very long row: comparing it with samples for each change would take too long.
    """
    if any(len(each.spans) > LONGEST_ROW for each in text.words.rows):
        return
    waiting, number = list[tuple[Rank, int, Candidate, Row | None]](), count()
    left = MOST_MADE

    def put(found: Iterable[Candidate], row: Row | None) -> None:
        nonlocal left
        gain = UNUSUAL_ROW if row is not None and text.is_unusual(row) else 0
        for each in found:
            first, second, third = each.rank
            rank = first, second - gain, third
            heappush(waiting, (rank, next(number), Candidate(each.changes, rank), row))
            left -= MAKING
            if left < 0:
                return

    def likelier(bound: float) -> Iterator[Candidate]:
        nonlocal left
        while waiting and waiting[0][0][:2] < (0, bound) and left > 0:
            _, _, each, row = heappop(waiting)
            after = None if row is None else each.within(text.content, row.span)
            left -= len(after or "")
            if row is None or after is None or text.fits(row, after):
                yield each

    for items in text.words.lists:
        put(_item_changes(text, items), None)
    for bound, make, row in sorted(_sources(text), key=lambda each: each[0]):
        yield from likelier(bound)
        put(make(text, row), row)
    yield from likelier(inf)


def _sources(text: Context) -> Iterator[tuple[int, _Source, Row]]:
    """Yield the generators of changes for each row, each with the lowest rank it may give."""
    for row in text.words.rows:
        distance = text.distance(*row.span).bit_length() - text.is_unusual(row) * UNUSUAL_ROW
        yield distance - 1, _word_changes, row
        if text.may_have(row, len(row.spans) + 1):
            yield distance + bool(row.spans), _inserted, row


def _rank(distance: int, cost: int, needed: bool = False) -> Rank:
    """Return the rank of a change, by its distance from the findings and its cost.

    `needed`: whether a word is missing or occurs too often.
    """
    return -needed, distance.bit_length() + cost, distance


# Words of a row


def _word_changes(text: Context, row: Row) -> Iterator[Candidate]:
    """Yield changes to the words of a row."""
    is_unusual = text.is_unusual(row)
    for index, (name, span) in enumerate(zip(row.kinds, row.spans, strict=True)):
        word, distance, kind = text.words.word(span), text.distance(*span), text.kind(name)
        surplus, missing = text.balance(name, span[0])
        strange = is_unusual and not text.fits_at(row.kind, index, word)
        if distance < SAME_LINE and (strange or letters(word) in text.named):
            distance = 0
        wrong = any(part in surplus for part in text.parts(name, word))
        if wrong or not (kind.closed and surplus):
            kinds = _kinds_of(row) if is_unusual or not distance else [name]
            yield from _replaced(text, row, index, distance, kinds, is_unusual, missing)
            needed = kind.closed and wrong
            # Without the last play, a record is always sound.
            is_last = span == row.spans[-1] and (text.ends(row) or not text.has_few_sizes(row))
            stops = is_last and not (needed or is_unusual)
            rank = _rank(distance, 2 + 4 * stops - strange, needed)
            yield Candidate((_deletion(row.spans, index),), rank)
        if not kind.closed or (name.endswith(" number") and len(text.vocabulary(name)) > FEW):
            for each in _letter_changes(text, name, span, is_unusual):
                after = each.within(text.content, span) or ""
                if after == "0" or not _ODD_NUMBER.fullmatch(after):
                    yield each
    if len(row.spans) > 1 and text.order_counts(row.kinds[0]):
        yield from _reordered(text, row)
    if text.words.medium == "text":
        yield from _mark_changes(text, row)


def _is_available(
    text: Context, name: str, word: str, missing: Counter[str] | None, instead: str = ""
) -> bool:
    """Return whether a word is still in the deck, so that it may replace another one."""
    if missing is None or not text.kind(name).closed:
        return True
    parts = text.parts(name, word)
    return all(part in missing for part in parts) or parts == text.parts(name, instead)


def _differences(word: str, other: str) -> int:
    """Return how many characters of two words differ, place by place."""
    return sum(map(ne, word, other)) + abs(len(word) - len(other))


def _replaced(
    text: Context,
    row: Row,
    index: int,
    distance: int,
    kinds: Sequence[str],
    is_unusual: bool,
    missing: Counter[str] | None,
) -> Iterator[Candidate]:
    """Yield replacements of a word."""
    span, word = row.spans[index], text.words.word(row.spans[index])
    needed = bool(text.balance(row.kinds[index], span[0])[0])
    named = text.named - {letters(text.words.word(each)) for each in row.spans}
    if row.kind.endswith(":"):
        named = set[str]()  # The players in messages are not those of the line.
    for name in kinds:
        kind, nearby = text.kind(name), text.nearby(name, span[0])
        lacking = missing if name == row.kinds[index] else None
        if kind.deck and not kind.closed:
            continue  # Single pieces of a hand change, not the whole hand.
        words = sorted(text.words_to_try(name, nearby), key=partial(_differences, word))
        few = len(words) <= FEW
        for other in words:
            if other == word or not _is_available(text, name, other, lacking, word):
                continue
            cost = 0 if letters(other) in named else 1 if other in nearby else 2 if few else 4
            if cost:
                cost += 2 * (not kind.closed and text.frequency[letters(other)] < 3)
            other_kind = name != row.kinds[index]
            if cost and other_kind and not is_unusual:
                continue
            yield Candidate((Change(*span, other),), _rank(distance, cost, needed))


def _kinds_of(row: Row) -> list[str]:
    """Return the kinds that the words of a row may belong to."""
    return [f"{row.kind}{more}" for more in ("", " number", " series")]


def _reordered(text: Context, row: Row) -> Iterator[Candidate]:
    """Yield swaps of words with or without their marks, swaps of pairs, and deletions of pairs."""
    spans, pairs = row.spans, [(one[0], two[1]) for one, two in pairwise(row.spans)]
    cells = [_with_marks(text.content, each) for each in spans]
    # A message that contains all words of a row is not about any of them.
    named = not all(letters(text.words.word(each)) in text.named for each in spans)
    for some, step in ((spans, 1), (cells, 1), (pairs, 2)):
        for one, two in zip(some, some[step:], strict=False):
            yield from _swapped(text, one, two, named)


_MARKS = "(*!~+#"


def _with_marks(content: str, span: Span) -> Span:
    """Return the span of a word with the marks directly before and after it."""
    start, end = span
    before, behind = content[max(0, start - 1) : start], content[end : end + 1]
    return start - (before != "" and before in _MARKS), end + (behind != "" and behind in _MARKS)


def _swapped(
    text: Context, one: Span, two: Span, named: bool = True, penalty: int = 0
) -> Iterator[Candidate]:
    """Yield a swap of two words, lines or lists."""
    first, second = text.words.word(one), text.words.word(two)
    if first != second:
        distance = min(text.distance(*one), text.distance(*two))
        both = named and {letters(first), letters(second)} <= text.named
        rank = _rank(distance, -1 if both else 1 + penalty)
        yield Candidate((Change(*one, second), Change(*two, first)), rank)


def _deletion(spans: Sequence[Span], index: int) -> Change:
    """Return a change that deletes a word and its separator."""
    start, end = spans[index]
    if index + 1 < len(spans):
        end = spans[index + 1][0]
    elif index:
        start = spans[index - 1][1]
    return Change(start, end, "")


_GAP = re.compile(r"[\s,.]*")
_NUMBER = re.compile(r"-?[0-9]+")


def _inserted(text: Context, row: Row) -> Iterator[Candidate]:
    """Yield insertions of words that may be missing in a row."""
    spans, at = row.spans, row.span[0]
    found = (_GAP.match(text.content, one[1], two[0]) for one, two in pairwise(spans))
    gaps = [gap for gap, _ in Counter(each[0] for each in found if each).most_common(2)]
    gaps = gaps or [" " if text.words.medium == "text" else ", "]
    for name in _kinds_of(row):
        kind, nearby = text.kind(name), text.nearby(name, at)
        surplus, missing = text.balance(name, at)
        if name.endswith(" number") and not (spans or kind.closed):
            nearby |= {*_NUMBER.findall(text.content[max(0, at - NEAR) : at + NEAR])}
        if name not in text.known.kinds or surplus:
            continue
        alone = kind.closed and missing is not None and missing.total() == 1
        needed = alone and text.distance(*row.span) < FARTHEST
        counts = len(spans) < 2 or text.order_counts(name)
        for word in text.words_to_try(name, nearby):
            if not _is_available(text, name, word, missing):
                continue
            cost = 2 if letters(word) in text.named else 3 if word in nearby else 4
            cost -= text.frequency[letters(word)] > FEW
            for index in range(len(spans) + 1) if counts else (len(spans),):
                misplaced = 3 * text.is_misplaced(name, word, index)
                for change in _insertions(text, row, index, word, gaps):
                    distance = text.distance(change.start, change.end)
                    yield Candidate(
                        (change,), _rank(distance, cost + misplaced - (not spans), needed)
                    )


def _insertions(
    text: Context, row: Row, index: int, word: str, gaps: Sequence[str]
) -> Iterator[Change]:
    """Yield insertions of a word at an index in a row, with different separators."""
    content = text.content
    spans = [_with_marks(content, each) for each in row.spans]
    if not spans:
        at = row.at + (content[row.at : row.at + 1] == " ")
        space = " " if content[at - 1 : at] in (":", "=") else ""
        yield Change(at, at, space + word)
    elif index == len(spans):
        yield from (Change(spans[-1][1], spans[-1][1], gap + word) for gap in gaps)
    elif not index:
        start = end = spans[0][0]
        if text.words.medium == "text" and content[:start].rstrip(" ").endswith("\n"):
            start = content.rfind("\n", 0, end) + 1  # Also replace a separator that was left over.
        yield from (Change(start, end, word + gap) for gap in gaps)
    else:
        start, end = spans[index - 1][1], spans[index][0]
        there = content[start:end]
        for before, behind in product(gaps, gaps):
            if there == behind:
                yield Change(start, start, before + word)
            elif there == before or not there.strip():
                yield Change(end, end, word + behind)
            if there not in (before, behind):
                yield Change(start, end, before + word + behind)


# Letters of a word

_ODD_NUMBER = re.compile(r"-?0[0-9]*|-")


def _letter_changes(text: Context, name: str, span: Span, is_unusual: bool) -> Iterator[Candidate]:
    """Yield changes to the letters of a word, unless it is too long to compare with samples."""
    if span[1] - span[0] > LONGEST_WORD:
        return
    surplus, missing = text.balance(name, span[0])
    content, (start, end) = text.content, span
    quoted = content[start] in "\"'"
    penalty = 0 if is_unusual or name.endswith(" series") else 3
    places = [content[at] for at in range(start + quoted, end - quoted)]
    is_sorted = name.endswith(" series") and sum(map(gt, places, places[1:])) < 2
    alone = missing is not None and missing.total() == 1
    alike: dict[str, list[str]] = {}
    for letter in sorted(text.alphabet(name)):
        if not letter.islower() and (missing is None or letter in missing):
            alike.setdefault(category(letter), []).append(letter)

    def changed(at: int, until: int, new: str, cost: int, needed: bool) -> Candidate:
        after = letters(content[start:at] + new + content[until:end])
        odd = is_sorted and [*after] != sorted(after)
        rank = _rank(text.distance(at, until), cost + penalty + odd - (new in text.named), needed)
        return Candidate((Change(at, until, new),), rank)

    inside = range(start + quoted, end - quoted)
    for at in inside:
        letter = content[at]
        if (surplus and letter not in surplus) or letter.islower():
            continue
        for other in alike.get(category(letter), ()):
            if other != letter:
                yield changed(at, at + 1, other, 1, bool(surplus))
        if len(inside) > 1:
            yield changed(at, at + 1, "", 2, bool(surplus))
        for behind in (at + 1, at + 2):
            if behind in inside and category(content[behind]) == category(letter):
                yield from _swapped(text, (at, at + 1), (behind, behind + 1), False, penalty)
    for at in () if surplus else (*inside, end - quoted):
        near = {category(each) for each in content[max(start, at - 1) : min(end, at + 1)]}
        for other in (each for one in sorted(near) for each in alike.get(one, ())):
            yield changed(at, at, other, 3, alone)


# Marks


def _mark_changes(text: Context, row: Row) -> Iterator[Candidate]:
    """Yield changes to the marks before or after words: replaced, deleted, added or moved."""
    marks = [each for each in _MARKS if each in text.content]
    for behind in (0, 1):
        sites = [span[behind] - (not behind) for span in row.spans]
        marked = [at for at in sites if text.content[at : at + 1] in marks]
        for at in sites if marked else ():
            distance, put = text.distance(at, at + 1), at + (not behind)
            for mark in (*marks, ""):
                change = Change(at, at + 1, mark) if at in marked else Change(put, put, mark)
                yield Candidate((change,), _rank(distance, 2))
            for other in marked if at not in marked else ():
                moved = Change(other, other + 1, ""), Change(put, put, text.content[other])
                yield Candidate(moved, _rank(distance, 1))


# Lines and lists


def _item_changes(text: Context, items: Sequence[Span]) -> Iterator[Candidate]:
    """Yield deletions and swaps of the items of a list."""
    word = text.words.word
    for index, (one, two) in enumerate(pairwise(items)):
        if text.distance(one[0], two[1]) > FARTHEST:
            continue
        yield from _swapped(text, one, two, penalty=0 if _begin_alike(word(one), word(two)) else 3)
        cost = 1 if word(one) == word(two) else 4
        if cost == 1 or "\n" not in text.content[one[1] : two[0]]:
            yield Candidate((_deletion(items, index),), _rank(text.distance(one[0], two[1]), cost))


def _begin_alike(one: str, other: str) -> bool:
    """Return whether two lines begin with the same word, or both with a number."""
    first, second = one.split(maxsplit=1)[0], other.split(maxsplit=1)[0]
    return first == second or (first[0].isdecimal() and second[0].isdecimal())
