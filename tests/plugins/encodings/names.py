# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false
"""Kuhn poker with player names: a notation in Latin-1, or in the encoding a text declares.

kuhn with names CA[ISO-8859-1]
Zoë | Jürgen
KJ:bp JQ:pp
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kifu.findings import Finding, Fix
from kifu.formats import codes
from kifu.formats.files.apart import at_empty_lines
from kifu.formats.interface.notation import Notation, Reading
from kifu.formats.text.lines import LineOfText, Places, blocks
from kifu.formats.text.place import place, replacing
from kifu.formats.text.text import Text

from .record import Hand, Record

_HAND = re.compile(r"([JQKjqk?]{2}):([a-z]*)")


def read(text: Text) -> Iterator[Reading[Record]]:
    """Read the records in a text."""
    for block in blocks(text):
        yield _reading(text, list(block))


def _reading(text: Text, lines: list[LineOfText]) -> Reading[Record]:
    if len(lines) != 3 or lines[1].content.count("|") != 1:
        return Reading(NOTATION, [_wrong(text, lines[0], "three lines are due")], whole=False)
    places, findings, hands = Places(text), list[Finding](), list[Hand]()
    for number, found in enumerate(_HAND.finditer(lines[2].content)):
        start, cards = lines[2].start + found.start(), found[1].upper()
        places.add(f"/hands/{number}", start, start + len(found[0]))
        if cards != found[1]:
            edits = replacing(text, start, start + 2, cards)
            fix = Fix(f"write {cards}", edits=edits, safe=True)
            findings.append(_wrong(text, lines[2], "cards are capitals", start, fix))
        hands.append(Hand(cards=cards, bets=found[2]))
    one, other = (name.strip() for name in lines[1].content.split("|"))
    record = Record(players=(one, other), hands=tuple(hands))
    return Reading(NOTATION, findings, record, place=places.place)


def _wrong(
    text: Text, line: LineOfText, why: str, start: int | None = None, fix: Fix | None = None
) -> Finding:
    finding = Finding(rule=codes.TEXT_SYNTAX, message=why, fix=fix)
    start = line.start if start is None else start
    return place(finding, text, start, start + 2)


def write(record: Record) -> str:
    """Write a match."""
    names = " | ".join(record.players or ("a", "b"))
    hands = " ".join(f"{hand.cards}:{hand.bets}" for hand in record.hands)
    return f"kuhn with names CA[ISO-8859-1]\n{names}\n{hands}\n"


NOTATION: Notation[Record] = Notation(
    id="kuhn/names",
    title="plain text with names",
    suffix=".names",
    unsupported={"points": "what a hand brought", "variations": "other lines of play"},
    read=read,
    write=write,
    pieces=at_empty_lines,
    between="\n",
    grammar="kuhn/text",
)
