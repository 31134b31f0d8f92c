"""Cards in lower case, other signs for suits, the joker or between names, and other tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..text.place import differences
from ..text.text import Text
from ..text.unusual import Unusual, in_original, table, usual
from .gibo.separated import separated

_OF_CARDS = re.compile(
    r"(?m)^[ \t|]*(?:(?:Hand|Kitty|Auction|Discard|Contract|Friend)\b|[0-9]{1,2}[a-z.)]{0,2}[\s,|]"
    r"|\(|\.|[♠♦♥♣♤♢♡♧]|[sdhc][akqjt2-9]\b|[SDHC]?[\U0001f0bf\U0001f0cf\U0001f0df])[^\r\n]*"
)
"""A line of a text that has cards, however they are written."""
_BEFORE, _BEHIND = r"(?<![^\s(,|])", r"(?![^\s,!*)|])"
_LOWER = re.compile(
    rf"{_BEFORE}(?:[sdhc][akqjt2-9]|[♠♦♥♣][akqjt]|jk[sdhc♠♦♥♣]?|(?:1[0-9]|20)[sdhcn]){_BEHIND}"
)
_UPPER = re.compile(rf"{_BEFORE}(?:[SDHC][AKQJT2-9]|[♠♦♥♣][AKQJT]|JK)")
_ANY = r'"(?:[^"\\]|\\.)*+"'
_STRING = re.compile(rf'"(?:title|players|text|name)"\s*+:\s*+(?:{_ANY}|\[[^\]]*+\])|{_ANY}')
"""A string, or what people are called and say."""
_LOWER_STRING = re.compile(r'"(?:[sdhc][akqjt2-9]!?|jk[sdhc]?|(?:1[0-9]|20)[sdhcn])"')
_UPPER_STRING = re.compile(r'"(?:[SDHC][AKQJT2-9]!?|JK[SDHC]?)"')
_CARD = "[\U0001f0bf\U0001f0cf\U0001f0df]\ufe0f?"
"""A joker among the playing cards of Unicode."""
_JOKER = re.compile(rf"{_CARD}|{_BEFORE}(?:Jk|jK|jOKER|JOKER)(?=[SDHC♠♦♥♣♤♢♡♧]?{_BEHIND})")
_JOKER_STRING = re.compile(rf'"({_CARD}|Jk|jK)[SDHC]?"')
_RIGHT_JOKER = re.compile(r"[☆★]|\bJK|\b[Jj]oker[SDHC]?\b")
_SUITS = dict(zip("♤♢♡♧", "♠♦♥♣", strict=True))
_SUIT = re.compile("([♠♦♥♣])[\ufe0e\ufe0f]+|[♤♢♡♧]")
"""A suit in outline, or with a variation selector, which makes it text or an emoji."""
_PLAIN_SUIT = re.compile("[♠♦♥♣](?![\ufe0e\ufe0f])")
_LEAST = 5
"""How many cards show that all are written alike."""


def in_text(content: str) -> Iterator[Unusual]:
    """Yield the unusual ways of writing that a text gibo uses throughout."""
    tables = [*table(content)]
    yield from tables
    yield from separated(content, [edit for each in tables for edit in each.edits])
    may_be_lower = _UPPER.search(content) is None
    may_have_suits = _SUIT.search(content) is not None
    if not (may_be_lower or may_have_suits or _JOKER.search(content)):
        return
    lines = [each.span() for each in _OF_CARDS.finditer(content)]
    suits = [*_suits(content, lines)] if may_have_suits else []
    yield from suits
    text = usual(Text(content), suits)
    content = text.content
    lines = [each.span() for each in _OF_CARDS.finditer(content)]
    some = list[Unusual]()
    if not any(_RIGHT_JOKER.search(content, *each) for each in lines):
        jokers = [one for each in lines for one in _JOKER.finditer(content, *each)]
        some += _jokers([each.span() for each in jokers], content, "☆")
    if may_be_lower:
        some += _in_upper_case([one for each in lines for one in _LOWER.finditer(content, *each)])
    yield from in_original(text, some)


def _suits(content: str, lines: Sequence[tuple[int, int]]) -> Iterator[Unusual]:
    """Yield the edits for suits that are always written in another way."""
    plain = {one[0] for each in lines for one in _PLAIN_SUIT.finditer(content, *each)}
    found = [one for each in lines for one in _SUIT.finditer(content, *each)]
    edits = [(*one.span(), one[1] or _SUITS[one[0]]) for one in found]
    edits = [each for each in edits if each[2] not in plain]
    if edits:
        written = " ".join(dict.fromkeys(content[at:end] for at, end, _ in edits))
        yield Unusual(f"suits are written {written}", edits)


def in_json(content: str) -> Iterator[Unusual]:
    """Yield the unusual ways of writing that a JSON text uses throughout."""
    may_be_lower = _UPPER_STRING.search(content) is None
    if not may_be_lower and _JOKER_STRING.search(content) is None:
        return
    strings = [*_STRING.finditer(content)]
    if may_be_lower:
        yield from _in_upper_case([each for each in strings if _LOWER_STRING.fullmatch(each[0])])
    if '"JK' not in content:
        jokers = (_JOKER_STRING.fullmatch(content, *each.span()) for each in strings)
        yield from _jokers([each.span(1) for each in jokers if each], content, "JK")


def _in_upper_case(words: Sequence[re.Match[str]]) -> Iterator[Unusual]:
    if len(words) >= _LEAST:
        edits = [
            one for each in words for one in differences(each[0], each[0].upper(), each.start())
        ]
        yield Unusual("the cards are in lower case", edits)


def _jokers(spans: Sequence[tuple[int, int]], content: str, right: str) -> Iterator[Unusual]:
    if spans:
        start, end = spans[0]
        edits = [(*each, right) for each in spans]
        yield Unusual(f"the joker is written {content[start:end]}", edits)
