"""Read JSON in which something is wrong: each slip is a finding, and the rest keeps its meaning.

A text is mended until it is sound, and then read like any other. Unknown values are UNREAD, so that
no guess is taken for the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ...found import Found
from ...text.repairs import Mend, Mended
from ...text.respelt import RespeltText
from ...text.text import Text
from ..mending.doubts import Doubt, doubts_of, judged, mark, mended, puts_quote_in
from ..mending.slips import Report, key_of, tell
from ..shapes import Shape
from ..tree import Node
from .faults import faults, repetitions
from .language import STAND_IN, JsonLanguage
from .places import places
from .plain import plain

Fits: TypeAlias = Callable[[Any], bool]
"""Returns whether a value fits the schema of its notation."""

MOST_READ = 4_000_000
"""The number of characters that are searched for a repeated line."""


class Recovered(Struct):
    """The content of a text with slips: `text` is sound, with places in the original text.

    If brackets are wrong, values may be `displaced`: they seem to be where they do not belong.
    """

    text: Text
    root: Node | None
    found: Found
    whole: bool
    displaced: bool


def recovered(
    text: Text,
    defaults: Mapping[str, str],
    repeatable: frozenset[str],
    fits: Fits,
    shape: Callable[[], Shape] | None,
) -> Recovered:
    """Report what is wrong with a text, and read as much as possible of it."""
    report = Report(text, Found())
    doubled = _doubled_line(report, repeatable, fits)
    if doubled is not None:
        return doubled
    done, displaced = mended(text.content, JsonLanguage, shape)
    mends = [*_strays(text.content, done, repeatable, fits)]
    mends = [part for each in mends for part in _parts(text.content, each)]
    keys = [key_of(text.content, each) for each in mends]
    pairs = zip(mends, keys, strict=True)
    mends = [
        _with_default(each, key, defaults) or judged(text.content, each) for each, key in pairs
    ]
    for each, key in zip(mends, keys, strict=True):
        tell(report, each, key)
        if each.kind == "skipped" and not each.expected:
            break  # what follows is after the end of the value, too
    edits = [(each.start, each.end, each.new) for each in mends]
    corrected = RespeltText(text, edits)
    ending = "" if done.whole else JsonLanguage().ending(corrected.content)
    if ending:
        corrected = RespeltText(text, [*edits, (len(text.content), len(text.content), ending)])
    elif not done.whole:
        return Recovered(corrected, None, report.found, False, displaced)
    result = _read(report, corrected, doubts_of(text.content, mends), repeatable)
    if ending and result.root is not None:
        _cut_off(result.root).unread = True
    result.displaced = displaced or bool(ending)
    clear = [_is_clear(text.content, each) for each in mends]
    result.whole = result.whole and all(clear)
    return result


def _is_clear(content: str, mend: Mend) -> bool:
    """Return whether a mend leaves no doubt about any value."""
    old = content[mend.start : mend.end]
    if not mend.certain:
        return False
    if not mend.new:
        return content[mend.stopped] in "]}" and old.strip() == ","
    return mend.kind == "spelling" and not puts_quote_in(old, mend.new)


def _parts(content: str, mend: Mend) -> Iterator[Mend]:
    """Yield the slips of a mend: a comma for a value may be two, after the last key."""
    behind = content[mend.end :].lstrip()[:1]
    first = replace(mend, kind="missing", end=mend.start, stopped=mend.start)
    is_comma = content[mend.start : mend.end] == "," and mend.new == STAND_IN and behind == "}"
    if not is_comma or key_of(content, first) is None:
        yield mend
        return
    yield first
    at = content.index(behind, mend.end)
    yield replace(mend, kind="spelling", new="", certain=True, stopped=at)


def _with_default(
    mend: Mend, key: re.Match[str] | None, defaults: Mapping[str, str]
) -> Mend | None:
    """Return a mend with the default, if any, of a key whose value is left out."""
    default = None if key is None else defaults.get(key[1][1:-1])
    if key is None or default is None:
        return None
    at = key.end(2)
    return replace(mend, kind="spelling", start=at, end=at, new=default, certain=True)


def _strays(content: str, done: Mended, repeatable: frozenset[str], fits: Fits) -> tuple[Mend, ...]:
    """Return the mends; if a comma next to a number fits no schema, the number is one too many.

    Only the first comma is tried, and the schema is checked at most three times.
    """
    at = next((at for at, each in enumerate(done.mends) if each.new.strip() == ","), None)
    if at is None or not done.whole or _fits(done.content, repeatable, fits):
        return done.mends
    comma = done.mends[at]
    for found in (
        _NUMBER_BEFORE.search(content, 0, comma.start),
        _NUMBER.match(content, comma.end),
    ):
        if found is not None:
            stray = replace(comma, kind="stray", start=found.start(), end=found.end(), new="")
            mends = (*done.mends[:at], stray, *done.mends[at + 1 :])
            mended = RespeltText(
                Text(content), [(each.start, each.end, each.new) for each in mends]
            )
            if _fits(mended.content, repeatable, fits):
                return mends
    return done.mends


_NUMBER = re.compile(r"\s*+[0-9.]{1,20}+(?!\w)")
_NUMBER_BEFORE = re.compile(r"(?<![\w.])[0-9.]{1,20}\Z")


def _fits(content: str, repeatable: frozenset[str], fits: Fits) -> bool:
    """Return whether a text is JSON that fits the schema."""
    try:
        return fits(plain(content, repeatable))
    except (ValueError, RecursionError):
        return False


def _doubled_line(report: Report, repeatable: frozenset[str], fits: Fits) -> Recovered | None:
    """Read a text without one of two equal adjacent lines, if it then fits.

    The text alone does not show it: keys are repeated, a comma is missing, or there is a bracket
    too many.
    """
    content, at = report.text.content, 0
    lines, tries = content.splitlines(keepends=True), MOST_READ // (len(content) + 1)
    for line, following in pairwise(lines):
        at += len(line)
        end = at + len(following)
        if not line.strip() or line.rstrip("\r\n") != following.rstrip("\r\n") or not tries:
            continue
        tries -= 1
        if _fits(content[:at] + content[end:], repeatable, fits):
            start = end - len(following.lstrip())
            stop, edits = at + len(following.rstrip()), [(at, end, "")]
            report.say("this line is repeated", start, stop, "remove it", edits)
            result = _read(report, RespeltText(report.text, edits), (), repeatable)
            result.whole = False
            return result
    return None


def _read(
    report: Report,
    text: Text,
    doubts: Iterable[tuple[int, Doubt]],
    repeatable: frozenset[str],
) -> Recovered:
    """Read a text whose words are in the right order."""
    wrong = faults(Report(text, report.found))
    sound = RespeltText(text, wrong.edits) if wrong.edits else text
    result = Recovered(sound, None, report.found, False, False)
    if wrong.deep:
        return result
    root = result.root = places(sound.content)
    for at, doubt in doubts:
        mark(root, sound.content, at, doubt)
    for at in wrong.unread:
        mark(root, sound.content, at, "unread")
    again = False
    try:
        plain(sound.content, repeatable)
    except ValueError:
        again = repetitions(Report(sound, report.found), root, repeatable)
    result.whole = not again and not wrong.unread
    return result


def _cut_off(root: Node) -> Node:
    """Return what the end of a text cuts off: the last value of the first list that is open."""
    path = [root]
    while inner := [*(path[-1].items or ()), *(each.value for each in path[-1].members or ())]:
        path.append(inner[-1])
    lists = (after for before, after in pairwise(path) if before.items)
    return next(lists, path[min(1, len(path) - 1)])
