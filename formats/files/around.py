"""Text around a record, as people paste it: a code fence, or a line such as `Here is the game:`.

A fence is never part of a record. In JSON and YAML, neither is a line of prose; in other texts, it
may be a damaged line of the record, so it counts as an error.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from ...findings import Finding, Fix
from .. import codes
from ..document.json.members import opening
from ..interface.notation import Notation, Reading
from ..text.place import edit, place
from ..text.text import Text
from ..text.unusual import table, usual
from .respelling import errors_in, read_each

_FENCE = re.compile(r"[ \t]*+(?:`{3,}+|~{3,}+)[ \t]*+[\w+-]*+\s*+")
"""A line that begins or ends a block of code in Markdown."""
_FENCES = "```", "~~~"
_SIGNS = ".,!?;:'’\"“”()&@…–—。、！？：；「」（）\u200d\ufe0f\U0001f300-\U0001faff-"
"""Punctuation and emoji."""
_TEXT = re.compile(rf"[\w\s{_SIGNS}]*+")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_WORD = re.compile(r"\s*+(?!(?:true|false|null)\b)[^\W\d_]{2}")
_DIGITS = re.compile(r"[\d_]")
_ENDS = tuple(".!?:…。！？：")
"""The last characters of what someone says."""
_OPENS = re.compile(r"[\[{]")
_PAIR = re.compile(r'"\w++"\s*+:')
_MOST_LINES, _LONGEST = 50, 1000
"""The maximum number of lines around a record, and the maximum length of each."""


class Around(Struct, frozen=True):
    """The text around a record, which is between `start` and `end`."""

    text: Text
    start: int
    end: int
    is_fenced: bool

    def inner(self) -> Text:
        """Return the text with spaces in place of what is around the record."""
        content = self.text.content
        before, after = _spaces(content[: self.start]), _spaces(content[self.end :])
        return Text(f"{before}{content[self.start : self.end]}{after}", self.text.first_line)

    def parts(self) -> Iterator[tuple[int, int]]:
        """Yield the spans of the text before and after the record."""
        for start, end in ((0, self.start), (self.end, len(self.text.content))):
            if self.text.content[start:end].strip():
                yield start, end

    def findings(self, is_certain: bool) -> Iterator[Finding]:
        """Yield a finding for each part; it is a note if that is certainly not in the record."""
        for start, end in self.parts():
            said = self.text.content[start:end]
            is_code = all(not line.strip() or _is_fence(line) for line in said.split("\n"))
            what = "code fence" if is_code else "text"
            why, fix = f"this {what} is not a record", None
            if end - start < len(self.text.content):
                where = "before" if start < self.start else "after"
                why = f"the {what} {where} the record is not part of it"
            if end - start < len(self.text.content) or "\n" not in said:  # a line among records
                edits = (edit(self.text, start, end, ""),)
                fix = Fix(f"remove the {what}", edits=edits, safe=is_code)
            severity = None if is_certain else "error"
            if sum(map(_is_fence, said.splitlines())) > 1:
                why, fix, severity = "another block of code is not read", None, "error"
            found = Finding(rule=codes.TEXT_AROUND, message=why, severity=severity, fix=fix)
            first = start + len(said) - len(said.lstrip())
            yield place(found, self.text, first, start + len(said.rstrip()))

    def can_be_mended(self, errors: Sequence[Finding]) -> bool:
        """Return whether a fix adds to a line around the record, which is then part of it."""
        for each in errors:
            at = self.text.offset(each.line or 1, each.column or 1)
            adds = each.fix is not None and any(one.text.strip() for one in each.fix.edits)
            if adds and not self.start <= at < self.end:
                return True
        return False


def read_around(chosen: Notation[Any], text: Text) -> Iterator[Reading[Any]]:
    """Read the records in a text; if text around them is in the way, report and ignore it."""
    around = _around(text, chosen)
    if around is None:
        yield from read_each(chosen, text)
        return
    readings = [*read_each(chosen, text)]
    errors, inner = errors_in(readings), around.inner()
    is_empty = not inner.content.strip()
    is_certain = not is_empty and (around.is_fenced or chosen.medium != "text")
    found = [*around.findings(is_certain)]
    no_record = around.is_fenced or chosen.medium == "json" or len(found) < len(errors)
    if is_empty and errors and no_record:
        readings = [Reading(chosen, found, whole=False)]
    elif errors and not is_empty and (is_certain or not around.can_be_mended(errors)):
        others = [*read_each(chosen, inner)]
        left = len(errors_in(others)) + (0 if is_certain else len(found))
        if others and left <= len(errors) - is_certain:
            readings, first = others, others[0]
            first.findings = found + first.findings
            said = (text.content[start:end] for start, end in around.parts())
            first.beside += tuple(("texts around the record", each.strip()) for each in said)
    yield from readings


def heads(head: bytes) -> Iterator[bytes]:
    r"""Yield the first bytes of a record after other text, for each place where it may begin.

    >>> list(heads(b'Look:\n{"format"'))
    [b'{"format"']
    """
    content = head.removeprefix(BOM_UTF8).decode("utf-8", "surrogateescape")
    starts = {_start(content, is_json)[0] for is_json in (False, True)}
    for start in sorted({0} | starts):
        rest = content[start + opening(content[start:]) :]
        if len(rest) < len(content):
            yield rest.encode("utf-8", "surrogateescape")
        if some := [*table(rest, list)]:  # even if empty cells are unclear
            yield usual(Text(rest), some).content.encode("utf-8", "surrogateescape")


def _around(text: Text, chosen: Notation[Any]) -> Around | None:
    """Return what seems to be around the record in a text, or None."""
    if chosen.medium == "json" and text.content[:1] + text.content.rstrip()[-1:] == "{}":
        return None
    start, opens = _start(text.content, chosen.medium == "json")
    end, closes = _end(text.content, start, opens, chosen)
    around = Around(text, start, end, opens or closes)
    return around if any(around.parts()) else None


def _start(content: str, is_json: bool) -> tuple[int, bool]:
    """Return where a record begins, and whether a fence opens it."""
    start = at = 0
    has_fence = any(each in content for each in _FENCES)
    for _ in range(_MOST_LINES):
        line = _line(content, at)
        if has_fence and _is_fence(line):
            return at + len(line), True
        if not line or not _is_text(line):
            break
        if start == at and (not line.strip() or _is_prose(line)):
            start += len(line)
        elif not has_fence:
            break
        at += len(line)
    if not is_json:
        return start, False
    opens = _OPENS.search(content, 0, _MOST_LINES * _LONGEST)
    if opens is None:
        return start, False
    before = content[: opens.start()]
    is_text = _LETTERS.search(before) and _TEXT.fullmatch(before) and not _PAIR.search(before)
    return (len(before) if is_text else 0), False


def _end(content: str, start: int, opens: bool, chosen: Notation[Any]) -> tuple[int, bool]:
    """Return where a record ends, and whether a fence closes it."""
    at = start
    while opens and at < len(content):
        line = _line(content, at)
        if line.strip() and _is_fence(line):
            return at, True
        at += len(line)
    end, closes = len(content), False
    for _ in range(_MOST_LINES):
        at = max(start, content.rfind("\n", 0, max(0, end - 1)) + 1)
        line = content[at:end]
        if line.strip() and _is_fence(line):
            closes = True
        elif at >= end or (line.strip() and not _may_follow(line, chosen)):
            break
        end = at
    return end, closes


def _may_follow(line: str, chosen: Notation[Any]) -> bool:
    """Return whether a line after a record may be prose; in JSON, a single word is enough."""
    if chosen.medium == "json":
        return _WORD.match(line) is not None and _is_text(line)
    return not chosen.verbatim and _is_prose(line)


def _line(content: str, at: int) -> str:
    return content[at : content.find("\n", at) + 1 or len(content)]


def _spaces(text: str) -> str:
    return re.sub(r"[^\r\n]", " ", text)


def _is_fence(line: str) -> bool:
    return _FENCE.fullmatch(line) is not None


def _is_text(line: str) -> bool:
    """Return whether a line is empty, or may be something that a person says."""
    return len(line) <= _LONGEST and _TEXT.fullmatch(line) is not None


def _is_prose(line: str) -> bool:
    """Return whether a line is a sentence, or a part of one: at least three words, or its end."""
    words = line.split()
    if not words or not _is_text(line) or _DIGITS.search(line) or not _LETTERS.search(line):
        return False
    if words[0].endswith(":"):  # a key
        return False
    return (
        len(words) > 2 or words[-1].endswith(_ENDS) or (len(words) > 1 and line.rstrip()[-1] == ",")
    )
