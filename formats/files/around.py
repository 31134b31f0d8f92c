"""Text around a record, as people paste it: a code fence, or a line such as `Here is the game:`.

The marks of a block (`blocks.py`) are never part of a record. In JSON and YAML, neither is a line
of prose; in other texts, it may be a damaged line of the record, so it counts as an error.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from msgspec import Struct

from ...findings import Finding, Fix, Severity
from .. import codes
from ..document.json.members import opening
from ..interface.claims import opens_object
from ..interface.notation import Notation, Reading, Unsound, judging
from ..text.place import edit, place
from ..text.respelt import RespeltText
from ..text.text import Text
from ..text.unusual import Spans, table, usual
from .blocks import DEEPEST, LONGEST, MOST_LINES, blocks, insides, is_fence, is_text, without_marks
from .respelling import errors_in, read_each

_LETTERS = re.compile(r"[^\W\d_]{2}")
_WORD = re.compile(r"\s*+(?!(?:true|false|null)\b)[^\W\d_]{2}")
_DIGITS = re.compile(r"[\d_]")
_ENDS = tuple(".!?:…。！？：")
"""Punctuation marks at the end of a sentence."""
_INTRODUCES = re.compile(r"\s*+[^\W\d_]{2,}+[:：]\s*+")
"""A single word that announces a record."""
_OPENS = re.compile(r"[\[{]")
_DECLARES = re.compile(r'\{\s*+"format"\s*+:')
_COMMENTS = re.compile(r"(?s)(?:\s++|(?:#|//)[^\n]*+|/\*.*?\*/)*+")
_PAIR = re.compile(r'"\w++"\s*+:')
_LINE = re.compile(r"[^\n]+")
_MARGIN = re.compile(r"[ \t]++")


class Around(Struct, frozen=True):
    """The text around a record, which is between `start` and `end`, without the `cuts`.

    `what` names the mark of the record, such as a code fence or indentation.
    """

    text: Text
    start: int
    end: int
    cuts: Spans = ()
    what: str = ""
    is_block: bool = False

    def inner(self) -> Text:
        """Return the text of the record, without the text around it."""
        content = self.text.content
        before = _empty_lines(content[: self.start])
        text = RespeltText(self.text, [(0, self.start, before), *self.cuts])
        return text.part(0, len(text.content) - len(content) + self.end)

    def parts(self) -> list[tuple[int, int]]:
        """Return the spans of the text before and after the record."""
        spans = (0, self.start), (self.end, len(self.text.content))
        return [each for each in spans if self.text.content[slice(*each)].strip()]

    def findings(self, is_certain: bool) -> list[Finding]:
        """Return a finding for each part: a note if the part is certainly not in the record."""
        parts, content, found = self.parts(), self.text.content, list[Finding]()
        severity = None if is_certain else "error"
        if self.cuts:
            why = f"the {self.what} before each line is not part of the record"
            found.append(self._finding(why, f"remove the {self.what}", self.cuts, True))
        said = [without_marks(content[start:end]).strip() for start, end in parts]
        groups = [[each] for each in parts]
        if self.is_block and not all(said):  # a fence opens and closes
            groups, said = [parts], ["\n".join(said).strip()]
        for spans, words in zip(groups, said, strict=True):
            what = "text" if words else self.what if self.is_block else "code fence"
            why, fix = f"this {what} is not a record", ""
            if not self._is_all(spans):
                before = "after" if spans[0][0] else "before"
                why = f"the {what} {'around' if spans[1:] else before} the record is not part of it"
            if not self._is_all(spans) or "\n" not in content:  # a line among records
                fix = f"remove the {what}"
            edits = [(*each, "") for each in spans]
            found.append(self._finding(why, fix, edits, not words, severity))
        return found

    def _is_all(self, spans: Sequence[tuple[int, int]]) -> bool:
        return spans[0] == (0, len(self.text.content))

    def _finding(
        self, why: str, fix: str, spans: Spans, is_safe: bool, severity: Severity | None = None
    ) -> Finding:
        """Return a finding about spans of the text, placed at the first one."""
        text, (start, end, _) = self.text, spans[0]
        edits = tuple(edit(text, *each) for each in spans)
        made = Fix(fix, edits=edits, safe=is_safe) if fix else None
        found = Finding(rule=codes.TEXT_AROUND, message=why, severity=severity, fix=made)
        said = text.content[start:end]
        first = start + len(said) - len(said.lstrip() or said)
        return place(found, text, first, start + len(said.rstrip() or said))

    def can_be_mended(self, errors: Sequence[Finding]) -> bool:
        """Return whether a line around the record seems to be a damaged part of it.

        It does if a fix adds to it, or if it is a single word with an error.
        """
        content = self.text.content
        is_word = _INTRODUCES.fullmatch(content, 0, self.start) is not None
        line = self.text.position(len(content) - len(content.lstrip()))[0] if is_word else None
        for each in errors:
            at = self.text.offset(each.line or 1, each.column or 1)
            adds = each.fix is not None and any(one.text.strip() for one in each.fix.edits)
            if (is_word and each.line == line) or (adds and not self.start <= at < self.end):
                return True
        return False


def read_around(chosen: Notation[Any], text: Text, depth: int = DEEPEST) -> Iterator[Reading[Any]]:
    """Read the records in a text; if text around them is in the way, report and ignore it."""
    around = _around(text, chosen) if depth else None
    if around is None:
        yield from read_each(chosen, text)
        return
    is_marked = around.is_block
    if around.cuts and not is_marked and chosen.medium == "yaml":  # tabs take long to explain
        is_marked = _is_sound(chosen, around.inner())
    if is_marked and not _is_sound(chosen, text):
        yield from _beside(
            around, read_around(chosen, around.inner(), depth - 1), around.findings(True)
        )
        return
    readings = [*read_each(chosen, text)]
    errors, inner = errors_in(readings), around.inner()
    is_empty = not inner.content.strip()
    is_certain = not is_empty and (bool(around.cuts) or chosen.medium != "text")
    found = around.findings(is_certain)
    if is_empty and errors:
        is_said = text.content.rstrip().endswith(_ENDS) and not around.can_be_mended(errors)
        if is_said or chosen.medium == "json" or len(found) < len(errors):
            readings = [Reading(chosen, found, whole=False)]
    elif errors and (is_certain or not around.can_be_mended(errors)):
        others = [*read_each(chosen, inner)]
        left = len(errors_in(others)) + (0 if is_certain else len(found))
        if others and left <= len(errors) - is_certain:
            readings = [*_beside(around, others, found)]
    yield from readings


def _is_sound(chosen: Notation[Any], text: Text) -> bool:
    """Return whether a text is sound as it is, for example with a title that begins with >."""
    try:
        with judging():
            found = [*read_each(chosen, text)]
    except Unsound:
        return False
    return all(each.whole and each.written is not None for each in found) and not errors_in(found)


def _beside(
    around: Around, readings: Iterable[Reading[Any]], found: list[Finding]
) -> Iterator[Reading[Any]]:
    """Yield the readings of a record; the first one has the findings about the text around it."""
    said = (around.text.content[start:end].strip() for start, end in around.parts())
    beside = tuple(("texts around the record", each) for each in said)
    for each in readings:
        each.findings, each.beside = found + each.findings, each.beside + beside
        found, beside = [], ()
        yield each


def heads(head: bytes) -> Iterator[bytes]:
    r"""Yield the first bytes of a record after other text, for each place where it may begin.

    >>> list(heads(b'Look:\n{"format"'))
    [b'{"format"']
    """
    content = head.removeprefix(BOM_UTF8).decode("utf-8", "surrogateescape")
    starts = {_start(content, each) for each in ("text", "json")}
    if any(_may_be_list(content, each) for each in {0} | starts):
        starts.update(each.start() for each in islice(_DECLARES.finditer(content), 1))
    for text in [*insides(content), *(content[start:] for start in sorted({0} | starts))]:
        rest = _flush(text[opening(text) :])
        if len(rest) < len(content):
            yield rest.encode("utf-8", "surrogateescape")
        if some := [*table(rest, list)]:  # even if empty cells are unclear
            yield usual(Text(rest), some).content.encode("utf-8", "surrogateescape")


def _may_be_list(content: str, start: int) -> bool:
    return content[start:].lstrip()[:1] == "[" or opens_object(content[start:])


def _flush(content: str) -> str:
    """Return a text with the indentation of its first line removed from every line."""
    margin = _MARGIN.match(content)
    return re.sub(f"(?m)^{margin[0]}", "", content) if margin else content


def _around(text: Text, chosen: Notation[Any]) -> Around | None:
    """Return what seems to be around the record in a text, or None."""
    if chosen.medium == "json" and text.content[:1] + text.content.rstrip()[-1:] == "{}":
        return None
    block = next(iter(blocks(text.content)), None)
    if block is not None:
        return Around(text, block.first, block.last, block.cuts, block.what, True)
    start = _start(text.content, chosen.medium)
    end = _end(text.content, start, chosen)
    cuts = () if chosen.medium == "json" else _indentation(text.content, start, end)
    around = Around(text, start, end, cuts, "indentation" if cuts else "")
    return around if cuts or around.parts() else None


def _indentation(content: str, start: int, end: int) -> Spans:
    """Return the spans of the lines' common indentation, or none if a line is not indented so."""
    lines = list(_LINE.finditer(content, start, end))
    margin = next((_MARGIN.match(each[0]) for each in lines if each[0].strip()), None)
    if margin is None:
        return ()
    if not all(each[0].startswith(margin[0]) for each in lines if each[0].strip()):
        return ()
    return [(each.start(), min(each.start() + margin.end(), each.end()), "") for each in lines]


def _start(content: str, medium: str) -> int:
    """Return where a record begins; in YAML, a word with a colon may be one of its keys."""
    start = 0
    for _ in range(MOST_LINES):
        line = _line(content, start)
        is_said = _is_prose(line) or (medium == "text" and _INTRODUCES.fullmatch(line) is not None)
        if not line or (line.strip() and not (is_said or is_fence(line))):
            break
        start += len(line)
    if medium != "json":
        return start
    comments = _COMMENTS.match(content)
    if comments is not None and comments[0].strip() and _has_records(content, comments.end()):
        return comments.end()
    opens = _OPENS.search(content, 0, MOST_LINES * LONGEST)
    if opens is None:
        return start
    before = content[: opens.start()]
    is_said = _LETTERS.search(before) and is_text(before, len(before)) and not _PAIR.search(before)
    return len(before) if is_said else 0


def _has_records(content: str, at: int) -> bool:
    """Return whether JSON that contains records, but is not one itself, begins at an offset."""
    declares = _DECLARES.search(content, at)
    return opening(content[at:]) > 0 or (declares is not None and declares.start() > at)


def _end(content: str, start: int, chosen: Notation[Any]) -> int:
    """Return where a record ends."""
    end = len(content)
    for _ in range(MOST_LINES):
        at = max(start, content.rfind("\n", 0, max(0, end - 1)) + 1)
        line = content[at:end]
        may_follow = not line.strip() or is_fence(line) or _may_follow(line, chosen)
        if at >= end or not may_follow:
            break
        end = at
    return end


def _may_follow(line: str, chosen: Notation[Any]) -> bool:
    """Return whether a line after a record may be prose; in JSON, a single word is enough."""
    if chosen.medium == "json" and _WORD.match(line) is not None and is_text(line):
        return True
    return not chosen.verbatim and _is_prose(line)


def _line(content: str, at: int) -> str:
    return content[at : content.find("\n", at) + 1 or len(content)]


def _empty_lines(text: str) -> str:
    return re.sub(r"[^\r\n]", "", text)


def _is_prose(line: str) -> bool:
    """Return whether a line is a sentence, or part of one: at least three words, or the end."""
    words = line.split()
    if not words or not is_text(line) or _DIGITS.search(line) or not _LETTERS.search(line):
        return False
    if words[0].endswith(":"):  # a key
        return False
    return (
        len(words) > 2 or words[-1].endswith(_ENDS) or (len(words) > 1 and line.rstrip()[-1] == ",")
    )
