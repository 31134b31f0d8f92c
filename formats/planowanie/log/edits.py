"""Edits to a log's lines that could undo a slip, how unlikely each slip is, and their fixes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from msgspec import Struct

from ....findings import Finding, Fix
from ...text.place import differences, place
from ...text.place import edit as edit_of
from ...text.text import Text
from .. import codes
from .exchange import RawLine
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


# Fixes

OF_FORM = (
    codes.NO_MARK,
    codes.UNKNOWN_COMMAND,
    codes.BAD_ARGUMENTS,
    codes.REPLY_NOT_ENDED,
)
"""Rules about the form of a line rather than its content: a fix for one of them is safe."""


def explained(
    finding: Finding, edit: LineEdit, text: Text, lines: Sequence[RawLine], end: int
) -> Finding:
    """Return a finding with a certain edit as its fix.

    `lines` are the lines that the edit replaces, and `end` is the offset after them.
    """
    finding = _placed(finding, edit, text, lines)
    if finding.fix is not None and not lines:
        return finding
    start = lines[0][1] if lines else end
    old, new = "".join(f"{raw}\n" for raw, _ in lines), edit.new
    if len(lines) == len(new) == 1:
        old = old.removesuffix("\n")
        end = start + len(old)
    else:
        new = tuple(f"{each}\n" for each in new)
    if text.content[start:end] != old:
        return finding  # a line was already mended, or is not a whole line of the text
    what = "leave the line empty" if edit.new else "remove the line"
    if "".join(edit.new).strip():
        what = f"write {edit.new[0].strip()}"
    edits = tuple(edit_of(text, *each) for each in differences(old, "".join(new), start))
    safe = finding.rule in OF_FORM and bool(edit.new)
    return finding.but(fix=Fix(what, edits=edits, safe=safe))


def _placed(finding: Finding, edit: LineEdit, text: Text, lines: Sequence[RawLine]) -> Finding:
    """Return a finding placed by its edit: at a missing line break, or at an empty reply."""
    if len(lines) != 1:
        return finding
    (raw, start), (first, *others) = lines[0], edit.new or ("",)
    if others and raw.startswith(first) and raw.endswith(others[-1]):
        same = text.position(start)[0] == finding.line
        why = f"a line break is missing before `{others[-1].strip()}`"
        finding = finding.but(message=why, rule=finding.rule if same else codes.REPLY_NOT_ENDED)
        return place(finding, text, start + len(first), start + len(raw))
    if finding.rule in (codes.REPLY_MISSING, codes.WENT_ON) and first and not others:
        return place(finding, text, start, start + len(raw))
    if finding.rule is codes.DIFFERS_BETWEEN_SEATS and text.position(start)[0] != finding.line:
        return place(finding, text, start, start + len(raw))  # the other seats agree
    return finding
