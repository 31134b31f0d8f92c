"""Lower-case cards, other signs for the joker or between names, and tables with other signs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..text.unusual import Unusual, table
from .gibo.separated import separated

_OF_CARDS = re.compile(
    r"(?m)^[ \t|]*(?:(?:Hand|Kitty|Auction|Discard|Contract|Friend)\b|[0-9]{1,2}[a-z.)]{0,2}[\s,|]"
    r"|\(|\.|[♠♦♥♣]|[sdhc][akqjt2-9]\b|[SDHC]?[\U0001f0bf\U0001f0cf\U0001f0df])[^\r\n]*"
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
_JOKER = re.compile("[\U0001f0bf\U0001f0cf\U0001f0df]\ufe0f?")
"""The jokers among the playing cards of Unicode."""
_JOKER_STRING = re.compile(rf'"{_JOKER.pattern}[SDHC]?"')
_LEAST = 5
"""How many cards show that all are written alike."""


def in_text(content: str) -> Iterator[Unusual]:
    """Yield the unusual ways of writing that a text gibo uses throughout."""
    tables = [*table(content)]
    yield from tables
    yield from separated(content, [edit for each in tables for edit in each.edits])
    may_be_lower = _UPPER.search(content) is None
    if not may_be_lower and _JOKER.search(content) is None:
        return
    lines = [each.span() for each in _OF_CARDS.finditer(content)]
    if may_be_lower:
        yield from _in_upper_case(
            [one for each in lines for one in _LOWER.finditer(content, *each)]
        )
    yield from _jokers([one for each in lines for one in _JOKER.finditer(content, *each)], "☆")


def in_json(content: str) -> Iterator[Unusual]:
    """Yield the unusual ways of writing that a JSON text uses throughout."""
    may_be_lower = _UPPER_STRING.search(content) is None
    if not may_be_lower and _JOKER.search(content) is None:
        return
    strings = [*_STRING.finditer(content)]
    if may_be_lower:
        yield from _in_upper_case([each for each in strings if _LOWER_STRING.fullmatch(each[0])])
    jokers = (each.span() for each in strings if _JOKER_STRING.fullmatch(each[0]))
    yield from _jokers([one for each in jokers for one in _JOKER.finditer(content, *each)], "JK")


def _in_upper_case(words: Sequence[re.Match[str]]) -> Iterator[Unusual]:
    if len(words) >= _LEAST:
        edits = [(*each.span(), each[0].upper()) for each in words]
        yield Unusual("the cards are in lower case", edits)


def _jokers(found: Sequence[re.Match[str]], right: str) -> Iterator[Unusual]:
    if found:
        edits = [(*each.span(), right) for each in found]
        yield Unusual(f"the joker is written {found[0][0]}", edits)
