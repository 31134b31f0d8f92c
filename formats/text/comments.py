"""The comments of a text, whether its records hold them as annotations or not."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from ...findings import IGNORE, Edit
from .place import edit
from .text import Text

MARK = "#"

_OF_YAML = re.compile("#[^\r\n\x85\u2028\u2029]*")
_LIKE_YAML = re.compile("(?:^|(?<=[ \t]))(#[^\r\n\x85\u2028\u2029]*)", re.MULTILINE)
_OF_TEXT = re.compile(r"[ \t]*(?:(?:>>|<<)[ \t]*[0-9]{1,3}:[ \t]?)?(?=#)")
"""The mark of a line in a protocol log, which may precede a comment."""


def comments(content: str, medium: str) -> list[str]:
    """Return the comments in the readable part of a text, each from `#` to the end of its line.

    JSON has none. In plain text, a comment is a whole line, though a notation may give it a
    meaning.

    >>> comments('a: "#1"  # one', "yaml"), comments("# two", "text"), comments('["#"]', "json")
    (['# one'], ['# two'], [])
    """
    if medium == "json" or MARK not in content:
        return []
    if medium == "yaml":
        return [content[start:end].rstrip() for start, end in spans_in_yaml(content)]
    return [line.strip() for line in content.splitlines() if _OF_TEXT.match(line)]


def spans_in_yaml(content: str) -> Iterator[tuple[int, int]]:
    """Yield the places of YAML comments: everything between tokens except whitespace.

    After the first error in the text, anything that looks like a comment counts as one.
    """
    import yaml

    end, loader = 0, getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    tokens: Iterator[Any] = yaml.scan(content, loader)
    try:
        for token in tokens:
            for found in _OF_YAML.finditer(content, end, token.start_mark.index):
                yield found.span()
            end = max(end, token.end_mark.index)
    except yaml.YAMLError:
        yield from (found.span(1) for found in _LIKE_YAML.finditer(content, end))


# Comments that ignore findings: `# kifu: ignore G505, F201 -- as in the source`

_OPENS = re.compile(rf"{MARK}?\s*+[Kk]ifu:\s*+{IGNORE}(?![\w-])\s*+")
_REASON = "--"
_RULE = re.compile(r"[^\s,]++")
_LINES = re.compile(rf"^[ \t]*+({MARK}[^\r\n]*+)", re.MULTILINE)


def names(line: str) -> tuple[str, ...] | None:
    """Return the rules that a line of a comment ignores, or None if it is an ordinary comment.

    >>> names("# kifu: ignore G505, F201 -- a slip"), names("# kifu: ignored")
    (('G505', 'F201'), None)
    """
    parts = _parts(line)
    return None if parts is None else tuple(_RULE.findall(parts[1]))


def keeping(line: str, kept: Sequence[str]) -> str:
    """Return a line that ignores only these rules.

    >>> keeping("# kifu: ignore G505, G401 -- a slip", ["G401"])
    '# kifu: ignore G401 -- a slip'
    """
    parts = _parts(line)
    assert parts is not None
    return f"{parts[0]}{', '.join(kept)}{parts[2]}"


def has_reason(line: str) -> bool:
    """Return whether a line that ignores findings also says why.

    >>> has_reason("# kifu: ignore G505 -- a slip"), has_reason("# kifu: ignore G505")
    (True, False)
    """
    parts = _parts(line)
    return parts is not None and bool(parts[2].strip(" \t-"))


def _parts(line: str) -> tuple[str, str, str] | None:
    """Return a line in three parts: up to the names of rules, the names, and the reason."""
    found = _OPENS.match(line)
    if found is None:
        return None
    said, dashes, why = line[found.end() :].partition(_REASON)
    listed = said.rstrip()
    return found[0], listed, f"{said[len(listed) :]}{dashes}{why}"


class LineComment(Struct, frozen=True):
    """A comment from `start` to `end` of a text that ignores findings on the line `about`.

    That is its own line or, if the comment is alone on its line, the next line that is neither
    empty nor a comment; None if there is no such line.
    """

    names: tuple[str, ...]
    start: int
    end: int
    about: int | None
    is_alone: bool

    def without(self, text: Text, kept: Sequence[str]) -> Edit:
        """Return the edit that leaves it only these rules to ignore, or else removes it."""
        content = text.content
        if kept:
            return edit(text, self.start, self.end, keeping(content[self.start : self.end], kept))
        left, right = text.line_at(self.start)
        if self.is_alone:
            return edit(text, left, right, "")
        before = content[left : self.start].rstrip()
        return edit(text, left + len(before), self.end, "")


def line_comments(text: Text, is_yaml: bool) -> Iterator[LineComment]:
    """Yield the comments of a text that ignore findings.

    In YAML, a comment may also follow something on its line.
    """
    content, starts = text.content, text.starts()
    if is_yaml:
        spans = spans_in_yaml(content)
    else:
        spans = (found.span(1) for found in _LINES.finditer(content))
    following = 0
    for start, end in spans:
        end -= len(content[start:end]) - len(content[start:end].rstrip())
        named = names(content[start:end])
        if named is None:
            continue
        index = bisect_right(starts, start) - 1
        is_alone = not content[starts[index] : start].strip()
        if is_alone and following <= index:
            following = index + 1
            while following < len(starts) and _is_aside(text, following):
                following += 1
        about = following if is_alone else index
        line = text.first_line + about if about < len(starts) else None
        yield LineComment(named, start, end, line, is_alone)


def _is_aside(text: Text, index: int) -> bool:
    """Return whether a line is empty or a comment."""
    line = text.content[slice(*text.line_at(text.starts()[index]))].strip()
    return not line or line.startswith(MARK)
