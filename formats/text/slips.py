"""Report findings about a mended text (`repairs.py`)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

from msgspec.structs import replace

from ...findings import Finding, Fix
from ...findings.limits import MAX_LENGTH
from .. import codes
from .edits import SEPARATORS, Language
from .place import differences, edit, place
from .repairs import Mend, Mended, mend
from .respelt import RespeltText
from .spelling import described
from .text import LINE_END, Text

_SHOWN = 20
"""The maximum number of characters to quote in a message."""

_WORD = re.compile(r"\S+|[^\r\n]")
_CALLED = {",": "a comma", ":": "a colon", "\n": "a line break", " ": "a space"}


class MendedText(RespeltText):
    """A text in which the piece from `start` to `end` is mended.

    `names` has the language's kinds of words with their names in messages; `tail` is read after the
    piece. Places refer to the original text. If `whole` is false, the piece cannot be read after
    `stop`.
    """

    def __init__(
        self,
        text: Text,
        start: int,
        end: int,
        language: Language[Any],
        names: Mapping[str, str],
        tail: str = "",
    ) -> None:
        content = text.content[start:end] + tail
        longest = max(map(len, content.splitlines()), default=0)
        mended = mend(content, language) if longest <= MAX_LENGTH else Mended("", (), False)
        size = len(text.content)
        edits = [
            (min(start + each.start, size), min(start + each.end, size), each.new)
            for each in mended.mends
        ]
        super().__init__(text, edits)
        self.whole = mended.whole
        self.findings = [*findings(text, start, mended.mends, names)]
        if longest > MAX_LENGTH:
            why = f"a line is longer than {MAX_LENGTH} characters; it is not read"
            finding = Finding(rule=codes.TOO_LARGE, message=why)
            self.findings = [place(finding, text, start, start + 1)]
        self._mends = [
            (start + each.at, start + each.at + len(each.new), each) for each in mended.mends
        ]
        last = start + mended.mends[-1].at if mended.mends else start
        self.stop = start + len(mended.content) if mended.whole else last

    def known_to(self, start: int, end: int) -> int:
        """Return the offset up to which the meaning of a span is known."""
        unknown = (max(at, start) for at, each in self._in(start, end) if not each.certain)
        return min(unknown, default=end)

    def is_known(self, start: int, end: int) -> bool:
        """Return whether the meaning of a non-empty span is known."""
        return self.known_to(start, end) == end

    def is_mended(self, start: int, end: int) -> bool:
        """Return whether anything is mended in a span."""
        return any(self._in(start, end))

    def keeps(self, start: int, end: int) -> bool:
        """Return whether no words in a span were inserted or removed; some may be misspelt."""
        return all(each.kind == "spelling" for _, each in self._in(start, end))

    def _in(self, start: int, end: int) -> Iterator[tuple[int, Mend]]:
        """Yield the repairs that change a span, and where they start; they are in text order."""
        near = bisect_left(self._mends, start, key=itemgetter(1))
        while near < len(self._mends) and self._mends[near][0] <= end:
            first, last, each = self._mends[near]
            if _touch((first, last), (start, end)):
                yield first, each
            near += 1


def _touch(mend: tuple[int, int], span: tuple[int, int]) -> bool:
    """Return whether a repair changes a span: overlaps it, or removes something in it."""
    if mend[0] == mend[1]:
        return span[0] <= mend[0] <= span[1]
    return mend[0] < span[1] and span[0] < mend[1]


def findings(
    text: Text, offset: int, mends: Iterable[Mend], names: Mapping[str, str]
) -> Iterator[Finding]:
    """Yield a finding for each repair in a piece of text that starts at an offset.

    `names` has the kinds of words with their names in messages.
    """
    for same in _repeated(text, offset, mends):
        first, *others = same
        found = (
            _known(text, offset, first) if first.certain else _unknown(text, offset, first, names)
        )
        if others and found.fix is not None:
            again = [_known(text, offset, each).fix for each in others]
            edits = (*found.fix.edits, *(each for fix in again if fix for each in fix.edits))
            fix = replace(found.fix, edits=edits)
            found = replace(
                found, message=f"{found.message} ({len(same)} times on this line)", fix=fix
            )
        yield found


def _repeated(text: Text, offset: int, mends: Iterable[Mend]) -> list[list[Mend]]:
    """Group the repairs: those that make the same change on one line are one slip."""
    groups = list[list[Mend]]()
    for each in mends:
        last = groups[-1][0] if groups else None
        if (
            last is not None
            and (last.certain, each.certain) == (True, True)
            and (last.kind, _change(text, offset, last)) == (each.kind, _change(text, offset, each))
            and not LINE_END.search(text.content[offset + last.start : offset + each.end])
        ):
            groups[-1].append(each)
        else:
            groups.append([each])
    return groups


def _change(text: Text, offset: int, mend: Mend) -> tuple[tuple[str, str], ...]:
    """Return the old and new text of a repair."""
    old, content = text.content[offset + mend.start : offset + mend.end], text.content
    changes = differences(old, mend.new, offset + mend.start)
    return tuple((content[start:end], new) for start, end, new in changes)


def either(kinds: Sequence[str]) -> str:
    """Join the names of several things, one of which is expected.

    >>> either(["a bid", "a pass", "`---`"])
    'a bid, a pass or `---`'
    """
    *first, last = kinds or ["nothing more"]
    return f"{', '.join(first)} or {last}" if first else last


def _known(text: Text, offset: int, mend: Mend) -> Finding:
    """Return the finding for a slip whose meaning is known."""
    start, new = offset + mend.start, mend.new
    old = text.content[start : offset + mend.end]
    edits = differences(old, new, start)
    first, last = edits[0][0], edits[-1][1]
    lost = text.content[first:last]
    if mend.kind == "swapped":
        why, fix = f"expected {_shown(new)}, found {_shown(old)}", "swap them"
        if "\n" in old:
            why, first, last = (
                "this line and the previous one are swapped",
                *_second(old, start),
            )
        edits = [(start, start + len(old), new)]
    elif mend.kind in ("doubled", "stray"):
        first, last, lost = start, start + max(len(old.rstrip()), 1), old
        edits = [(start, start + len(old), new)]
        again = " again" if mend.kind == "doubled" and any(map(str.isalnum, old)) else ""
        unexpected = _found(old.rstrip() or old)
        why = f"unexpected {unexpected.removeprefix('a ').removeprefix('an ')}{again}"
        fix = "remove it"
    elif len(edits) == 1 and _is_inserted(edits[0][2], lost, old):
        said = _called(edits[0][2])
        why, fix = f"{said} is missing here", f"add {said}"
    elif len(edits) == 1 and not (edits[0][2] or any(map(str.isalnum, lost))):
        why, fix = f"unexpected {_found(lost).removeprefix('a ')}", "remove it"
    else:
        why, fix = f"expected {_called(new)}, found {_found(old)}", f"write {_called(new)}"
    safe = mend.kind != "swapped" and (mend.kind != "stray" or len(old.strip()) == 1)
    made = tuple(edit(text, *each) for each in edits)
    finding = Finding(rule=codes.TEXT_SYNTAX, message=why, fix=Fix(fix, edits=made, safe=safe))
    return place(finding, text, first, last)


def _is_inserted(new: str, lost: str, old: str) -> bool:
    """Return whether a change only inserts something; a line break may replace a space."""
    if lost:
        return new == "\n" and not lost.strip(" \t")
    return not (old and new.strip())


def _second(old: str, start: int) -> tuple[int, int]:
    """Return the span of the second of two lines, given the offset of the first."""
    begin = old.index("\n") + 1
    return start + begin, start + len(old.rstrip("\r\n"))


def _unknown(text: Text, offset: int, mend: Mend, names: Mapping[str, str]) -> Finding:
    """Return the finding for a place where something else is expected."""
    content, start, end = text.content, offset + mend.start, offset + mend.end
    last = len(content.rstrip())
    if mend.kind == "swapped" or not content[start:end].strip():
        start, end = min(offset + mend.stopped, last), last
    if content[start : start + 1] in SEPARATORS and end > start + 1:
        start += 1
    word = _WORD.match(content, start, end)
    end = start if word is None else min(word.end(), start + _SHOWN)
    expected = sorted({names[each] for each in mend.expected if each in names})
    found = _found(content[start : min(max(end, start + 1), last)])
    finding = Finding(rule=codes.TEXT_SYNTAX, message=f"expected {either(expected)}, found {found}")
    return place(finding, text, start, end)


def _found(old: str) -> str:
    """Return the text that was found, for messages."""
    if not old:
        return "the end"
    if old[:1] in "\r\n":
        return "the end of the line"
    if not old.strip(" "):
        return "a space"
    return described(old[0]) if not old[0].isprintable() else _shown(old)


def _shown(text: str) -> str:
    return repr(text) if len(text) <= 2 * _SHOWN else repr(f"{text[: 2 * _SHOWN]}…")


def _called(word: str) -> str:
    """Return the name of a word to write, as used in messages."""
    return _CALLED.get(word, word.strip())
