"""Blocks that mark records in other text: code fences, `<pre>`, and lines quoted with `>`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from msgspec import Struct

from ..text.unusual import Spans
from .detect import detect

KindT = TypeVar("KindT")

_OPENS = re.compile(
    r"(?m)(?:^|(?<=\ufeff))[ \t]*+(?:(?P<fence>`{3,}+|~{3,}+)[^`\n]*+(?:\n|\Z)"
    r"|(?P<pre><pre\b[^>\n]*+>(?:<code\b[^>\n]*+>)?+(?:[ \t\r]*+\n)?+)"
    r"|(?=(?P<quote>>(?!>))))"  # `>> 0:` begins a line of a log
)
_CLOSES_PRE = re.compile(r"(?:</code>)?</pre>[^\n]*+(?:\n|\Z)")
_QUOTED = re.compile(r"([ \t]*+>(?!>) ?)[^\n]*+(?:\n|\Z)")
_MARK = re.compile(
    r"(?m)^[ \t]*+(?:`{3,}+[^`\n]*+|~{3,}+[^`\n]*+)$|<pre\b[^>\n]*+>(?:<code\b[^>\n]*+>)?+"
    r"|(?:</code>)?</pre>"
)
_FENCE = re.compile(r"[ \t]*+(?:`{3,}+|~{3,}+)[ \t]*+[\w+-]*+\s*+")
_SIGNS = ".,!?;:'’\"“”()&@…–—。、！？：；「」（）\u200d\ufe0f\U0001f300-\U0001faff-"
"""Punctuation and emoji."""
_LETTERS = re.compile(r"[^\W\d_]{2}")
_DIGITS = re.compile(r"\d")
_TEXT = re.compile(rf"[\w\s{_SIGNS}]*+")
MOST_LINES, LONGEST = 50, 1000
"""The maximum number of lines around a record, and the maximum length of each."""
DEEPEST = 3
"""The maximum number of blocks inside each other."""


class Block(Struct, frozen=True):
    """A block from `start` to `end`: its content is from `first` to `last`, without the `cuts`."""

    what: str
    start: int
    first: int
    last: int
    end: int
    cuts: Spans = ()

    def content(self, text: str) -> str:
        """Return the content of the block."""
        parts, at = list[str](), self.first
        for start, end, _ in self.cuts:
            parts.append(text[at:start])
            at = end
        return "".join([*parts, text[at : self.last]])


class Divided(Struct, Generic[KindT], frozen=True):
    """A part of a text: a record of a kind, or a block that is not a record."""

    start: int
    end: int
    kind: KindT | None
    is_block: bool


def blocks(content: str) -> list[Block]:
    r"""Return the blocks in a text that begins with one, perhaps after a few lines of prose.

    Anything else may be in a record, such as a quotation in a log.

    >>> [each.content("Look:\n> {\n> }\n") for each in blocks("Look:\n> {\n> }\n")]
    ['{\n}\n']
    """
    start = _first(content)
    if start is None:
        return []
    before = content[:start]
    is_record = before.strip() and detect(before.encode("utf-8", "surrogateescape"))
    return [] if is_record else list(_blocks(content, start))


def insides(content: str, depth: int = DEEPEST) -> Iterator[str]:
    """Yield the contents of the blocks in a text, and of blocks inside them."""
    for each in blocks(content) if depth else ():
        inside = each.content(content)
        yield inside
        yield from insides(inside, depth - 1)


def _first(content: str) -> int | None:
    """Return where a block begins after nothing but lines of prose, or None."""
    at = 1 if content.startswith("\ufeff") else 0
    for _ in range(MOST_LINES):
        if _OPENS.match(content, at):
            return at
        end = content.find("\n", at) + 1
        if not end or not is_text(content[at:end]):
            break
        at = end
    return None


def divided(content: str, recognise: Callable[[str], KindT | None]) -> list[Divided[KindT]]:
    """Divide a text with blocks into its records, each with the prose before it.

    `recognise` returns what kind of record a text is, or None. Prose at the end is part of the last
    record.
    """
    found, at = list[Divided[KindT]](), 0
    for each in blocks(content):
        before = _between(content, at, each.start, recognise)
        kind = recognise(each.content(content))
        at = at if before is None and kind is not None else each.start
        found += [] if before is None else [before]
        found.append(Divided(at, each.end, kind, True))
        at = each.end
    rest = _between(content, at, len(content), recognise)
    if rest is not None:
        found.append(rest)
    elif found and found[-1].kind is not None:
        found[-1] = Divided(found[-1].start, len(content), found[-1].kind, True)
    return found


def _between(
    content: str, start: int, end: int, recognise: Callable[[str], KindT | None]
) -> Divided[KindT] | None:
    """Return a part between blocks, or None if it is only prose."""
    text = content[start:end].removeprefix("\ufeff")
    lines = text.splitlines()
    kind = recognise(text) if text.strip() else None
    if kind is None and len(lines) <= MOST_LINES and all(map(_is_said, lines)):
        return None
    start += len(text) - len(text.lstrip()) if kind is None else 0
    return Divided(start, end, kind, False)


def _is_said(line: str) -> bool:
    """Return whether a line is text with words, or without digits."""
    has_words = _LETTERS.search(line) is not None or _DIGITS.search(line) is None
    return has_words and is_text(line)


def is_fence(line: str) -> bool:
    """Return whether a line begins or ends a block of code in Markdown."""
    return _FENCE.fullmatch(line) is not None


def without_marks(text: str) -> str:
    """Return a text without code fences and tags."""
    return _MARK.sub("", text)


def is_text(text: str, longest: int = LONGEST) -> bool:
    """Return whether a line is empty, or may be something that a person says."""
    return len(text) <= longest and _TEXT.fullmatch(text) is not None


def _blocks(content: str, at: int) -> Iterator[Block]:
    while opens := _OPENS.search(content, at):
        start = at = opens.start()
        if opens["quote"]:
            cuts = list[tuple[int, int, str]]()
            while line := _QUOTED.match(content, at):
                cuts.append((*line.span(1), ""))
                at = line.end()
            found = Block("quotation mark >", start, start, at, at, cuts)
        else:
            closes, what = _CLOSES_PRE, "<pre> tag"
            if fence := opens["fence"]:
                closes, what = _closing(fence), "code fence"
            end = closes.search(content, opens.end())
            last, at = end.span() if end else (len(content), len(content))
            found = Block(what, start, opens.end(), last, at)
        if found.content(content).strip():
            yield found


def _closing(fence: str) -> re.Pattern[str]:
    """Return a pattern of the line that closes a block of code: as long as the fence, or longer."""
    return re.compile(rf"(?m)^[ \t]*+{fence}{fence[0]}*+[ \t\r]*+(?:\n|\Z)")
