"""Edits to a log's lines that could undo a slip, and how unlikely each slip is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from msgspec import Struct

from .expected import Around, Expected, expected, split, words_left_out, words_swapped

LONGEST = 400
"""Two lines whose total length exceeds this are only removed, swapped or replaced."""


class LineEdit(Struct, frozen=True):
    """An edit: lines `at` to `end` become `new`; `cost` is how unlikely the slip is."""

    at: int
    end: int
    new: tuple[str, ...]
    cost: int
    certain: bool = True


def edits(around: Around, form: bool) -> Iterator[LineEdit]:
    """Yield edits to a line, or insertions before it.

    Its words are only moved if `form` is true, which means that the line may be malformed.
    """
    at, lines, raw = around.at, around.lines, around.raw
    possible = [*expected(around)]
    for each in possible:
        yield LineEdit(at, at, each.lines, len(each.lines), each.certain)
    if at >= len(lines):
        return
    yield LineEdit(at, at + 1, (), 1 if at and lines[at - 1][0] == raw else 3)
    single = [each for each in possible if len(each.lines) == 1]
    following = lines[at + 1][0] if at + 1 < len(lines) else None
    if following is not None:
        yield LineEdit(at, at + 2, (following, raw), 2)
    if len(raw) + len(following or "") > LONGEST:
        return
    if not form:
        yield from (
            LineEdit(at, at + 1, each.lines, _unlikeness(raw, each.lines[0]), each.certain)
            for each in single
        )
        return
    yield from (LineEdit(at, at + 1, (each,), 0) for each in words_swapped(raw))
    yield from (LineEdit(at, at + 1, (each,), 1) for each in words_left_out(raw))
    yield from _with_breaks(around, at + 1, raw, single)
    if following is not None:
        for joined in (raw + following, f"{raw.rstrip()} {following.lstrip()}"):
            yield LineEdit(at, at + 2, (joined,), 1)
            yield LineEdit(at, at + 2, ("", joined), 2)
            yield LineEdit(at, at + 2, (joined, ""), 2)
            yield from _with_breaks(around, at + 2, joined, single)


def _with_breaks(
    around: Around, end: int, text: str, possible: Sequence[Expected]
) -> Iterator[LineEdit]:
    """Yield edits that turn joined lines into an expected line, or into two lines.

    A line that is already the expected one is left to the edits that remove the other lines.
    """
    at, cost = around.at, end - around.at - 1
    own = [raw for raw, _ in around.lines[at:end]]
    for each in possible:
        unlike = _unlikeness(text, each.lines[0])
        if each.lines[0] not in own and (not cost or unlike < 2):
            yield LineEdit(at, end, each.lines, cost + unlike, each.certain)
    for first, second in split(around.log, text):
        yield LineEdit(at, end, (first, *second), cost)
        for each in possible:
            if _unlikeness(first, each.lines[0]) < 2:
                yield LineEdit(at, end, (*each.lines, *second), cost + 1, each.certain)


@lru_cache(maxsize=2**12)
def _unlikeness(one: str, other: str) -> int:
    """Return how different two lines are, from 0 to 4; a line may have been cut to one word."""
    if not one.strip():
        return 0
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    most = matcher.real_quick_ratio()
    return min(4, int(5 * (1 - (most if most <= 0.2 else matcher.ratio()))))
