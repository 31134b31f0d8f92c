"""The words of a text in any notation, and the lists that contain them.

Words are found by their separators, not by parsing, as the text may be damaged. The `kind` of a
word shows its purpose: in JSON and YAML it is the key of the value, in other texts it is the first
word of the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import TypeAlias
from unicodedata import category

from msgspec import Struct

Span: TypeAlias = tuple[int, int]
"""Offsets into a text: the first character, and the end."""


class Change(Struct, frozen=True):
    """The replacement for a span of a text."""

    start: int
    end: int
    text: str


class Row(Struct, frozen=True):
    """Neighbouring words: a list, a trick, the words of a line.

    `kinds` gives the kind of each word. `at`: the offset for inserting a word in an empty row.
    """

    kind: str
    spans: tuple[Span, ...] = ()
    kinds: tuple[str, ...] = ()
    at: int = 0

    @property
    def span(self) -> Span:
        """The span from the first word to the last."""
        return (self.spans[0][0], self.spans[-1][1]) if self.spans else (self.at, self.at)


class Words:
    """The words of a text in `rows`, and its `lists` of larger items.

    The items are lines, parts between commas, and lists inside a list.
    """

    def __init__(self, content: str, medium: str) -> None:
        self.content = content
        self.medium = medium
        bare = without_comments(content, medium)
        self.rows = list(_of_lines(bare) if medium == "text" else _under_keys(bare))
        self.lists = [
            *_in_lists(bare, medium),
            *([] if medium == "json" else [tuple(each.span(1) for each in _LINE.finditer(bare))]),
        ]

    def without(self, cut: Sequence[Change]) -> Words:
        """Remove the words in the parts that are cut from the text, and return the rest."""

        def kept(span: Span) -> bool:
            return not any(each.start <= span[0] and span[1] <= each.end for each in cut)

        if cut:
            self.rows = [each for each in self.rows if kept(each.span)]
            self.lists = [tuple(filter(kept, each)) for each in self.lists]
        return self

    def word(self, span: Span) -> str:
        """Return the word at a span."""
        return self.content[span[0] : span[1]]

    @cached_property
    def by_kind(self) -> dict[str, list[Span]]:
        """The places of the words of each kind, in text order."""
        found: dict[str, list[Span]] = {}
        for row in self.rows:
            for kind, span in zip(row.kinds, row.spans, strict=True):
                found.setdefault(kind, []).append(span)
        return {kind: sorted(spans) for kind, spans in found.items()}


_COMMENT = re.compile(r"(?:^|(?<=[ \t]))#[^\r\n]*", re.MULTILINE)
_LINE_OF_COMMENT = re.compile(r"^(?:(?:>>|<<)[ \t]*[0-9]{1,3}:[ \t]?)?#[^\r\n]*", re.MULTILINE)


def without_comments(content: str, medium: str) -> str:
    """Return the text with its comments replaced by spaces.

    >>> without_comments("a  # b", "yaml") == "a     ", without_comments("a  # b", "text")
    (True, 'a  # b')
    """
    if medium == "json" or "#" not in content:
        return content
    pattern = _COMMENT if medium == "yaml" else _LINE_OF_COMMENT
    return pattern.sub(lambda found: " " * len(found[0]), content)


def _row(place: str, content: str, spans: Sequence[Span], at: int = 0) -> Row:
    kinds = [_kind(place, content[start:end]) for start, end in spans]
    return Row(place, tuple(spans), tuple(kinds), at)


def _kind(place: str, word: str) -> str:
    """Return the kind of a word; numbers and series of letters are separate kinds."""
    if _SERIES.fullmatch(word):
        return f"{place} series"
    return f"{place} number" if _NUMBER.fullmatch(word) else place


_SERIES = re.compile(r"[\"']?[^\Wa-z]{7,}[\"']?")
"""A series of pieces: a hand or the plays of a round."""

_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]*)?")


# Lines of a text

_LINE = re.compile(r"^[ \t]*+(\S(?:[^\r\n]*[^ \t\r\n])?)[ \t]*+$", re.MULTILINE)
_TO = re.compile(r"[^\s:(]+(?:[ \t]+[^\s:(]+)?[ \t]*:(?=\s|$)")
_HEAD = re.compile(r"[ \t]*([A-Za-z_]+|=)(?![^\s])")
_WORD = re.compile(
    r"""
      \([^\W\d]+\)
    | (?: (?<![^\s\[,(:]) - (?=[0-9]) )?
      (?: [^\s!-/:-@\[-`{-~] | [?_] | (?<=[a-z])-(?=[a-z]) | (?<=[0-9])\.(?=\s) )+
    """,
    re.VERBOSE,
)


def _of_lines(content: str) -> Iterator[Row]:
    """Yield the words of each line; the words before a colon are a row of their own."""
    for line in _LINE.finditer(content):
        start, end = line.span(1)
        head = ""
        prefix = _TO.match(content, start, end)
        if prefix is not None:
            before = [found.span() for found in _WORD.finditer(content, start, prefix.end())]
            if before and content[start].isalpha():
                head = content[before[0][0] : before[0][1]]
                del before[0]
            yield _row(f"{head}:", content, before, prefix.end() - 1)
            start = prefix.end()
        found = _HEAD.match(content, start, end)
        if found is not None and not head:
            head, start = found[1], found.end()
        spans = [found.span() for found in _WORD.finditer(content, start, end)]
        yield _row(head, content, spans, line.end(1))


def split(row: str, medium: str) -> list[str]:
    """Return the words in a row's text.

    >>> split("(♠A  ♥T*", "text"), split('"SA", 1', "json")
    (['♠A', '♥T'], ['"SA"', '1'])
    """
    pattern = _WORD if medium == "text" else _VALUE
    return [found[0] for found in pattern.finditer(row)]


def shape(word: str) -> tuple[str, ...]:
    """Return the categories of the letters of a word, without repetitions if it is long.

    >>> shape("♠A"), shape("pass"), shape("-180")
    (('So', 'Lu'), ('Ll',), ('Nd',))
    """
    if _NUMBER.fullmatch(word) and not 1 < len(word) < SHORT:
        return ("Nd",)
    kinds = [*map(category, word)]
    if len(word) > SHORT or kinds[-1] == "Ll":
        return tuple(kind for kind, _ in groupby(kinds))
    return tuple(kinds)


SHORT = 4

# JSON and YAML

_VALUE = re.compile(r'"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|-?[0-9]+(?:\.[0-9]+)?|\w+')

_TOKEN = re.compile(
    r"""
      (?P<string>(?<!\\)"(?:\\.|[^"\\\n])*+"|'[^'\n]*')(?P<colon>\s*+:)?
    | (?P<key>(?<![\w-])[A-Za-z_][\w-]*+)\s*+:
    | (?P<plain>-?[0-9]+(?:\.[0-9]+)?|null|true|false)
    | (?P<open>[\[{])
    | (?P<close>[\]}])
    | (?P<comma>,)
    """,
    re.VERBOSE,
)


def _under_keys(content: str) -> Iterator[Row]:
    """Yield each key's values; the values in a list form one row."""
    key, waits = "", -1
    spans: list[Span] = []
    for found in _TOKEN.finditer(content):
        if found["string"] and not found["colon"]:
            spans.append(found.span("string"))
        elif found["plain"]:
            spans.append(found.span("plain"))
        else:
            if spans and not found["comma"]:
                yield _row(key, content, spans)
                spans = []
            if waits >= 0 and not found["open"]:
                yield Row(key, at=waits)
            if found["key"] or found["colon"]:
                # The number at the end of a key does not affect the kind.
                key = (found["key"] or found["string"][1:-1]).rstrip("0123456789")
            waits = -1 if found["close"] or found["comma"] else found.end()
            continue
        waits = -1
    if spans:
        yield _row(key, content, spans)


# Lists of larger items

_ITEM = re.compile(r"[^\s,](?:[^,\r\n]*[^,\r\n \t])?")
BRACKET = re.compile(r'(?<!\\)"(?:\\.|[^"\\\n])*"|\[[^\[\]{}]*\]|[\[\]{}]')


def _in_lists(content: str, medium: str) -> Iterator[tuple[Span, ...]]:
    """Yield the parts between the commas of each line, or the lists in each list."""
    if medium == "text":
        for line in _LINE.finditer(content):
            if "," in line[1]:
                prefix = _TO.match(content, *line.span(1))
                start = line.start(1) if prefix is None else prefix.end()
                yield tuple(found.span() for found in _ITEM.finditer(content, start, line.end(1)))
        return
    items: list[Span] = []
    for found in BRACKET.finditer(content):
        if len(found[0]) > 1 and found[0][0] == "[":
            items.append(found.span())
        elif found[0] in ("[", "]", "{", "}"):
            if found[0] == "]" and items:
                yield tuple(items)
            items = []
