"""Cards that are all written another way: in lower case, with `10`, rank first, or with symbols.

Each way is looked for on its own, and a text may use several at once (`k♥`, `"10s"`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from ..text.place import differences
from ..text.unusual import Unusual

_SUIT, _RANK = "[SDHCsdhc♠♦♥♣]", "(?:10|[AKQJTakqjt2-9])"
CARD = rf"(?:(?P<suit>{_SUIT})(?P<rank>{_RANK})|(?P<first>{_RANK})(?P<last>{_SUIT}))"
"""A card in any of these ways."""
ODD_CARD = (
    r"(?:[sdhc][AKQJTakqjt2-9]|[SDHC♠♦♥♣](?:10|[akqjt])"
    r"|(?:10|[AKQJTakqjt2-9])[SDHCsdhc♠♦♥♣])"
)
"""A card written another way; JSON has further ways that are usual in a text gibo."""
_SIGNS = str.maketrans("♠♦♥♣", "SDHC")


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


def unusual_cards(
    cards: Sequence[re.Match[str]], others: Sequence[re.Match[str]], in_json: bool
) -> Iterator[Unusual]:
    """Yield the edits for cards, matches of `CARD`, that are all written in another way.

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
