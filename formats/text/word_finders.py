"""Finds the words of a text by patterns, for the vocabularies of notations.

The text may be damaged, so that it is not parsed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from .vocabulary import Kind, Run, Span

_COMMENT = re.compile(r"(?:^|(?<=[ \t]))#[^\r\n]*", re.MULTILINE)
_LINE_OF_COMMENT = re.compile(r"^(?:(?:>>|<<)[ \t]*[0-9]{1,3}:[ \t]?)?#[^\r\n]*", re.MULTILINE)


def without_comments(content: str, whole_lines: bool = False) -> str:
    """The text with blanks for its comments, which stand in `whole_lines`, or behind a blank.

    >>> without_comments("a  # b") == "a     ", without_comments("a  # b", whole_lines=True)
    (True, 'a  # b')
    """
    if "#" not in content:
        return content
    pattern = _LINE_OF_COMMENT if whole_lines else _COMMENT
    return pattern.sub(lambda found: " " * len(found[0]), content)


# Values under keys, as in JSON and YAML

_VALUE = re.compile(
    r"""
      (?P<quote>["'])(?P<string>(?:\\.|(?!(?P=quote))[^\\\n])*)(?P=quote)(?P<colon>\s*:)?
    | (?P<key>[A-Za-z_][\w-]*)(?=\s*:)
    | (?P<number>-?[0-9]+(?:\.[0-9]+)?)
    | (?P<bracket>[\[\]{}])
    """,
    re.VERBOSE,
)


def under_keys(kinds: Mapping[str, Sequence[Kind]]) -> Callable[[str], Iterator[Run]]:
    """Finds the values that stand under some keys, in JSON or YAML.

    A value is of the first kind that has such a word, or else of the first one.

    >>> find = under_keys({"lead": [Kind(("0", "1"))]})
    >>> [run.spans for run in find('{"lead": 1, "title": "0"}')]
    [((9, 10),)]
    """

    def find(content: str) -> Iterator[Run]:
        here: Sequence[Kind] = ()
        kind, spans, at, group = None, list[Span](), -1, ""
        for match in _VALUE.finditer(content):
            if match["colon"] or match["key"] or match["bracket"]:
                if kind is not None:
                    yield Run(kind, tuple(spans), group)
                elif here and at >= 0 and match["bracket"] not in ("[", "{"):
                    yield Run(here[0], group=group, at=at, quotes=_quotes(here[0]))
                opens = match["bracket"] in (None, "[")
                kind, spans, at = None, [], match.end() if opens else -1
                if not match["bracket"]:
                    group = match["key"] or match["string"]
                    here = kinds.get(group, ())
                    at += content.startswith(" ", at) + content.startswith(": ", at) * 2
                continue
            if not here:
                continue
            value = "number" if match["number"] else "string"
            found = _kind_of(match[value], here)
            if kind is not None and (found is not kind or kind.letters):
                yield Run(kind, tuple(spans), group)
                spans = []
            kind = found
            spans += words_of(kind, content, match.span(value))
        if kind is not None:
            yield Run(kind, tuple(spans), group)

    return find


def _quotes(kind: Kind) -> str:
    """The quotes around the words of a kind in JSON: none around numbers."""
    return '"' if kind.words and not all(map(_is_number, kind.words)) else ""


def _is_number(word: str) -> bool:
    return word.lstrip("-").isdecimal()


def _kind_of(word: str, kinds: Sequence[Kind]) -> Kind:
    """The kind of a word: one that has it, or could have it, or else the first."""
    known = (kind for kind in kinds if word in kind.words)
    free = (kind for kind in kinds if not kind.words and _is_number(word))
    return next(known, next(free, kinds[0]))


def words_of(kind: Kind, content: str, span: Span) -> Iterator[Span]:
    """The spans of the words of a kind within a span."""
    start, end = span
    if kind.letters:
        yield from ((at, at + 1) for at in range(start, end) if not content[at].isspace())
    elif start < end:
        yield start, end


# Lines of a text


class LineWords(Struct, frozen=True):
    """Words of one kind on some lines.

    Lines are those that `line` matches from their start; the words are what `word` finds in its
    group `words`. There are always `size` of them, unless that is 0.
    """

    line: re.Pattern[str]
    kind: Kind
    word: re.Pattern[str]
    size: int

    @property
    def group(self) -> str:
        """What distinguishes these words from others, also on the same lines."""
        return f"{self.line.pattern} {self.word.pattern}"


def line_words(line: str, kind: Kind, word: str = r"\S+", size: int = 0) -> LineWords:
    """Words on the lines that match a pattern."""
    return LineWords(re.compile(rf"^{line}", re.MULTILINE), kind, re.compile(word), size)


def on_lines(patterns: Sequence[LineWords]) -> Callable[[str], Iterator[Run]]:
    """Finds the words on the lines of a text.

    >>> find = on_lines([line_words("Dealer: (?P<words>.*)", Kind(("P0", "P1")))])
    >>> [run.spans for run in find("Dealer: P1")]
    [((8, 10),)]
    """

    def find(content: str) -> Iterator[Run]:
        for pattern in patterns:
            for match in pattern.line.finditer(content):
                span = match.span("words")
                spans = [each.span() for each in pattern.word.finditer(content, *span)]
                if pattern.kind.letters:
                    for each in spans:
                        words = tuple(words_of(pattern.kind, content, each))
                        yield Run(pattern.kind, words, pattern.group)
                else:
                    group, size = pattern.group, pattern.size
                    yield Run(pattern.kind, tuple(spans), group, at=span[1], size=size)

    return find


_LINE = re.compile(r"^[ \t]*(\S[^\r\n]*)$", re.MULTILINE)


def whole_lines(content: str) -> Run:
    """The lines of a text, each as one word."""
    words = tuple(match.span(1) for match in _LINE.finditer(content))
    return Run(Kind(replaceable=False), words, "lines")


# Rounds


def lines_from(start: str, behind: bool = False) -> Callable[[str], list[Span]]:
    r"""Finds rounds that begin with what matches a pattern at the start of a line, or `behind` it.

    >>> text = "Title: x\nDeal: 1\nDeal: 2\n"
    >>> lines_from("Deal:")(text), lines_from("Deal:.*", behind=True)(text), lines_from("Deal:")("")
    ([(9, 17), (17, 25)], [(16, 17), (24, 25)], [])
    """
    pattern = re.compile(rf"^{start}", re.MULTILINE)

    def find(content: str) -> list[Span]:
        found = list(pattern.finditer(content))
        starts = [match.end() if behind else match.start() for match in found]
        ends = [*(match.start() for match in found), len(content)][1:]
        return list(zip(starts, ends, strict=True))

    return find


_BRACKETS = re.compile(r'"(?:\\.|[^"\\\n])*"|[\[\]{}]')


def items_of(key: str) -> Callable[[str], list[Span]]:
    """Finds the items of the array under a key of JSON.

    >>> items_of("rounds")('{"rounds": [{"a": 1}, {"a": 2}]}')
    [(12, 20), (22, 30)]
    """
    opening = re.compile(rf'"{key}"\s*:\s*\[')

    def find(content: str) -> list[Span]:
        match = opening.search(content)
        return [] if match is None else list(_bracketed(content, match.end()))

    return find


def members_of(key: str) -> Callable[[str], list[Span]]:
    """Finds the objects under a key that JSON repeats, with the key.

    >>> members_of("round")('{"round": {"a": 1}, "round": {"a": 2}}')
    [(1, 18), (20, 37)]
    """
    opening = re.compile(rf'"{key}"\s*:\s*(?={{)')

    def find(content: str) -> list[Span]:
        return [
            (match.start(), next(_bracketed(content, match.end()), match.span())[1])
            for match in opening.finditer(content)
        ]

    return find


def _bracketed(content: str, start: int) -> Iterator[Span]:
    """The spans of the objects and arrays from here on, up to a bracket that closes more."""
    depth, begins = 0, start
    for match in _BRACKETS.finditer(content, start):
        if match[0] in ("{", "["):
            begins = begins if depth else match.start()
            depth += 1
        elif match[0] in ("}", "]"):
            depth -= 1
            if depth == 0:
                yield begins, match.end()
            elif depth < 0:
                return
