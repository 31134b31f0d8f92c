"""The words of a text: which there are, and what else could stand in their places.

A search for what was meant changes one word at a time. It needs to know no more of a notation than
this. Words are found by patterns, not by parsing, for the text may be damaged.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

Span: TypeAlias = tuple[int, int]
"""Two offsets into a text: of its first character, and behind its last."""


def _itself(word: str) -> str:
    return word


class Kind(Struct, frozen=True):
    """A kind of word: a card, a piece, a player.

    `words` are all that may stand there; a number may be any if there are none. Words of a `pile`
    belong to one deck. `key` gives the card of a word that has marks besides. Each character of a
    kind with `letters` is a word of its own. The order of words means nothing if it is `unordered`,
    as in a hand; then `words` stand in the order in which hands are sorted. If it is not
    `replaceable`, its words are too different for one to be taken for another.
    """

    words: tuple[str, ...] = ()
    pile: str | None = None
    key: Callable[[str], str] = _itself
    letters: bool = False
    unordered: bool = False
    replaceable: bool = True


class Run(Struct, frozen=True):
    """Words of one kind that follow one another: a hand, a trick, a string of digits.

    Runs of one `group` are alike: they stand under the same key, or on such lines. Where there are
    no words, one would stand `at` an offset, in `quotes` or not. `size` is how many words there
    always are, 0 if that is not so.
    """

    kind: Kind
    spans: tuple[Span, ...] = ()
    group: str = ""
    at: int = 0
    quotes: str = ""
    size: int = 0

    @property
    def span(self) -> Span:
        """From its first word to its last."""
        return (self.spans[0][0], self.spans[-1][1]) if self.spans else (self.at, self.at)


class Mark(Struct, frozen=True):
    """A mark that may stand at several sites of a text, such as the one of who wins a trick.

    `sites` are the spans where it stands; those of sites without it are empty.
    """

    text: str
    sites: tuple[Span, ...]

    @property
    def span(self) -> Span:
        """From its first site to its last."""
        return self.sites[0][0], self.sites[-1][1]


Deck: TypeAlias = Mapping[str, int]
"""How often there is each card or piece."""


class Vocabulary(Struct, frozen=True, kw_only=True):
    """The words of a notation.

    `runs` and `marks` find them in a text, `rounds` the spans of its rounds. If `separable`, some
    of these can be left out, and it is still a text of the notation. A pile is `drawn` from another
    one, if there is any of that in the text, or holds cards of a deck (`decks`). About `pace`
    characters are read in a millisecond.
    """

    runs: Callable[[str], Iterable[Run]]
    marks: Callable[[str], Iterable[Mark]] = lambda content: ()
    rounds: Callable[[str], list[Span]] = lambda content: []
    separable: bool = True
    pace: int
    decks: Mapping[str, Deck] = {}
    drawn: Mapping[str, str] = {}

    def deck(self, pile: str, piles: Mapping[str, Counter[str]]) -> Deck:
        """What a pile may hold, given what stands in all `piles` of a round.

        Where nearly all that was dealt is played, too, the deal is held against the play.
        """
        source = self.drawn.get(pile)
        if source is not None and piles.get(source):
            return piles[source]
        for drawn in (name for name, source in self.drawn.items() if source == pile):
            if abs(piles.get(drawn, Counter()).total() - piles[pile].total()) <= 1:
                return piles[drawn]
        return self.decks.get(pile, {})


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
                        yield Run(pattern.kind, words, pattern.line.pattern)
                else:
                    group, size = pattern.line.pattern, pattern.size
                    yield Run(pattern.kind, tuple(spans), group, at=span[1], size=size)

    return find


_LINE = re.compile(r"^[ \t]*(\S[^\r\n]*)$", re.MULTILINE)


def whole_lines(content: str) -> Run:
    """The lines of a text, each as one word."""
    words = tuple(match.span(1) for match in _LINE.finditer(content))
    return Run(Kind(replaceable=False), words, "lines")


# Rounds


def lines_from(start: str) -> Callable[[str], list[Span]]:
    r"""Finds rounds that each begin with what matches a pattern, at the start of a line.

    >>> lines_from("Deal:")("Title: x\nDeal: 1\nDeal: 2\n")
    [(9, 17), (17, 25)]
    """
    pattern = re.compile(rf"^{start}", re.MULTILINE)

    def find(content: str) -> list[Span]:
        starts = [match.start() for match in pattern.finditer(content)]
        return list(zip(starts, [*starts[1:], len(content)], strict=True))

    return find


def lines_after(start: str) -> Callable[[str], list[Span]]:
    r"""Finds rounds that each stand behind what matches a pattern, at the start of a line.

    >>> lines_after("Deal:.*")("Title: x\nDeal: 1\nKitty\nDeal: 2\n")
    [(16, 23), (30, 31)]
    """
    pattern = re.compile(rf"^{start}", re.MULTILINE)

    def find(content: str) -> list[Span]:
        found = list(pattern.finditer(content))
        ends = [*(match.start() for match in found[1:]), len(content)]
        return [(match.end(), end) for match, end in zip(found, ends, strict=True)]

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
