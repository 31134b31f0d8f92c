"""The stored regular expressions match what the grammars accept, and nothing else."""

import re
from collections.abc import Mapping
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark
from lark.exceptions import UnexpectedInput

from kifu import formats, replayer
from kifu.formats.planowanie.protocol.words import COMMANDS, command
from kifu.formats.text.grammar import expression as stored_expression
from kifu.formats.text.grammar import grammar

from ..campaign import few
from ..expressions.compiler import NotExpressible, expression, expression_of, stored
from ..expressions.overlap import may_begin_alike

STORED = list(stored())


@pytest.mark.parametrize(("name", "start"), few(STORED, 1))
def test_an_expression_is_that_of_its_grammar(name: str, start: str) -> None:
    """After changing the grammar, run `python -m tests.expressions.compiler`."""
    assert stored_expression(name, start).pattern == expression(name, start)


def test_each_grammar_of_records_has_its_expressions() -> None:
    assert STORED == [
        ("goita/history", "start"),
        ("goita/table", "match"),
        ("mighty/gibo", "line"),
        ("planowanie/protocol", "command"),
    ]


# Texts that the grammars accept, and near misses


def accepts(name: str, start: str, text: str) -> bool:
    try:
        grammar(name, start).parse(text)  # pyright: ignore[reportUnknownMemberType]
    except UnexpectedInput:
        return False
    return True


def agrees(name: str, start: str, text: str) -> bool:
    found = stored_expression(name, start).fullmatch(text) is not None
    assert found == accepts(name, start, text), text
    return found


CARDS = st.sampled_from(["♠A", "♥T", "☆", "JK", "??", "D9", "★", "Mighty", "♠ 7", "S♠2", "♣2!"])
PLAYS = st.sampled_from(["♠A", "(♥T", "♣3!", "♦K*", "☆♥", "(JK*", "♠☆", ".", "(", "??", "♥T♠"])
WORDS = st.sampled_from(["A", '"a b"', '""', "turn", '"王"', "1st", "0.", "P0", "R", "R!", "won"])
NUMBERS = st.sampled_from(["0", "-5", "+12", "−3", "1", "9999999999999999", "007"])
NAMED = {
    "_NL": st.sampled_from(["\n", "\r\n", "\r", " \n\n", "\t\n \n"]),
    "NAME": WORDS,
    "HAND": st.sampled_from(["王玉飛角金銀馬香", "し", "裏裏裏裏裏裏裏裏"]),
    "NAMED": st.sampled_from(["Ann", "Ben!", '"a b"~', "R", "P5", "Cho !~", "1"]),
    "CARD": CARDS,
    "OTHER": st.sampled_from(["♠1", "x", ")", "**", "(("]),
    "PLAY": PLAYS,
    "NOT_YET": st.just("."),
    "ROLE": st.sampled_from(["P0", "P1!", "P4 ~", "P2!~"]),
    "ORDINAL": st.sampled_from(["1st", "2nd", "11th"]),
    "CALL": st.sampled_from(["15♥", "16N", "16NT", "pass", "14 ♠", "20 NT", "NT"]),
    "TEXT": st.sampled_from(["a title", "R", "2015-04-01T12:00", "x \t"]),
    "NUMBER": NUMBERS,
    "PLAYER": st.sampled_from(["P0", "P12", "P999"]),
    "FRIEND": st.sampled_from(["first", "1st", "last", "none", "P2"]),
    "OPTION": st.sampled_from(["bid_min=14", "a=b=c", "x=\u3000"]),
}
SPACES = st.sampled_from(["", " ", " ", " ", "\t", "  "])
PIECES = st.sampled_from(
    [
        *" \t\n\r,.:;!~*()'\"0123456789xps", "\u3000", "\x0c", "\x85", "し", "☗し☖香", "なし",
        "(dealer)", "player hand", "turn", "1st", "2nd", "0.", "♠A", "☆", "Deal:", "Hand P0:", "R",
        "P0!", "S", "won", "12345678", "s1", ",113", ",2p", "set_deck", "play", "after a gap",
    ]
)  # fmt: skip


def generated(name: str, start: str) -> st.SearchStrategy[str]:
    parser = grammar(name, start)
    known = {each.name for each in parser.terminals}
    spaced = name != "goita/history"
    explicit: Mapping[str, Any] = {
        each: st.tuples(SPACES, way, SPACES).map("".join) if spaced else way
        for each, way in NAMED.items()
        if each in known and (spaced or each != "HAND")
    }
    return from_lark(parser, start=start, explicit=dict(explicit))


@cache
def written(identifier: str) -> list[str]:
    """Return texts as kifu writes them, each for one part of a record."""
    notation = formats.notation(identifier)
    game = replayer.game(notation.game)
    found = list[str]()
    for number in range(12):
        text = notation.write(game.generate(Random(number)))
        found += re.split(r"\n\n|(?=player hand)|\n(?=[0-9x]{8},)", text)
    ending = "\n" if identifier == "goita/table" else ""
    return [each.strip() + ending for each in found]


def in_records(name: str) -> list[str]:
    if name == "planowanie/protocol":
        return [
            "set_deck 23456789TJQKA CDHS", "set_players 4 0", "set_game 2 1 0 2 1", "quit",
            "set_cards 1 TD", "time_left 180000", "gen_declare", "declare 0 1", "play 0 TD",
        ]  # fmt: skip
    return written(name)


@st.composite
def spoilt(draw: st.DrawFn, name: str, start: str) -> str:
    """Draw a text that follows the grammar, perhaps with some changes."""
    text = draw(st.sampled_from(in_records(name)) | generated(name, start))
    for _ in range(draw(st.sampled_from([0, 0, 1, 2, 3]))):
        at = draw(st.integers(0, len(text)))
        end = draw(st.integers(at, min(at + 6, len(text))))
        text = text[:at] + draw(PIECES | SPACES | st.just(text[at:end] * 2)) + text[end:]
    return text


@pytest.mark.parametrize(("name", "start"), few(STORED, 1))
def test_an_expression_accepts_what_its_grammar_does(name: str, start: str) -> None:
    seen = set[bool]()

    @given(spoilt(name, start))
    def compare(text: str) -> None:
        seen.add(agrees(name, start, text))

    compare()
    assert seen == {False, True}


@pytest.mark.parametrize(("name", "start"), STORED)
def test_an_expression_accepts_what_kifu_writes(name: str, start: str) -> None:
    assert any(agrees(name, start, each) for each in in_records(name))


# Grammars without an expression, or without a plain one


def pattern(text: str) -> str:
    return expression_of(text, "start", Lark(text, parser="lalr"))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('start: "(" start ")" | "x"', "recurses"),
        ('start: WORD* | "if" WORD\nWORD: /[a-z]+/\n%ignore " "', "another terminal"),
        ('start: "a"~60', "too many"),
        ('start: twice{"a"}\ntwice{x}: x x', "template"),
    ],
)
def test_grammars_beyond_expressions_are_refused(text: str, why: str) -> None:
    with pytest.raises(NotExpressible, match=why):
        pattern(text)


@pytest.mark.parametrize(
    "text",
    [
        # A word is matched as a whole, and never shortened by backtracking.
        "start: (A | B)*\nA: /a+b?/\nB: /b+a/",
        'start: A? B\nA: /a+/\nB: /b[ab]*/\n%ignore " "',
        'start: A* B\nA: /a/\nB.2: /ab/\n%ignore " "',
        'start: (A | AB)~1..3 B?\nA: "a"\nAB: "ab"\nB: "b"',
        'start: [A] ["b" A]\nA: /a b?/\n%ignore /[ ]/',
        "start: (A _S)* A _S?\nA: /a/\n_S: /( *b)+/\n%ignore / +/",
    ],
)
def test_words_are_taken_as_lark_takes_them(text: str) -> None:
    parser, made = Lark(text, parser="lalr"), re.compile(pattern(text))
    for size in range(7):
        for word in map("".join, product("ab ", repeat=size)):
            try:
                parser.parse(word)  # pyright: ignore[reportUnknownMemberType]
                found = True
            except UnexpectedInput:
                found = False
            assert (made.fullmatch(word) is not None) == found, word


def test_expressions_that_may_begin_alike() -> None:
    assert may_begin_alike(r"(?=x)[^\w]+", "-")
    assert may_begin_alike("a*", "b")  # it may be empty
    assert not may_begin_alike(r"\d+|x", r"[^\dx]")
    assert not may_begin_alike(r"(?:a|b)c", "(?>[cd])+")


COMMAND_WORDS = ["play", "play0", "set_deck", "gen_move", "set_game", "0", "-1", "1x", "TD", "\x0c"]
SPACED_WORDS = st.tuples(st.sampled_from(COMMAND_WORDS), st.sampled_from([" ", " ", "\t", ""]))


@given(st.lists(SPACED_WORDS.map("".join), max_size=6).map("".join))
def test_a_command_has_the_words_that_the_grammar_finds(text: str) -> None:
    words = [each for each in re.split("[ \t]+", text) if each]
    found = command(text)
    assert (found is not None) == (
        accepts("planowanie/protocol", "command", text) and words[0] in COMMANDS
    )
    if found is not None:
        assert [found.name, *found.arguments] == words
        assert [text[start:end] for start, end in found.spans] == words[1:]
