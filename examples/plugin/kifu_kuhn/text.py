"""`kuhn/text`: one match per line, as described by the grammar `kuhn/text`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from kifu.findings import Finding
from kifu.formats.interface.notation import CannotHold, Notation, Reading
from kifu.formats.text.grammar import parse
from kifu.formats.text.lines import LineOfText, Places, lines
from kifu.formats.text.text import Text

from .record import Hand, Record

GRAMMAR = "kuhn/text"
NAMES = {"VIEW": "a view (`@0`)", "CARDS": "a hand (`JQ:pb`)", "BETS": "bets (`pb`)"}
"""The names of the grammar's terminals in findings."""

_HAND = re.compile("[JQK?]{2}:[a-z]*")


def read(text: Text) -> Iterator[Reading[Record]]:
    """Yield the records of a text, each with its findings."""
    for line in lines(text):
        if line.content:
            yield _reading(text, line)


def _reading(text: Text, line: LineOfText) -> Reading[Record]:
    tree = parse(GRAMMAR, "start", text, (line.start, line.end), NAMES)
    if isinstance(tree, Finding):
        return Reading(NOTATION, [tree], whole=False)
    places, hands = Places(text), list[Hand]()
    for number, hand in enumerate(tree.find_data("hand")):
        parts: list[Any] = hand.children  # one token each, or None for an omitted part
        cards, bets = parts
        places.add(f"/hands/{number}", *line.span(cards))
        places.add(f"/hands/{number}/cards", *line.span(cards))
        if bets is not None:
            places.add(f"/hands/{number}/bets", *line.span(bets))
        hands.append(Hand(cards=str(cards), bets=str(bets or "")))
    view: Any = tree.children[0]
    seat = None if view is None else int(view[1:])
    return Reading(NOTATION, [], Record(view=seat, hands=tuple(hands)), place=places.place)


def write(record: Record) -> str:
    """Write a match. Raises CannotHold if a hand could not be read back."""
    hands = [f"{hand.cards}:{hand.bets}" for hand in record.hands]
    for each in hands:
        if not _HAND.fullmatch(each):
            raise CannotHold(f"{NOTATION.id} cannot hold the hand {each!r}")
    view = [] if record.view is None else [f"@{record.view}"]
    return " ".join(["kuhn", *view, *hands]) + "\n"


NOTATION: Notation[Record] = Notation(
    id="kuhn/text",
    title="plain text, one match per line",
    suffix=".kuhn",
    unsupported={
        "players": "the names of the players",
        "points": "the points of each hand, as recorded",
        "variations": "other lines of play",
    },
    read=read,
    write=write,
    lines=True,
    grammar=GRAMMAR,
)
