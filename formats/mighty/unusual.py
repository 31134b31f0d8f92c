"""Cards in lower case, other symbols for suits or the joker, and tables in another layout."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from ..text.place import differences
from ..text.text import Text
from ..text.unusual import Unusual, composed, in_original, spaces, table, usual
from .gibo.separated import separated
from .words import EMPTY

_ANY_SUIT, _RANK = "[SDHCsdhc♠♦♥♣]", "(?:10|[AKQJTakqjt2-9])"
_CARD = rf"(?:(?P<suit>{_ANY_SUIT})(?P<rank>{_RANK})|(?P<first>{_RANK})(?P<last>{_ANY_SUIT}))"
"""A card in any of these ways."""
_ODD_CARD = (
    r"(?:[sdhc][AKQJTakqjt2-9]|[SDHC♠♦♥♣](?:10|[akqjt])"
    r"|(?:10|[AKQJTakqjt2-9])[SDHCsdhc♠♦♥♣])"
)
"""A card written another way; JSON has further ways that are usual in a text gibo."""
_SIGNS = str.maketrans("♠♦♥♣", "SDHC")
_OF_CARDS = re.compile(
    r"(?m)^[ \t|]*(?:(?:Hand|Kitty|Auction|Discard|Contract|Friend)\b|[0-9]{1,2}[a-z.)]{0,2}[\s,|]"
    r"|\(|\.|[♠♦♥♣♤♢♡♧]|{_CARD}(?=[\s!*])|[SDHC]?[\U0001f0bf\U0001f0cf\U0001f0df])[^\r\n]*"
)
"""A line of a text that has cards, however they are written."""
_BEFORE, _BEHIND = r"(?<![^\s(,|])", r"(?![^\s,!*)|])"
_LOWER_OTHER = re.compile(rf"{_BEFORE}(jk[sdhc♠♦♥♣]?|(?:1[0-9]|20)[sdhcn]){_BEHIND}")
_CALLS = re.compile(r"[ \t|]*+(?:Auction|Contract)\b")
"""A line that has calls, which look like cards with the rank first."""
_CARD_WORD = re.compile(rf"{_BEFORE}{_CARD}{_BEHIND}")
_ODD_WORD = re.compile(rf"{_BEFORE}{_ODD_CARD}{_BEHIND}")
_ANY = r'"(?:[^"\\]|\\.)*+"'
_STRING = re.compile(rf'"(?:title|players|text|name)"\s*+:\s*+(?:{_ANY}|\[[^\]]*+\])|{_ANY}')
"""A string, or names and comments, which are left alone."""
_CARD_STRING = re.compile(rf'"{_CARD}!?"')
_OTHER_STRING = re.compile(
    r'"(?:(?:1[0-9]|20|JK|Jk|jK|[☆★\U0001f0bf\U0001f0cf\U0001f0df])(?=[♠♦♥♣]"))?'
    r'([♠♦♥♣]|jk[sdhc♠♦♥♣]?|(?:1[0-9]|20)[sdhcn])"'
)
_ODD_STRING = re.compile(rf'"(?:{_ODD_CARD}|[♠♦♥♣][AKQJT2-9])!?"')
_PLAYING_CARD = "[\U0001f0bf\U0001f0cf\U0001f0df]\ufe0f?"
"""A joker among the playing cards of Unicode."""
_JOKER = re.compile(rf"{_PLAYING_CARD}|{_BEFORE}(?:Jk|jK|jOKER|JOKER)(?=[SDHC♠♦♥♣♤♢♡♧]?{_BEHIND})")
_JOKER_STRING = re.compile(rf'"({_PLAYING_CARD}|Jk|jK|[☆★])[SDHC♠♦♥♣]?"')
_RIGHT_JOKER = re.compile(r"[☆★]|\bJK|\b[Jj]oker[SDHC]?\b")
_SUITS = dict(zip("♤♢♡♧", "♠♦♥♣", strict=True))
_SUIT = re.compile("([♠♦♥♣])[\ufe0e\ufe0f]+|[♤♢♡♧]")
"""A suit in outline, or with a variation selector, which makes it text or an emoji."""
_PLAIN_SUIT = re.compile("[♠♦♥♣](?![\ufe0e\ufe0f])")
_OPTIONS = re.compile(r"(?m)^[ \t]*+Options:[^\r\n]*+")
_ITEM = r"""(?:"[\w-]++"|'[\w-]++'|[\w-]++)"""
_ITEMS = rf"{_ITEM}(?:[ \t]*+,[ \t]*+{_ITEM})*+"
_VALUE = re.compile(
    rf"(?<==)(?:\[[ \t]*+(?:{_ITEMS})?+[ \t]*+\]|(?=[\"']){_ITEMS}|{_ITEM}[ \t]*+,[ \t]++{_ITEMS})"
    r"(?!\S)"
)
"""The value of an option as in JSON: a list in brackets or with spaces, or a string in quotes."""


_FREE = r"^[ \t]*+(?:#|(?:Title|Note[^:\r\n]*+):([\u00a0\u3000]++)?)[^\r\n]*+"
"""A line of free text, apart from the spaces after its colon."""


def in_text(content: str) -> Iterator[Unusual]:
    """Yield the unusual ways of writing that a text gibo uses throughout."""
    return composed(Text(content), spaces(content, _FREE), _with_spaces)


def _with_spaces(content: str) -> Iterator[Unusual]:
    tables = [*table(content)]
    yield from tables
    yield from separated(content, [edit for each in tables for edit in each.edits])
    yield from _options(content)
    may_be_odd = _ODD_WORD.search(content) is not None
    may_have_suits = _SUIT.search(content) is not None
    if not (may_be_odd or may_have_suits or _JOKER.search(content)):
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
    if _ODD_WORD.search(content) is not None:
        of_cards = [each for each in lines if not _CALLS.match(content, *each)]
        cards = [one for each in of_cards for one in _CARD_WORD.finditer(content, *each)]
        others = [one for each in lines for one in _LOWER_OTHER.finditer(content, *each)]
        some += _unusual_cards(cards, others, in_json=False)
    yield from in_original(text, some)


def _options(content: str) -> Iterator[Unusual]:
    """Yield the edits for option values that are written as in JSON."""
    lines = _OPTIONS.finditer(content) if "Options:" in content else ()
    values = [one for each in lines for one in _VALUE.finditer(content, *each.span())]
    if values:
        edits = [(*each.span(), re.sub(r"[][\s\"']", "", each[0]) or EMPTY) for each in values]
        yield Unusual("the values of options are written as in JSON", edits)


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
    may_be_odd = _ODD_STRING.search(content) is not None
    if not may_be_odd and _JOKER_STRING.search(content) is None:
        return
    strings = [each.span() for each in _STRING.finditer(content)]
    if may_be_odd:
        cards = [one for each in strings if (one := _CARD_STRING.fullmatch(content, *each))]
        others = [one for each in strings if (one := _OTHER_STRING.fullmatch(content, *each))]
        yield from _unusual_cards(cards, others, in_json=True)
    if '"JK' not in content:
        jokers = (_JOKER_STRING.fullmatch(content, *each) for each in strings)
        yield from _jokers([each.span(1) for each in jokers if each], content, "JK")


def _jokers(spans: Sequence[tuple[int, int]], content: str, right: str) -> Iterator[Unusual]:
    if spans:
        start, end = spans[0]
        edits = [(*each, right) for each in spans]
        yield Unusual(f"the joker is written {content[start:end]}", edits)


# Cards that are all written another way; a text may use several ways at once (`k♥`, `"10s"`)


class _Way(Struct, frozen=True):
    """A way of writing cards: its description, cards that show it, and cards that rule it out.

    The patterns match a card as suit and rank, after `~` if the rank comes first.
    """

    what: str
    odd: re.Pattern[str]
    right: re.Pattern[str]
    least: int = 5
    """How many cards it takes to show that all are written this way."""


_RANK_FIRST = _Way("the rank comes before the suit", re.compile("~"), re.compile("[^~]"))
_TEN = _Way("T is written 10", re.compile("~?.10"), re.compile("~?.[Tt]"), 3)
_LOWER = "the cards are in lower case"
_LOWER_SUITS = _Way(_LOWER, re.compile("~?[sdhc]"), re.compile("~?[SDHC]"))
_LOWER_RANKS = _Way(_LOWER, re.compile("~?.[akqjt]"), re.compile("~?.[AKQJT]"))
_WITH_SIGNS = _Way("suits are written ♠ ♦ ♥ ♣", re.compile("~?[♠♦♥♣]"), re.compile("~?[SDHCsdhc]"))
_IN_TEXT = (_RANK_FIRST, _TEN, _LOWER_SUITS, _LOWER_RANKS)


def _unusual_cards(
    cards: Sequence[re.Match[str]], others: Sequence[re.Match[str]], in_json: bool
) -> Iterator[Unusual]:
    """Yield the edits for cards, matches of `_CARD`, that are all written in another way.

    `others` are jokers and calls, whose first group is in lower case or has suit symbols.
    """
    as_shown = ["~" * (each["suit"] is None) + "".join(_parts(each)) for each in cards]
    ways = list[_Way]()
    for way in (*_IN_TEXT, _WITH_SIGNS) if in_json else _IN_TEXT:
        odd = sum(way.odd.match(each) is not None for each in as_shown)
        if odd >= way.least and not any(map(way.right.match, as_shown)):
            ways.append(way)
    if not ways:
        return
    edits = list[tuple[int, int, str]]()
    for each in cards:
        suit, rank = _parts(each)
        suit = suit.upper() if _LOWER_SUITS in ways else suit
        suit = suit.translate(_SIGNS) if _WITH_SIGNS in ways else suit
        rank = rank.upper() if _LOWER_RANKS in ways else rank
        rank = rank.replace("10", "T") if _TEN in ways else rank
        new = suit + rank if each["suit"] or _RANK_FIRST in ways else rank + suit
        start = each.start("suit" if each["suit"] else "first")
        old = each.string[start : start + sum(map(len, _parts(each)))]
        edits += differences(old, new, start)
    if {_LOWER_SUITS, _LOWER_RANKS, _WITH_SIGNS} & {*ways}:
        known = {each.start() for each in cards}
        for each in (one for one in others if one.start() not in known):  # not `10h` twice
            new = each[1].upper().translate(_SIGNS if _WITH_SIGNS in ways else {})
            edits.append((*each.span(1), new))
    yield Unusual(" and ".join(dict.fromkeys(each.what for each in ways)), edits)


def _parts(card: re.Match[str]) -> tuple[str, str]:
    return card["suit"] or card["last"], card["rank"] or card["first"]
