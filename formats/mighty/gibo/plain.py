"""Reads a text gibo in which nothing is wrong, word by word and without lark.

What is not plainly right, or written otherwise than most people do, is left to `gibo_reader`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from ....replayer.mighty.cards import HIDDEN, PLAYERS, SEATS
from ....replayer.mighty.options import PRESETS, resolved
from ....replayer.mighty.record import Bid, Cards, Deal, Record, Result, Trick
from ....replayer.mighty.rules.exchange import FIRST
from ...text.grammar import follows
from ...text.lines import LineOfText
from ...text.text import Text
from ..words import ascii_call, ascii_card, integer, option_value
from .notes import ANCHORS, Anchor, Notes, as_annotations, is_note

GRAMMAR = "mighty/gibo"

_CARD = re.compile(r"[♠♦♥♣SDHC][AKQJT2-9]|☆|JK|\?\?")
_PLAY = re.compile(r"\(?(([♠♦♥♣SDHC][AKQJT2-9]|(☆|JK)[♠♦♥♣SDHC]?)!?)\*?|\.")
_FRIEND = re.compile(r"first|1st|last|none|P[0-4]")
_BID = re.compile(r"P([0-9]{1,3})[ \t]+(\S+)")
_TO_LINE_END = ("", "\r", "\n")


class NotPlain(Exception):
    """A line takes a closer look."""


def plain_match(
    text: Text, heading: Sequence[LineOfText], deals: Sequence[Sequence[LineOfText]]
) -> Record | None:
    """The record of a match, None where it takes a closer look."""
    try:
        header = _heading(text, heading) if heading else {}
        return Record(
            **header,
            deals=tuple([_deal(text, lines, number) for number, lines in enumerate(deals)]),
        )
    except NotPlain:
        return None


def _require(holds: bool) -> None:
    """Raise NotPlain unless something holds."""
    if not holds:
        raise NotPlain


def _require_grammar(text: Text, start: str, lines: Sequence[LineOfText]) -> None:
    _require(follows(GRAMMAR, start, text.content[lines[0].start : lines[-1].end]))


# The heading


def _heading(text: Text, lines: Sequence[LineOfText]) -> dict[str, Any]:
    """What is said of the match before its deals."""
    _require_grammar(text, "heading", lines)
    said: dict[str, list[str]] = {}
    notes = Notes(text)
    for line in lines:
        if is_note(line.content):
            notes.add(line)
            continue
        name, _, rest = line.content.partition(":")
        # A title goes on to the end of its line, with the spaces there.
        _require(text.content[line.end : line.end + 1] in _TO_LINE_END)
        said.setdefault(name, []).append(rest.lstrip(" \t"))
    options = [word for line in said.pop("Options", ()) for word in line.split()]
    values: dict[str, Any] = {}
    for name, (first, *again) in said.items():
        _require(not again and '"' not in first)
        if name == "Players":
            values["players"] = tuple(first.split())
        elif name == "Rules":
            _require(first in PRESETS)
            values["rules"] = {"preset": first}
        elif name == "View":
            values["view"] = int(first[1:])
        else:
            values[_NAMES[name]] = first
    if options:
        values["rules"] = values.get("rules", {}) | _options(tuple(options))
    if options or not values.keys() <= _SURE:
        _require_schema({key: each for key, each in values.items() if key not in _SURE - {"rules"}})
    if "rules" in values:
        values["rules"] = resolved(values["rules"])
    return values | {"annotations": as_annotations(notes.drafts())}


_NAMES = {"Title": "title", "Start": "start_time", "End": "end_time"}
_SURE = {"title", "players", "rules"}
"""What may be anything, and the name of a preset, which is known."""


def _require_schema(values: dict[str, Any]) -> None:
    from ...document.schema import fits  # what it needs is slow to import

    _require(fits("mighty/json", {**_SMALLEST, **values}))


_SMALLEST = {"format": "mighty/json", "version": 1, "deals": [{"gap": False}]}


@cache
def _options(words: tuple[str, ...]) -> dict[str, Any]:
    """The values of some options."""
    values: dict[str, Any] = {}
    for word in words:
        name, _, written = word.partition("=")
        _require(name not in values)
        try:
            values[name] = option_value(name, written)
        except KeyError:
            raise NotPlain from None
    return values


# A deal


def _deal(text: Text, lines: Sequence[LineOfText], number: int) -> Deal:
    """A deal, which is counted from 0."""
    _require_grammar(text, "deal", lines)
    values: dict[str, Any] = {}
    hands: dict[int, Cards] = {}
    result: dict[str, Any] = {}
    tricks: list[Trick] | None = None
    notes = Notes(text)
    anchor: Anchor | None = None
    for line in lines:
        if is_note(line.content):
            notes.add(line, anchor)
            continue
        name, colon, rest = line.content.partition(":")
        words = rest.split()
        anchor = (ANCHORS[name], 0) if name in ANCHORS else None
        if not colon:
            words = line.content.split()
            if tricks is not None:
                tricks.append(_trick(words, len(tricks) + 1))
                anchor = ("tricks", len(tricks))
                continue
            tricks = []
            values |= _head(words)
        elif name in _FIELDS:
            key, read = _FIELDS[name]
            _require(key not in values)
            values[key] = read(rest, words)
        elif name in _OF_RESULT:
            key, read = _OF_RESULT[name]
            _require(key not in result)
            result[key] = read(rest, words)
        elif name == "Deal":
            _require("gap" not in values and words[0] == str(number + 1))
            values["gap"] = len(words) > 1
        else:
            _require(name in _HANDS and _HANDS[name] not in hands)
            hands[_HANDS[name]] = _cards(rest, words)
    _require("gap" in values)  # Without its first line, the number of a deal is a guess.
    if hands:
        values["hands"] = tuple([hands.get(seat, _UNKNOWN) for seat in SEATS])
    if result:
        values["result"] = Result(**result)
    deal = Deal(**values, tricks=tuple(tricks or ()))
    drafts = notes.drafts(deal)
    return replace(deal, annotations=as_annotations(drafts)) if drafts else deal


_UNKNOWN = (HIDDEN,) * 10
_HANDS = {f"Hand P{seat}": seat for seat in SEATS}


def _one(words: Sequence[str]) -> str:
    _require(len(words) == 1)
    return words[0]


@cache
def _card(word: str) -> str:
    _require(_CARD.fullmatch(word) is not None)
    return ascii_card(word)


def _cards(_: str, words: Sequence[str]) -> Cards:
    return tuple(map(_card, words))


def _numbers(_: str, words: Sequence[str]) -> tuple[int, ...]:
    return tuple(map(integer, words))


def _bids(rest: str, words: Sequence[str]) -> tuple[Bid, ...]:
    return tuple([_bid(each.strip(" \t")) for each in rest.split(",")]) if words else ()


@cache
def _bid(written: str) -> Bid:
    found = _BID.fullmatch(written)
    if found is None:
        raise NotPlain
    return Bid(int(found[1]), ascii_call(found[2]))


def _friend(_: str, words: Sequence[str]) -> str:
    word = _one(words)
    if _FRIEND.fullmatch(word) is None:
        return _card(word)
    return FIRST if word == "1st" else word


_Read = Callable[[str, Sequence[str]], Any]
_FIELDS: dict[str, tuple[str, _Read]] = {
    "Dealer": ("dealer", lambda _, words: int(_one(words)[1:])),
    "Totals": ("totals", _numbers),
    "Kitty": ("kitty", _cards),
    "Auction": ("bids", _bids),
    "Discard": ("discard", _cards),
    "Contract": ("contract", lambda _, words: ascii_call(_one(words))),
    "Friend": ("friend", _friend),
}
_OF_RESULT: dict[str, tuple[str, _Read]] = {
    "Result": ("end", lambda _, words: _one(words)),
    "Points": ("points", lambda _, words: integer(_one(words))),
    "Score": ("score", lambda _, words: integer(_one(words))),
    "Payoffs": ("payoffs", _numbers),
}


# The table


def _head(words: Sequence[str]) -> dict[str, int]:
    """The roles that the head of a table marks."""
    first, *columns = words
    _require(first == "R" and len(columns) == PLAYERS)
    roles: dict[str, int] = {}
    for seat, word in enumerate(columns):
        _require(word[:2] == f"P{seat}" and word[2:] in ("", "!", "~", "!~"))
        for mark, role in (("!", "president"), ("~", "friend_player")):
            if mark in word:
                _require(role not in roles)
                roles[role] = seat
    return roles


def _trick(words: Sequence[str], number: int) -> Trick:
    """A row of the table."""
    first, *plays = words
    _require(first == str(number) and len(plays) == PLAYERS)
    cards, lead, winner = list[str | None](), None, None
    for seat, word in enumerate(plays):
        card, leads, wins = _play(word)
        cards.append(card)
        if leads:
            _require(lead is None)
            lead = seat
        if wins:
            _require(winner is None)
            winner = seat
    return Trick(lead=lead, cards=tuple(cards), winner=winner)


@cache
def _play(word: str) -> tuple[str | None, bool, bool]:
    """A play, None where there is none yet, and whether it leads and wins."""
    found = _PLAY.fullmatch(word)
    _require(found is not None)
    if word == ".":
        return None, False, False
    card = ascii_card(word.removeprefix("(").removesuffix("*"))
    return card, word[0] == "(", word[-1] == "*"
