"""The order in which small changes are tried: the likely ones come first."""

import re
from collections.abc import Iterator

from kifu.formats.text.vocabulary import Kind, Mark, Vocabulary
from kifu.formats.text.word_finders import line_words, lines_from, on_lines
from kifu.repair.suggestions.candidates import candidates
from kifu.repair.suggestions.words import Words

from ...loops import all_of

CARDS = ("a", "b", "c", "d")


def marks(content: str) -> Iterator[Mark]:
    """A star behind one of the words of a line."""
    for line in re.finditer(r"^win .*$", content, re.MULTILINE):
        ends = [line.start() + word.end() for word in re.finditer(r"(?<= )\w", line[0])]
        yield Mark("*", tuple((at, at + content.startswith("*", at)) for at in ends))


TOY = Vocabulary(
    pace=1,
    runs=on_lines(
        [
            line_words(r"hand (?P<words>.*)", Kind(CARDS, "hands", unordered=True, letters=True)),
            line_words(r"play (?P<words>.*)", Kind(CARDS, "plays"), r"\S+"),
            line_words(r"sum (?P<words>.*)", Kind(), r"\S+"),
            line_words(r"turn (?P<words>.*)", Kind(("x", "y"), replaceable=False), r"\S+"),
        ]
    ),
    marks=marks,
    rounds=lines_from("round"),
    decks={"hands": dict.fromkeys(CARDS, 1)},
    drawn={"plays": "hands"},
)
"""A deck of four cards, all of which are dealt and played; numbers, turns and a mark."""

# A text, what is wrong in it, what the message names, and the first of the changes.
ORDER: list[tuple[str, str, list[str], list[str]]] = [
    (
        "round\nhand acd\nplay c a b d",
        "acd",
        [],
        [
            "round\nhand abcd\nplay c a b d",
            "round\nhand acd\nplay c a d",
            "round\nhand bcd\nplay c a b d",
            "round\nhand abd\nplay c a b d",
            "round\nhand acb\nplay c a b d",
            "round\nhand acd\nplay a c b d",
            "round\nhand acd\nplay c b a d",
        ],
    ),
    (
        "round\nhand abb\nhand d",
        "bb",
        [],
        [
            "round\nhand ab\nhand d",
            "round\nhand ab\nhand d",
            "round\nhand abc\nhand d",
            "round\nhand acb\nhand d",
        ],
    ),
    (
        "round\nhand abcd\nplay a b b d",
        "b d",
        [],
        [
            "round\nhand abcd\nplay a b d",
            "round\nhand abcd\nplay a b c d",
            "round\nhand abcd\nplay a b d",
            "round\nhand abcd\nplay a c b d",
            "round\nhand abd\nplay a b b d",
            "round\nhand abbd\nplay a b b d",
            "round\nhand abcd\nplay a b d b",
        ],
    ),
    (
        "round\nhand abcd\nplay a b d",
        "d",
        [],
        [
            "round\nhand abd\nplay a b d",
            "round\nhand abcd\nplay c a b d",
            "round\nhand abcd\nplay a c b d",
            "round\nhand abcd\nplay a b c d",
            "round\nhand abcd\nplay a b d c",
            "round\nhand abcd\nplay b a d",
            "round\nhand abcd\nplay a d b",
        ],
    ),
    (
        "sum 1 2\nsum 5 6",
        "6",
        ["7"],
        [
            "sum 1 2\nsum 5 7",
            "sum 1 2\nsum 5 -1",
            "sum 1 2\nsum 5 -2",
            "sum 1 2\nsum 5 -5",
            "sum 1 2\nsum 5 -6",
            "sum 1 2\nsum 5 1",
            "sum 1 2\nsum 5 2",
        ],
    ),
    (
        "sum 1 2 3\nsum 5 6\nsum 7 8 9",
        "6",
        [],
        [
            "sum 1 2 3\nsum 5 -1 6\nsum 7 8 9",
            "sum 1 2 3\nsum 5 6 -1\nsum 7 8 9",
            "sum 1 2 3\nsum 5 -2 6\nsum 7 8 9",
            "sum 1 2 3\nsum 5 6 -2\nsum 7 8 9",
            "sum 1 2 3\nsum 5 -3 6\nsum 7 8 9",
            "sum 1 2 3\nsum 5 6 -3\nsum 7 8 9",
            "sum 1 2 3\nsum 5 -5 6\nsum 7 8 9",
        ],
    ),
    ("sum 12", "12", [], ["sum -12", "sum ", "sum 22", "sum 32", "sum 42", "sum 52", "sum 62"]),
    ("win p q*", "q", [], ["win p* q", "win p q", "win p* q*"]),
    ("win p q", "p", [], ["win p* q", "win p q*"]),
    (
        "turn x x y",
        "x",
        [],
        [
            "turn x y",
            "turn x y x",
            "turn x x x y",
            "turn y x x y",
            "turn x y",
            "turn x x x y",
            "turn x y x y",
        ],
    ),
    (
        "turn x y\nturn x",
        "turn x",
        [],
        [
            "turn y x\nturn x",
            "turn x x y\nturn x",
            "turn y x y\nturn x",
            "turn x x y\nturn x",
            "turn x y y\nturn x",
            "turn x y x\nturn x",
            "turn x y y\nturn x",
        ],
    ),
    (
        "play a b\nplay c d",
        "c",
        ["b"],
        [
            "play a b\nplay b d",
            "play a b\nplay a d",
            "play a b\nplay d d",
            "play a b\nplay d c",
            "play a a\nplay c d",
            "play a c\nplay c d",
            "play a d\nplay c d",
        ],
    ),
    (
        "play a b\nplay c",
        "play c",
        [],
        [
            "play a b\nplay a",
            "play a b\nplay b",
            "play a b\nplay ",
            "play a b\nplay a c",
            "play a b\nplay b c",
            "play a b\nplay c c",
            "play a a\nplay c",
        ],
    ),
]


@all_of(("content", "place", "named", "first"), ORDER)
def test_the_likely_changes_come_first(
    content: str, place: str, named: list[str], first: list[str]
) -> None:
    at = content.index(place)
    found = candidates(content, TOY, [(at, at + len(place))], named, 100)
    assert [each.applied(content) for each in found][: len(first)] == first


def test_where_enough_is_found_only_what_a_deck_needs_is_looked_for() -> None:
    content = "round\nhand acd\nplay c a b d\nsum 1 2"
    assert len(candidates(content, TOY, [(0, 1)], [], 1)) > len(
        candidates(content, TOY, [(0, 1)], [], 0)
    )
    found = [each.applied(content) for each in candidates(content, TOY, [(0, 1)], [], 0)]
    assert all(each.endswith("sum 1 2") for each in found)
    assert found[0].startswith("round\nhand abcd\n")


def test_which_line_is_accused() -> None:
    content = "sum 1 2\nsum 3 4\nsum 5 6"
    for line, start in enumerate((0, 8, 16)):
        for suspect, accused in ((start - 2, False), (start, True), (start + 6, True)):
            words = Words(content, TOY, [(suspect, suspect + 1)])
            assert words.accuses_line_of(words.runs[line]) == accused
        words = Words(content, TOY, [(start + 8, start + 9)])
        assert words.accuses_line_of(words.runs[line]) == (line == 2)
