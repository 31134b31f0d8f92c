"""The amount of odd English in text shown to people may not grow."""

import re

from ..loops import all_of
from .english import PATTERNS, budget, counted, everything

ODD = [
    ("is no", "this is no record of any notation"),
    ("is no", "An answer that is none."),
    ("due", "a card is due"),
    ("told", "the reader is told"),
    ("What", "What is left of a record."),
    ("Who", "Who passes stays out."),
    ("Who", "for who adds a rule"),
    ("Where", "Where a rule is broken, nothing follows."),
    ("that of", "the score is that of the deal"),
    ("that lacks", "a server is none that lacks a file"),
    ("so many", "Read with so many processes."),
    ("Of these", "Of these, the first counts."),
    ("stands", "the card that stands there"),
    ("So does", "It is refused. So is a link."),
    ("is to be", "the file that is to be read"),
    ("besides", "and the points besides."),
    ("for it", "Nothing is read, for it is damaged."),
    ("what comes", "With `guess`, what comes is hidden."),
    ("comes there", "How likely a player comes there."),
    ("twice running", "A player moves twice running."),
]
PLAIN = [
    "There is no record here, and there are none elsewhere.",
    "This is no longer read.",
    "It is red due to a slip.",
    "What is a record? Who plays? Where is it?",
    "A player who passes is out of the auction.",
    "F007 stands for the others, and so does F009.",
    "One of the players, each of whom has a card.",
]


def test_no_folder_has_more_odd_places_than_before() -> None:
    most = budget()
    more = {
        folder: f"{number} places, but the budget allows {most.get(folder, 0)}"
        for folder, number in counted(everything()).items()
        if number > most.get(folder, 0)
    }
    assert not more, f"list them with: python -m tests.messages.english {' '.join(more)}"


@all_of("name,text", ODD)
def test_an_odd_text_is_found(name: str, text: str) -> None:
    assert re.search(PATTERNS[name], text)


@all_of("text", PLAIN)
def test_a_plain_text_is_not_found(text: str) -> None:
    assert [name for name, pattern in PATTERNS.items() if re.search(pattern, text)] == []


def test_each_pattern_has_an_example() -> None:
    assert {name for name, _ in ODD} == PATTERNS.keys()
