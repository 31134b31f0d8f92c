"""Blocks that mark records in other text: code fences, tags like `<pre>`, lines quoted with `>`."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from msgspec import Struct

from ..text.unusual import Spans
from .detect import detect
from .source import HEAD

KindT = TypeVar("KindT")

_OPENS = re.compile(
    r"(?m)(?:^|(?<=\ufeff))[ \t]*+(?:(?P<fence>`{3,}+|~{3,}+)[^`\n]*+(?:\n|\Z)"
    r"|(?=(?P<tag><[!/a-zA-Z]))"
    r"|(?=(?P<quote>>(?!>))))"  # `>> 0:` begins a line of a log
)
_TAG = re.compile(r"<(?:!|/|(?P<name>[a-z][\w-]*+))[^<>\n]*+>(?:[ \t\r]*+\n)?+", re.IGNORECASE)
_NEXT_TAG = re.compile(r"(?:[^<>\n]*+|\s*+)(?=<)")
"""The text before another tag in a run of tags."""
_TAG_END = re.compile(r"</([a-zA-Z][\w-]*+)\s*+>")
_INNER_TAG = re.compile(r"\s*+<")
_AFTER = re.compile(r"(?:\s*+</[^<>\n]*+>)*+(?:[ \t\r]*+\n)?+")
"""The text that goes with the tag at the end of a block: other tags, and the end of the line."""
_QUOTED = re.compile(r"([ \t]*+>(?!>) ?)[^\n]*+(?:\n|\Z)")
_MARK = re.compile(r"(?m)^[ \t]*+(?:`{3,}+[^`\n]*+|~{3,}+[^`\n]*+)$|<[!/a-zA-Z][^<>\n]*+>")
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
_MOST_TAGS, _MOST_FAILED = 20, 100
"""The maximum number of tags before a record, and of tags that turn out not to enclose one."""


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
    return [] if before.strip() and _is_record(before) else list(_blocks(content, start))


def insides(content: str, depth: int = DEEPEST) -> Iterator[str]:
    """Yield the contents of the blocks in a text, and of blocks inside them."""
    for each in blocks(content) if depth else ():
        inside = each.content(content)
        yield inside
        yield from insides(inside, depth - 1)


def _first(content: str) -> int | None:
    """Return where a block begins after nothing but lines of prose, or None."""
    at, ends = 1 if content.startswith("\ufeff") else 0, _Ends(content)
    for _ in range(MOST_LINES):
        opens = _OPENS.match(content, at)
        if opens is not None and (not opens["tag"] or _tagged(ends, opens.end(), at)):
            return at
        end = content.find("\n", at) + 1
        if not end or not is_text(without_marks(content[at:end])):
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
    said = without_marks(line)
    has_words = _LETTERS.search(said) is not None or _DIGITS.search(said) is None
    return has_words and is_text(said)


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
    ends = _Ends(content)
    while opens := _OPENS.search(content, at):
        start = at = opens.start()
        if opens["quote"]:
            cuts = list[tuple[int, int, str]]()
            while line := _QUOTED.match(content, at):
                cuts.append((*line.span(1), ""))
                at = line.end()
            found = Block("quotation mark >", start, start, at, at, cuts)
        elif fence := opens["fence"]:
            end = _closing(fence).search(content, opens.end())
            last, at = end.span() if end else (len(content), len(content))
            found = Block("code fence", start, opens.end(), last, at)
        else:
            found = _tagged(ends, opens.end(), start)
            at = opens.end() + 1 if found is None else found.end
        if found is not None and found.content(content).strip():
            yield found


def _is_record(text: str) -> bool:
    return detect(text.encode("utf-8", "surrogateescape")) is not None


class _Ends:
    """The closing tags in a text, and whether there may be records before them."""

    def __init__(self, content: str) -> None:
        self.content = content
        self._starts = dict[str, list[int]]()
        self._failed = 0

    def after(self, at: int, name: str) -> int | None:
        """Return the offset of the next closing tag with this name."""
        if not self._starts:
            for each in _TAG_END.finditer(self.content):
                self._starts.setdefault(each[1].lower(), []).append(each.start())
        starts = self._starts.get(name, [])
        found = bisect_left(starts, at)
        return starts[found] if found < len(starts) else None

    def may_enclose(self, first: int, last: int) -> bool:
        """Return whether there seems to be a record between two tags."""
        if self._failed >= _MOST_FAILED:
            return False
        found = _is_record(self.content[first : min(last, first + HEAD)])
        self._failed += not found
        return found


def _tagged(ends: _Ends, at: int, start: int) -> Block | None:
    """Return the block that begins with a run of tags, if there is a record in the last of them.

    Anything in `<pre>` is a block.
    """
    content, is_pre = ends.content, False
    for _ in range(_MOST_TAGS):
        tag = _TAG.match(content, at)
        if tag is None:
            break
        name, first = (tag["name"] or "").lower(), tag.end()
        is_pre = name == "pre" or (is_pre and name == "code")
        if name and not _INNER_TAG.match(content, first):
            last = ends.after(first, name)
            if is_pre and last is None:
                return Block("<pre> tag", start, first, len(content), len(content))
            if last is not None and (is_pre or ends.may_enclose(first, last)):
                after = _AFTER.match(content, content.index(">", last) + 1)
                assert after is not None
                what = "<pre> tag" if is_pre else f"<{name}> tag"
                return Block(what, start, first, last, after.end())
        between = _NEXT_TAG.match(content, first)
        if between is None:
            break
        at = between.end()
    return None


def _closing(fence: str) -> re.Pattern[str]:
    """Return a pattern of the line that closes a block of code: as long as the fence, or longer."""
    return re.compile(rf"(?m)^[ \t]*+{fence}{fence[0]}*+[ \t\r]*+(?:\n|\Z)")
