"""The words of Mighty's notations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from ...replayer.mighty.cards import CALL, DECK, JOKER, SUITS, TRUMPS, card_of, symbol
from ..text.vocabulary import Kind, Mark, Run, Vocabulary
from ..text.word_finders import (
    LineWords,
    items_of,
    line_words,
    lines_from,
    on_lines,
    under_keys,
    whole_lines,
)
from .echoes import gibo_echoes, json_echoes
from .words import ascii_card, written_call

_PLAYER = Kind(("0", "1", "2", "3", "4"))
_NUMBER = Kind()
_PLAYS = (*DECK, *(JOKER + suit for suit in SUITS), "C3" + CALL, "H3" + CALL)
_CALLS = ("pass", *(f"{points}{trump}" for points in range(10, 21) for trump in TRUMPS))
_FRIENDS = ("first", "last", "none", *(f"P{seat}" for seat in range(5)))
_ENDS = Kind(("won", "lost", "thrown-in", "unfinished"))
_DEAL = dict.fromkeys(DECK, 1)

_JSON = Vocabulary(
    pace=750,
    effort=lambda content: 3 if '"??"' in content else 1,
    runs=under_keys(
        {
            "dealer": [_PLAYER],
            "totals": [_NUMBER],
            "hands": [Kind(DECK, "dealt", unordered=True)],
            "kitty": [Kind(DECK, "dealt", unordered=True)],
            "bids": [Kind(_CALLS), _PLAYER],
            "president": [_PLAYER],
            "discard": [Kind(DECK, "played", unordered=True)],
            "contract": [Kind(_CALLS)],
            "friend": [Kind((*_FRIENDS, *DECK))],
            "friend_player": [_PLAYER],
            "lead": [_PLAYER],
            "cards": [Kind(_PLAYS, "played", card_of)],
            "winner": [_PLAYER],
            "end": [_ENDS],
            "points": [_NUMBER],
            "score": [_NUMBER],
            "payoffs": [_NUMBER],
        }
    ),
    rounds=items_of("deals"),
    echoes=json_echoes,
    decks={"dealt": _DEAL, "played": _DEAL},
)


def _key(word: str) -> str:
    return card_of(ascii_card(word))


_ROW = r"[0-9]+[ \t]+(?P<words>[(♠♦♥♣☆SDHCJ.].*)$"
_AUCTION = r"Auction:"
_PASSES = Kind(tuple(f"P{seat} pass" for seat in range(5)), replaceable=False)
_SEAT = Kind(tuple(f"P{seat}" for seat in range(5)))


@cache
def _lines(symbols: bool) -> list[LineWords]:
    cards, plays, calls = DECK, _PLAYS, _CALLS
    if symbols:
        cards, plays = tuple(map(symbol, cards)), tuple(map(symbol, plays))
        calls = tuple(map(written_call, calls))
    return [
        line_words(r"Hand P[0-4]:(?P<words>.*)$", Kind(cards, "dealt", _key, unordered=True)),
        line_words(r"Kitty:(?P<words>.*)$", Kind(cards, "dealt", _key, unordered=True)),
        line_words(r"Discard:(?P<words>.*)$", Kind(cards, "played", _key, unordered=True)),
        line_words(_ROW, Kind(plays, "played", _key), r"[^\s(*.]+", 5),
        line_words(_ROW, Kind(replaceable=False), size=5),
        line_words(r"Dealer:(?P<words>.*)$", _SEAT),
        line_words(rf"{_AUCTION}(?P<words>.*)$", Kind((*_SEAT.words, *calls)), r"[^\s,]+"),
        line_words(rf"{_AUCTION} *(?P<words>.*)$", _PASSES, r"[^\s,][^,]*"),
        line_words(r"Contract:(?P<words>.*)$", Kind(calls)),
        line_words(r"Friend:(?P<words>.*)$", Kind((*_FRIENDS, *cards))),
        *(
            line_words(rf"{field}:(?P<words>.*)$", _NUMBER, size=5)
            for field in ("Totals", "Payoffs")
        ),
        line_words(r"Score:(?P<words>.*)$", _NUMBER, size=1),
        line_words(r"Points:(?P<words>.*)$", Kind(tuple(map(str, range(21)))), size=1),
        line_words(r"(?P<words>[0-9]+)[ \t]+[(♠♦♥♣☆SDHCJ.]", _NUMBER, r"[0-9]+", 1),
        line_words(r"Result:(?P<words>.*)$", _ENDS),
    ]


def _runs(content: str) -> Iterator[Run]:
    patterns: list[LineWords] = _lines(any(each in content for each in "♠♦♥♣☆"))
    yield from on_lines(patterns)(content)
    yield whole_lines(content)


_ROWS = re.compile(r"^[0-9]+[ \t]+\S.*$", re.MULTILINE)
_CELL = re.compile(r"(?P<lead>\(?)(?P<card>[^\s(*]+)(?P<win>\*?)(?!\S)")
_HEADS = re.compile(r"^R[ \t].*$", re.MULTILINE)
_HEAD = re.compile(r"\S+?(?P<president>!?)(?P<friend>~?)(?!\S)")


def _marks(content: str) -> Iterator[Mark]:
    for row in _ROWS.finditer(content):
        cells = list(_CELL.finditer(content, content.find(" ", *row.span()), row.end()))
        yield Mark("(", tuple(cell.span("lead") for cell in cells))
        yield Mark("*", tuple(cell.span("win") for cell in cells))
    for head in _HEADS.finditer(content):
        cells = list(_HEAD.finditer(content, head.start() + 1, head.end()))
        yield Mark("!", tuple(cell.span("president") for cell in cells))
        yield Mark("~", tuple(cell.span("friend") for cell in cells))


_HAND = re.compile(r"^Hand\b", re.MULTILINE)
_GIBO = Vocabulary(
    pace=230,
    effort=lambda content: 1 if _HAND.search(content) else 5,
    runs=_runs,
    marks=_marks,
    rounds=lines_from(r"Deal:.*", behind=True),
    echoes=gibo_echoes,
    decks={"dealt": _DEAL, "played": _DEAL},
)

VOCABULARIES = {"mighty/json": _JSON, "mighty/gibo": _GIBO}
