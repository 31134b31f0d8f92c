"""Reads JSON in which something is wrong: each slip is a finding, and the rest keeps its meaning.

A text is mended until it is sound, and then read as any other. What nobody can know is UNREAD, so
that nobody takes a guess for what was written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ....findings.limits import MOST_FINDINGS
from ...found import Found
from ...text.place import differences
from ...text.repairs import Mend, Mended, mend
from ...text.respelt import RespeltText
from ...text.text import Text
from ..tree import Member, Node
from .faults import Report, faults, repetitions
from .language import STAND_IN, JsonLanguage, is_null
from .places import places
from .plain import plain
from .shapes import Shape
from .slips import key_of, tell

Fits: TypeAlias = Callable[[Any], bool]
"""Whether a value fits the schema of its notation."""

_Doubt: TypeAlias = Literal["unread", "quoted", "respelt", "doubled", "lost"]
"""What is known of a place that was mended: its value is unread; it may lack its first or last
character; it was written otherwise; it is in a list with a value too many, or without one."""

MOST_READ = 4_000_000
"""So many characters are read in search of a line that is repeated."""


class Recovered(Struct):
    """What a text with slips says: `text` is sound, with the places of the text as it is written.

    Where brackets are wrong, values may be `displaced`: they seem to be where they do not belong.
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
    """Report what is wrong with a text, and read what can be read of it."""
    report = Report(text, Found())
    doubled = _doubled_line(report, repeatable, fits)
    if doubled is not None:
        return doubled
    done, displaced = _mended(text.content, shape)
    mends = [*_strays(text.content, done, repeatable, fits)]
    mends = [part for each in mends for part in _parts(text.content, each)]
    keys = [key_of(text.content, each) for each in mends]
    pairs = zip(mends, keys, strict=True)
    mends = [_judged(text.content, each, key, defaults) for each, key in pairs]
    for each, key in zip(mends, keys, strict=True):
        tell(report, each, key)
        if each.kind == "skipped" and not each.expected:
            break  # what follows is behind the end of the value, too
    edits = [(each.start, each.end, _read_as(each)) for each in mends]
    mended = RespeltText(text, edits)
    ending = "" if done.whole else JsonLanguage().ending(mended.content)
    if ending:
        mended = RespeltText(text, [*edits, (len(text.content), len(text.content), ending)])
    elif not done.whole:
        return Recovered(mended, None, report.found, False, displaced)
    result = _read(report, mended, _doubts(text.content, mends), repeatable)
    if ending and result.root is not None:
        _cut_off(result.root).unread = True
    result.displaced = displaced or bool(ending)
    clear = [_is_clear(text.content, each) for each in mends]
    result.whole = result.whole and all(clear)
    return result


def _is_clear(content: str, mend: Mend) -> bool:
    """Whether a mend leaves no doubt about any value."""
    old = content[mend.start : mend.end]
    if not mend.certain:
        return False
    if not mend.new:
        return content[mend.stopped] in "]}" and old.strip() == ","
    return mend.kind == "spelling" and not _puts_quote_in(old, mend.new)


def _puts_quote_in(old: str, new: str) -> bool:
    """Whether a quotation mark is put in where the first or last character may be meant as one."""
    ((start, end, put), *more) = differences(old, new)
    if more or put != '"' or start != end:
        return False
    return start == 0 or not (old[start - 1].isascii() and old[start - 1].isalnum())


def _read_as(mend: Mend) -> str:
    """What is read in the place of a mend: line ends for what is left out, so that places stay."""
    return mend.new or "\n" * (mend.end - mend.start)


def _parts(content: str, mend: Mend) -> Iterator[Mend]:
    """The slips that a mend is about: a comma for a value may be two, behind the last key."""
    behind = content[mend.end :].lstrip()[:1]
    first = replace(mend, kind="missing", end=mend.start, stopped=mend.start)
    is_comma = content[mend.start : mend.end] == "," and mend.new == STAND_IN and behind == "}"
    if not is_comma or key_of(content, first) is None:
        yield mend
        return
    yield first
    at = content.index(behind, mend.end)
    yield replace(mend, kind="spelling", new="", certain=True, stopped=at)


def _judged(
    content: str, mend: Mend, key: re.Match[str] | None, defaults: Mapping[str, str]
) -> Mend:
    """A mend with the default of a key whose value is left out, and certain only if that is clear.

    A comma among words may be one too many, or a word may be lost. What a word means that is not
    one of JSON, nobody knows.
    """
    default = None if key is None else defaults.get(key[1][1:-1])
    if key is not None and default is not None:
        at = key.end(2)
        return replace(mend, kind="spelling", start=at, end=at, new=default, certain=True)
    word = content[mend.start : mend.end].strip()
    certain = mend.certain
    if _is_comma_left_out(word, mend.new) and mend.expected & {"literal", "]"}:
        certain = content[mend.stopped] in "]}" or content[mend.end :].lstrip()[:1] in "[{"
    elif mend.new == STAND_IN and not is_null(word):
        return replace(mend, kind="other", certain=False)
    elif mend.kind == "stray" and word[:1].isalnum():
        certain = False
    return mend if certain == mend.certain else replace(mend, certain=certain)


def _mended(content: str, shape: Callable[[], Shape] | None) -> tuple[Mended, bool]:
    """A text after its mends, and whether it is not known which bracket is wrong.

    What is wrong with brackets, the schema shows soonest.
    """
    done = mend(content, JsonLanguage(), MOST_FINDINGS)
    if not any(_is_structural(content, each) for each in done.mends):
        return done, False
    other = done if shape is None else mend(content, JsonLanguage(shape()), MOST_FINDINGS)
    if other is done or not other.whole or len(other.mends) > len(done.mends):
        return done, True
    unknown = (_is_structural(content, each) and not each.certain for each in other.mends)
    return other, any(unknown)


def _strays(content: str, done: Mended, repeatable: frozenset[str], fits: Fits) -> tuple[Mend, ...]:
    """The mends; where a comma beside a number fits no schema, the number is too many.

    Only the first comma is tried, and the schema is asked three times at most.
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
    """Whether a text is JSON that fits the schema."""
    try:
        return fits(plain(content, repeatable))
    except (ValueError, RecursionError):
        return False


def _doubled_line(report: Report, repeatable: frozenset[str], fits: Fits) -> Recovered | None:
    """Read a text without one of two equal lines that follow each other, if it fits then.

    The text alone cannot tell: keys are repeated, a comma is missing, or a bracket is too many.
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


def _is_structural(content: str, mend: Mend) -> bool:
    """Whether a mend is about a bracket, or none was found."""
    word = mend.new.strip() or content[mend.start : mend.end].strip()
    return mend.kind == "skipped" or word in ("[", "]", "{", "}")


def _read(
    report: Report,
    text: Text,
    doubts: Iterable[tuple[int, _Doubt]],
    repeatable: frozenset[str],
) -> Recovered:
    """Read a text whose words follow one another as they should."""
    wrong = faults(Report(text, report.found))
    sound = RespeltText(text, wrong.edits) if wrong.edits else text
    result = Recovered(sound, None, report.found, False, False)
    if wrong.deep:
        return result
    root = result.root = places(sound.content)
    for at, doubt in doubts:
        _mark(root, sound.content, at, doubt)
    for at in wrong.unread:
        _mark(root, sound.content, at, "unread")
    again = False
    try:
        plain(sound.content, repeatable)
    except ValueError:
        again = repetitions(Report(sound, report.found), root, repeatable)
    result.whole = not again and not wrong.unread
    return result


def _is_comma_left_out(old: str, new: str) -> bool:
    """Whether a comma is left out, or all but one of several."""
    return old[:1] == "," and old != new and set(old) <= set(", \t\n\r") and new in ("", ",")


def _doubts(content: str, mends: Sequence[Mend]) -> list[tuple[int, _Doubt]]:
    """What is in doubt after some mends, by offsets in the mended text."""
    doubts, moved = list[tuple[int, _Doubt]](), 0
    for each in mends:
        at = each.start + moved + len(each.new) - len(each.new.lstrip())
        moved += len(_read_as(each)) - (each.end - each.start)
        old = content[each.start : each.end]
        if _is_comma_left_out(old, each.new):
            doubts.append((at, "doubled" if each.certain else "lost"))
        elif not each.certain:
            doubts.append((at, "unread"))
        elif each.kind == "spelling":
            quoted = "quoted" if _puts_quote_in(old, each.new) else "respelt"
            doubts.append((at, "doubled" if each.new.count(",") > old.count(",") else quoted))
        elif each.new == ",":
            doubts.append((at, "doubled"))
    return doubts


def _mark(root: Node, content: str, at: int, doubt: _Doubt) -> None:
    """Mark the value or key at an offset: that behind it if there is only space before it."""
    in_list = doubt in ("doubled", "lost")
    if not in_list and content[at : at + 1] in (",", "]", "}", " ", "\n", ""):
        before = content[:at].rstrip(" \t\r\n")
        if before[-1:] not in ("[", "{", ",", ":", ""):
            at = len(before) - 1
        else:
            at += len(content[at:]) - len(content[at:].lstrip(" \t\r\n"))
    node, key, holder = _at(root, at)
    if in_list:
        node = node if node.items is not None else holder
        node.in_doubt = node.items is not None
        node.unread = node.unread or doubt == "lost"
    elif key is not None:
        key.doubtful = True
        if doubt == "unread":
            node.unread = True
    elif doubt == "respelt":
        node.respelt = True
        holder.in_doubt = holder.items is not None
    else:
        node.unread = True


def _at(root: Node, at: int) -> tuple[Node, Member | None, Node]:
    """The innermost value at an offset, the member whose key is there, and what holds the value."""
    holder = node = root
    while True:
        for member in node.members or ():
            if member.start <= at < member.end:
                return node, member, holder
        inner = [*(node.items or ()), *(member.value for member in node.members or ())]
        found = next((each for each in inner if each.start <= at < each.end), None)
        if found is None:
            return node, None, holder
        holder, node = node, found


def _cut_off(root: Node) -> Node:
    """What is cut off at the end of a text: the last value of the first list that is open there."""
    path = [root]
    while inner := [*(path[-1].items or ()), *(each.value for each in path[-1].members or ())]:
        path.append(inner[-1])
    lists = (after for before, after in pairwise(path) if before.items)
    return next(lists, path[min(1, len(path) - 1)])
