"""Mends a text that does not follow its grammar, where only one mending is near.

What somebody typed is compared with what is due: the same word spelt otherwise, a separator that is
missing, doubled or another one. A mending counts if the text can then be read on behind its line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import TypeAlias

from msgspec import Struct

from .spelling import ODD_SPACE, described, spellings

Respell: TypeAlias = Callable[[str], Iterable[str]]
"""Other ways to write a word that a notation knows of, the nearest first."""

Stops: TypeAlias = Callable[[str], int | None]
"""Where a text stops to follow its grammar, None if it does not."""

LONGEST = 20_000
"""Longer texts are not read again to try a mending."""

_WORD = re.compile(r"[^\s,]+")
_LAST = re.compile(r",(?=[ \t]|\Z)")
_ENDS = ("", "\r", "\n", ",", ";")
_SPACE = re.compile(r"[ \t]+")
_WRONG = re.compile(r"[,;:.、，：；=|/-]|[ \t]+")


class Mend(Struct, frozen=True):
    """What is wrong and what to write, at the span from `start` to `end`; `edits` mend it."""

    why: str
    start: int
    end: int
    edits: tuple[tuple[int, int, str], ...]
    fix: str

    def made(self, content: str) -> str:
        """The text with the edits made."""
        for start, end, new in reversed(self.edits):
            content = content[:start] + new + content[end:]
        return content


def word_at(content: str, at: int) -> tuple[int, int]:
    """The span of the word around a place; empty where there is none.

    >>> word_at("s1,1X1 2p", 4), word_at("s1,", 3)
    ((3, 6), (3, 3))
    """
    start = at
    while start and _WORD.match(content[start - 1]):
        start -= 1
    found = _WORD.match(content, start)
    return found.span() if found and found.end() > at else (at, at)


def mending(
    content: str, at: int, due: Sequence[str], stops: Stops, respell: Respell
) -> Mend | None:
    """The one mending at a place where the fixed words `due` might stand, None if none is clear."""
    kinds = (
        _odd_spaces(content, at, " ", "write a plain space"),
        _odd_spaces(content, at, "", "remove it"),
        _spaces(content, at),
        _spelt(content, at, respell),
        _spelt(content, at, spellings),
        _keyword(content, at, due),
        _separator_before(content, at, [each for each in due if not each.isalnum()]),
        _separator(content, at, [each for each in due if not each.isalnum()]),
        _doubled(content, at),
        _commas(content, at),
    )
    for kind in kinds:
        found: dict[str, Mend] = {}
        for mend in kind:
            changed = mend.made(content)
            if changed not in found and _goes_on(content, at, changed, mend, stops):
                found[changed] = mend
        if found:
            return next(iter(found.values())) if len(found) == 1 else None
    return None


def _goes_on(content: str, at: int, changed: str, mend: Mend, stops: Stops) -> bool:
    """Whether a text can be read behind the line of a mending, and of where it stopped."""
    stop = stops(changed)
    end = max(at, mend.edits[-1][1], mend.end) + len(changed) - len(content)
    line_end = changed.find("\n", end) % (len(changed) + 1)
    return stop is None or stop > line_end


def _odd_spaces(content: str, at: int, new: str, fix: str) -> Iterator[Mend]:
    """White space that is no plain space."""
    if ODD_SPACE.match(content, at):
        spans = [each.span() for each in ODD_SPACE.finditer(content)]
        why = f"{described(content[at])} stands here: {fix}"
        yield Mend(why, *spans[0], tuple((*span, new) for span in spans), fix)


def _spaces(content: str, at: int) -> Iterator[Mend]:
    """Plain space where there is none in this notation: all of the line."""
    if _SPACE.match(content, at):
        line_start = content.rfind("\n", 0, at) + 1
        line_end = content.find("\n", at) % (len(content) + 1)
        spans = [each.span() for each in _SPACE.finditer(content, line_start, line_end)]
        edits = tuple((*span, "") for span in spans)
        yield Mend("a space stands where there is none", *spans[0], edits, "remove the spaces")


def _spelt(content: str, at: int, respell: Respell) -> Iterator[Mend]:
    start, end = word_at(content, at)
    word = content[start:end]
    if word:
        for new in dict.fromkeys(respell(word)):
            if new != word:
                yield Mend("", start, end, ((start, end, new),), f"write {new}")


def _keyword(content: str, at: int, due: Sequence[str]) -> Iterator[Mend]:
    start, end = word_at(content, at)
    for new in get_close_matches(content[start:end], due, n=2, cutoff=0.75):
        yield Mend("", start, end, ((start, end, new),), f"write {new}")


def _separator(content: str, at: int, due: Sequence[str]) -> Iterator[Mend]:
    """A separator that is another one, or missing."""
    wrong = _WRONG.match(content, at)
    for new in due:
        if wrong is not None:
            what = "a space" if wrong[0].isspace() else wrong[0]
            why = f"{what} stands where {_called(new)} is due"
            yield Mend(why, *wrong.span(), ((*wrong.span(), new),), f"write {new}")
    before = len(content[:at].rstrip(" \t"))
    for new in due:
        why = f"{_called(new)} is missing here"
        yield Mend(why, before, before, ((before, before, new),), f"add {new}")


def _separator_before(content: str, at: int, due: Sequence[str]) -> Iterator[Mend]:
    """A separator behind the word before that is another one, or too much."""
    place = len(content[:at].rstrip(" \t")) - 1
    wrong = content[place : place + 1]
    if place >= 0 and wrong in ":;.、；：，":
        for new in due:
            why = f"{wrong} stands where {_called(new)} is due"
            yield Mend(why, place, place + 1, ((place, place + 1, new),), f"write {new}")
        edits = ((place, place + 1, ""),)
        yield Mend(
            f"{wrong} stands where nothing is due", place, place + 1, edits, f"remove {wrong}"
        )


def _commas(content: str, at: int) -> Iterator[Mend]:
    """Commas in a line that has none."""
    line_start = content.rfind("\n", 0, at) + 1
    line_end = content.find("\n", at) % (len(content) + 1)
    spans = [each.span() for each in _LAST.finditer(content[line_start:line_end])]
    edits = tuple((line_start + start, line_start + end, "") for start, end in spans)
    if edits:
        yield Mend("commas stand where there are none", *edits[0][:2], edits, "remove the commas")


def _called(separator: str) -> str:
    return {",": "a comma", ":": "a colon"}.get(separator, separator)


def _doubled(content: str, at: int) -> Iterator[Mend]:
    """A separator that is one too many."""
    for place in (at, at - 1):
        behind = content[place + 1 : place + 2]
        if (
            0 <= place < len(content)
            and content[place] in ",;"
            and (place == at or behind in _ENDS)
        ):
            why = f"{_called(content[place])} too many stands here"
            edits = ((place, place + 1, ""),)
            yield Mend(why, place, place + 1, edits, f"remove {content[place]}")
