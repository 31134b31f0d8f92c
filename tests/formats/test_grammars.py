"""The .lark files define the syntax: what they accept is read, and the rest is reported."""

import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark, Tree
from lark.exceptions import UnexpectedInput

import kifu
from kifu.findings import Finding
from kifu.formats.document.schema import schema
from kifu.formats.goita.digits import without_dashes
from kifu.formats.text.grammar import parse, source
from kifu.formats.text.text import Text
from kifu.replayer.goita.engine.engine import Table, packed
from kifu.replayer.goita.options import Options
from kifu.replayer.goita.pieces import DECK, HIDDEN, KINDS
from kifu.replayer.goita.record import split_plies
from kifu.replayer.goita.rules import GoitaRules, verify_deal
from kifu.replayer.goita.state import State
from kifu.replayer.rules import IllegalAction

from ..helpers import MODEL_A, MODEL_B, codes, goita

DIGIT_RULES = ("record", "hand", "record_of_view", "hand_of_view")


@cache
def lark(name: str, *starts: str) -> Lark:
    return Lark(source(name), parser="lalr", start=list(starts))


def accepts(name: str, start: str, text: str) -> bool:
    try:
        lark(name, start).parse(text)  # pyright: ignore[reportUnknownMemberType]
    except UnexpectedInput:
        return False
    return True


def written(name: str, start: str) -> st.SearchStrategy[str]:
    return from_lark(lark(name, start), start=start)


# Digit strings: the grammar, and the rules that only look at the digits

SPELLING = {"G004", "G005", "G107", "G108"}
STRINGS = st.text("0123456789-x８", max_size=12)


def spelling(record: str, hidden: bool) -> set[str]:
    """Return the spelling rules that the actions of a record break.

    In a replay, breaking a rule of play hides what follows. So every action is tried on its
    own, by a player who has every piece twice and faces an attack that its first piece may
    receive (or leads, if that piece is hidden), with a king face-up: no rule of play can then
    be broken, so only spelling is left.
    """
    found: set[str] = set()
    for action in split_plies(without_dashes(record)):
        hand = HIDDEN * 8 if action[0] == HIDDEN and hidden else KINDS * 2
        table = Table(Options(), 0, (hand,) * 4, partial=False)
        table.unseen = packed(DECK)
        table.attack = int(action[0]) if action[0] in KINDS else 0
        table.attacker = table.turn if action[0] == HIDDEN else 1
        table.exposed = True
        try:
            GoitaRules().verify(State((0, 0), 0, table), 0, action)
        except IllegalAction as breach:
            found.add(breach.rule.code)
    return found


def test_no_rule_of_play_is_broken_where_every_action_is_tried() -> None:
    for first in "0123456789x":
        for second in ["", *"0123456789x"]:
            action = first if first == "0" else first + second
            assert spelling(action, hidden=True) <= SPELLING
            assert spelling(action, hidden=False) <= SPELLING


@given(STRINGS)
def test_the_grammar_of_records_accepts_what_is_spelt_well(record: str) -> None:
    assert accepts("goita/digits", "record", record) == (not spelling(record, hidden=False))
    assert accepts("goita/digits", "record_of_view", record) == (not spelling(record, hidden=True))


@given(written("goita/digits", "record"))
def test_records_of_the_grammar_are_spelt_well(record: str) -> None:
    assert spelling(record, hidden=False) == set()
    for game in (MODEL_A, MODEL_B):
        assert not SPELLING & set(codes(goita(game | {"record": record})))


@given(written("goita/digits", "record_of_view"))
def test_records_of_views_are_spelt_well(record: str) -> None:
    assert spelling(record, hidden=True) == set()


@given(st.integers(0, 16), st.text("0123456789-x", max_size=3), st.booleans())
def test_spelling_is_reported_only_where_the_grammar_says_no(
    at: int, new: str, second: bool
) -> None:
    """What the grammar rejects never passes, and what it accepts is never misspelt."""
    record = MODEL_A["record"][:at] + new + MODEL_A["record"][at + second :]
    found = set(codes(goita(MODEL_A | {"record": record})))
    if accepts("goita/digits", "record", record):
        assert not SPELLING & found
    else:
        assert found - {"G202"}


@given(STRINGS | written("goita/digits", "record_of_view"))
def test_the_pattern_of_the_schema_is_the_grammar(record: str) -> None:
    rounds = schema("goita/json")["$defs"]["round"]["properties"]
    pattern = rounds["record"]["pattern"].removeprefix("^").removesuffix("$")
    assert (re.fullmatch(pattern, record) is not None) == accepts(
        "goita/digits", "record_of_view", record
    )


@given(st.text("123456789", min_size=8, max_size=8) | st.text("0123456789-x８", max_size=9))
def test_the_grammar_of_hands_accepts_eight_pieces(hand: str) -> None:
    try:
        verify_deal((hand, *["99999999"] * 3))
        found = None
    except IllegalAction as breach:
        found = breach.rule.code
    well_spelt = found in (None, "G003")
    assert accepts("goita/digits", "hand_of_view", hand) == well_spelt
    assert accepts("goita/digits", "hand", hand) == (well_spelt and "9" not in hand)


@given(written("goita/digits", "hand"))
def test_hands_of_the_grammar_are_hands(hand: str) -> None:
    hands = [hand, *["99999999"] * 3]
    # Six or more し end the round, which then has a winner.
    assert set(codes(goita({"hands": hands, "record": ""}, view=0))) <= {"G003", "G202", "G402"}


# Lines of text


def is_misread(notation: str, text: str) -> bool:
    return any(each.code == "F301" for each in kifu.validate(text, notation))


@given(written("goita/history", "start"))
def test_history_strings_of_the_grammar_are_read(line: str) -> None:
    assert not is_misread("goita/history", line)


@given(
    st.lists(
        st.sampled_from([*"0123456789xps,", "12345678,", "s1", "11112345,", ",1p"]), max_size=12
    ).map("".join)
)
def test_a_history_string_is_read_if_the_grammar_accepts_it(line: str) -> None:
    if line:
        assert accepts("goita/history", "start", line) != is_misread("goita/history", line)


ROUND = {
    "HEAD": st.sampled_from(["player hand", "player \t hand"]),
    "TURN": st.just("turn "),
    "SEAT": st.sampled_from(["0. ", "1.", "3.\t", "12. "]),
    "NAME": st.sampled_from(["A ", '"a b" ', '"" ', "アリス ", "turn ", '"王" ', "1st ", "0. "]),
    "DEALER": st.just("(dealer) "),
    "HAND": st.sampled_from(["王玉飛角金銀馬香 ", "し", "裏裏裏裏裏裏裏裏\t"]),
    "ORDINAL": st.sampled_from(["1st ", "2nd ", "3rd ", "11th "]),
    "FACE_DOWN_PLAY": st.sampled_from(["☗し☖香 ", "☗裏☖王\t"]),
    "RECEIVING_PLAY": st.just("☖し☖香 "),
    "PASS": st.just("なし "),
    "_NL": st.sampled_from(["\n", "\r\n", "\r", " \n\n"]),
}
TABLES = from_lark(lark("goita/table", "round"), start="round", explicit=ROUND)


@given(TABLES)
def test_tables_of_the_grammar_are_parsed(table: str) -> None:
    tree = parse("goita/table", "round", Text(table), (0, len(table)), {})
    assert isinstance(tree, Tree)
    assert [each.data for each in tree.find_data("player")] == ["player"] * 4


BEYOND_THE_GRAMMAR = re.compile(
    r"expected [0-9]+(\.|st|nd|rd|th)|is missing|expected four actions|two players deal"
    r"|no player is marked|is repeated"
)


@given(TABLES)
def test_errors_in_a_table_beyond_its_grammar(table: str) -> None:
    for finding in kifu.validate(table, "goita/table"):
        assert finding.code != "F301" or BEYOND_THE_GRAMMAR.search(finding.message)


TABLE = kifu.dumps(kifu.loads(goita(MODEL_A)), "goita/table")


@given(
    st.integers(0, len(TABLE)), st.integers(0, 3), st.sampled_from(["", " ", "\n", "☗", "な", '"'])
)
def test_a_spoilt_table_is_read_or_reported(at: int, length: int, new: str) -> None:
    table = (TABLE[:at] + new + TABLE[at + length :]).strip() + "\n"
    result = parse("goita/table", "round", Text(table), (0, len(table)), {})
    if isinstance(result, Finding):
        assert set(codes(table, "goita/table"))


@pytest.mark.parametrize(
    "text", ["0. 王 1. 飛", "0. 王\n1. 飛 2. し\n3. し", "turn A B C D 1st なし"]
)
def test_every_player_and_every_turn_has_a_line(text: str) -> None:
    hands = "0. 王\n1. 王\n2. 王\n3. 王\n"
    table = "player hand\n" + (text if text.startswith("0") else hands + text) + "\n"
    assert isinstance(parse("goita/table", "round", Text(table), (0, len(table)), {}), Finding)
