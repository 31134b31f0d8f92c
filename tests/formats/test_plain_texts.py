"""Texts give the same result whether they are read with expressions or with grammars."""

from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given

import kifu
from kifu import formats, replayer
from kifu.formats.text.text import Text

from ..differential.thorough import EXPRESSIONS, thoroughly
from ..helpers import RANDOM

WORDS = [
    *" \t\n\r,.:;!~*()'\"0123456789xps♠♡♥☆王玉し裏☗☖", "\u3000", "\x0c", "P", " pass", "なし",
    "(dealer)", "player hand\n", "0. ", "turn ", "1st ", "Deal: 2\n", "---\n", "\n\n", "JK", "??",
    "P0!", "Title: a\n", "Players: A B C D E\n", "View: P1\n", "Options: bid_min=13\n",
    "Rules: seed\n",
    "Start: 2015-04-01T12:00+09:00\n", " after a gap", "Friend: first\n", "♠ A", "10", "1.", "♠A",
]  # fmt: skip


@cache
def texts(identifier: str) -> list[str]:
    """Return texts as kifu writes them, some with several matches, some of views."""
    notation = formats.notation(identifier)
    game = replayer.game(notation.game)
    found = list[str]()
    for number in range(25):
        record = game.generate(Random(number))
        if number % 5 == 0:
            record = kifu.view(record, number % 4)
        try:
            found.append(notation.write(record))
        except formats.CannotHold:
            continue
    return [*found, notation.between.join(found[:3])]


def spoilt(text: str, random: Random) -> str:
    """Make up to three changes to a text, mostly by moving its own words."""
    for _ in range(random.choice([0, 1, 1, 1, 2, 3])):
        at = random.randrange(len(text) + 1)
        end = min(len(text), at + random.choice([0, 0, 1, 1, 2, 4, 9, 30]))
        new = random.choice(WORDS)
        if random.random() < 0.3:
            start = random.randrange(len(text) + 1)
            new = text[start : start + random.choice([1, 1, 2, 3, 8, 40])]
        text = text[:at] + random.choice([new, new, ""]) + text[end:]
    return text


def read(identifier: str, text: str) -> list[Any]:
    """Return everything about a text: its records as written, and the findings."""
    game = replayer.game(identifier.partition("/")[0])
    found = list[Any]()
    for reading in formats.notation(identifier).read(Text(text)):
        unsupported = formats.notation(identifier).unsupported
        wrong = [] if reading.written is None else game.check(reading.written, unsupported).findings
        placed = [reading.place(each) for each in wrong]
        found.append((reading.written, reading.whole, reading.findings, placed))
    return found


def compare(identifier: str, text: str) -> None:
    with thoroughly():
        due = read(identifier, text)
    assert read(identifier, text) == due


@pytest.mark.parametrize("identifier", EXPRESSIONS)
@given(random=RANDOM)
def test_reading_without_lark_gives_the_same_as_with_lark(identifier: str, random: Random) -> None:
    compare(identifier, spoilt(random.choice(texts(identifier)), random))


@pytest.mark.parametrize("identifier", EXPRESSIONS)
def test_text_as_kifu_writes_it_is_read_without_lark(
    identifier: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    due = [read(identifier, text) for text in texts(identifier)]

    def fail(*_: object) -> None:
        raise AssertionError("lark was called")

    monkeypatch.setattr("kifu.formats.text.grammar.grammar", fail)
    for text, found in zip(texts(identifier), due, strict=True):
        if not any(placed for _, _, _, placed in found):  # placing findings reads the text again
            assert read(identifier, text) == found
