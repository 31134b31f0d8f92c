"""Tables as people write them: read if unambiguous, otherwise with advice on what to write."""

from __future__ import annotations

from typing import Any

import pytest

import kifu
from kifu.findings import Finding
from kifu.formats.events.events import Moves
from kifu.formats.files.detect import detect
from kifu.formats.mighty.gibo.events import events, meant
from kifu.formats.text.grammar import grammar
from kifu.formats.text.text import Text
from kifu.replayer.mighty.record import Deal, Record

from ...imports import ROOT
from ...loops import all_of
from ...replayer.mighty.helpers import TABLE

BY_NAME = """\
Players: Jun, Mina, Soo, Tae, Won

Deal: 1
Dealer: Mina
Auction: Mina pass, Soo 18♦, Tae pass, Won pass, Jun pass
President: Soo
Contract: 20 spades
Jun Mina Soo! Tae~ Won
1   ♣4   ♣A*  (♣2  ♣3  ♣6
"""
BY_SEAT = """\
Players: Jun Mina Soo Tae Won

Deal: 1
Dealer: P1
Auction: P1 pass, P2 18♦, P3 pass, P4 pass, P0 pass
Contract: 20♠
R   P0   P1   P2!  P3~  P4
1   ♣4   ♣A*  (♣2  ♣3   ♣6
"""


def test_players_may_be_named_instead_of_seats() -> None:
    assert errors(BY_NAME) == []
    assert deals(BY_NAME) == deals(BY_SEAT)
    assert kifu.loads(BY_NAME, type=Record).players == ("Jun", "Mina", "Soo", "Tae", "Won")


@pytest.mark.parametrize(
    "head",
    ["Jun Mina Soo Tae Won", "R Jun Mina Soo! Tae Won", "P0 P1 P2! P3 P4", "Jun Mina Soo! Tae Won"],
)
def test_the_president_is_named_once_or_twice(head: str) -> None:
    text = BY_NAME.replace("Jun Mina Soo! Tae~ Won", head)
    assert errors(text) == []
    assert deals(text)[0].president == 2


def test_two_presidents_are_one_slip() -> None:
    (error,) = errors(BY_NAME.replace("President: Soo", "President: Tae"))
    assert (error.code, error.line, error.column) == ("F301", 8, 10)


@pytest.mark.parametrize(
    "head",
    ["Ann Ben Cho Dan Eve", "ann ben cho! dan eve", "김 이 박 최 정", "Ann! Ben Cho~ Dan Eve"],
)
def test_a_head_of_names_needs_no_r(head: str) -> None:
    record = kifu.loads(f"{head}\n1 ♣4 ♣A* (♣2 ♣3 ♣6\n", type=Record)
    assert record.players == tuple(each.strip("!~") for each in head.split())


@pytest.mark.parametrize("line", ["here is a hand again", "Five words of some prose."])
def test_prose_above_a_table_is_not_its_head(line: str) -> None:
    assert [each.code for each in errors(f"Title: x\n{line}\n1 ♣4 ♣A* (♣2 ♣3 ♣6\n")] == ["F301"]


@pytest.mark.parametrize("name", ["Mini", "P7", "Jun Mina"])
def test_somebody_else_cannot_deal(name: str) -> None:
    (error,) = errors(BY_NAME.replace("Dealer: Mina", f"Dealer: {name}"))
    assert error.line == 4


SPADES = """\
Contract: 14♠
Friend: ♦A
R   P0!  P1   P2   P3~  P4
1   (♥K  ♥T   ♥2   ♥A*  ♥8
2   ♣Q   ♣T   ♣3   (♣A* ♣4
"""


def deals(text: str) -> tuple[Deal, ...]:
    return kifu.loads(text, type=Record).deals


def errors(text: str) -> list[Finding]:
    return [each for each in kifu.validate(text) if each.severity == "error"]


def without(table: str, *, numbers: bool = False, head: bool = False) -> str:
    """Remove the row numbers or the head of a table."""
    lines = table.splitlines()[head:]
    return "".join(f"{line[4:] if numbers and line[:1] in '123' else line}\n" for line in lines)


ORDINALS = {"1 ": "1st ", "2 ": "2nd ", "3 ": "3rd ", **{f"{n} ": f"{n}th " for n in range(4, 11)}}

SAME = {
    "a winner's mark set apart": ("♥K*", "♥K *"),
    "a leader's mark set apart": ("(♥Q*", "( ♥Q*"),
    "a call set apart": ("(♣3!", "(♣3 !"),
    "a suit set apart": ("♥K*", "♥ K*"),
    "all marks set apart": ("(♥J*", "( ♥J *"),
    "another star": ("(☆♠", "(★♠"),
    "the suit before the joker": ("(☆♠", "(♠☆"),
    "both": ("(☆♠", "(♠★"),
    "the joker in letters": ("(☆♠", "(JokerS"),
    "a role set apart": ("P0! ", "P0 !"),
    "seats by number": ("P0!  P1   P2~  P3   P4", "0! 1 2 ~ 3 4"),
    "a head without R": ("R   P0!", "    P0!"),
}


@pytest.mark.parametrize("name", SAME)
def test_another_spelling_means_the_same(name: str) -> None:
    right, written = SAME[name]
    assert right in TABLE
    text = TABLE.replace(right, written, 1)
    assert detect(text.encode()) is not None
    assert errors(text) == []
    assert deals(text) == deals(TABLE)
    assert kifu.dumps(kifu.loads(text), "mighty/gibo") == kifu.dumps(
        kifu.loads(TABLE), "mighty/gibo"
    )


@pytest.mark.parametrize("name", SAME)
def test_cells_are_the_words_of_the_grammar(name: str) -> None:
    """Rows are split without lark, with the same result."""
    old, new = SAME[name]
    text = TABLE.replace(old, new)
    parser: Any = grammar("mighty/gibo", "line")
    lines = [parser.parse(line).children[0] for line in text.splitlines()]
    rows = [each for each in lines if each.data == "row"]
    moves = [each for each in events(*meant(Text(text))) if isinstance(each, Moves)]
    assert [[str(word) for word in row.children] for row in rows] == [
        [each.label, *each.spelled] for each in moves
    ]
    for each in moves:
        assert [text[move.start : move.end] for move in each.each(text)] == [*each.spelled]


def test_numbers_of_rounds() -> None:
    for suffix in (".", ")"):
        dotted = "\n".join(
            line.replace(" ", f"{suffix} ", 1) if line[:1].isdigit() else line
            for line in TABLE.split("\n")
        )
        assert deals(dotted) == deals(TABLE)
    counted = TABLE
    for plain, ordinal in ORDINALS.items():
        counted = counted.replace(f"\n{plain}", f"\n{ordinal}")
    assert "10th" in counted
    assert deals(counted) == deals(TABLE)
    assert deals(without(TABLE, numbers=True))[0].tricks == deals(TABLE)[0].tricks


def test_a_table_without_its_head() -> None:
    headless = without(TABLE, head=True)
    (found,) = deals(headless)
    assert found.tricks == deals(TABLE)[0].tricks
    assert errors(headless) == []
    assert len(deals(headless + headless)) == 2
    assert len(deals(headless + TABLE)) == 2
    assert len(deals("Contract: 15♥\n" + headless + "Points: 15\nFriend: ♠A\n" + headless)) == 2
    ascii_table = headless.translate(str.maketrans("♠♦♥♣", "SDHC")).replace("☆", "JK")
    assert deals(ascii_table) == deals(headless)


def test_rounds_are_counted_without_a_head_too() -> None:
    lines = without(TABLE, head=True).splitlines(keepends=True)
    (error,) = errors("".join(lines[:3] + lines[4:]))
    assert error.line == 4
    assert error.message == "expected 4, found '5': rounds are counted from 1"


@pytest.mark.parametrize("friend", ["Mighty", "mighty"])
def test_the_mighty_is_the_card_of_the_contract(friend: str) -> None:
    assert deals(SPADES.replace("Friend: ♦A", f"Friend: {friend}")) == deals(SPADES)
    hearts = "Contract: 15♥\nFriend: Mighty\n" + TABLE
    assert deals(hearts)[0].friend == "SA"
    assert deals(hearts.replace("♠A*", "Mighty*")) == deals(hearts)


def test_the_mighty_has_to_be_written_if_the_trump_is_not() -> None:
    due = "the Mighty is ♠A, or ♦A if spades are trump: write the card"
    (error,) = errors("Friend: Mighty\n" + TABLE)
    assert (error.line, error.message) == (1, due)
    (error,) = errors(TABLE.replace("♠A*", "Mighty*"))
    assert (error.line, error.column, error.message) == (4, 15, due)


@pytest.mark.parametrize(
    ("written", "friend"), [("1st", "first"), ("Joker", "JK"), ("★", "JK"), ("joker", "JK")]
)
def test_a_friend(written: str, friend: str) -> None:
    assert deals(f"Contract: 15♥\nFriend: {written}\n" + TABLE)[0].friend == friend


@pytest.mark.parametrize(
    ("written", "contract"), [("14 ♠", "14S"), ("14 S", "14S"), ("16 NT", "16N"), ("16NT", "16N")]
)
def test_a_number_and_a_trump_may_stand_apart(written: str, contract: str) -> None:
    text = f"Auction: P0 {written}, P1 pass\nContract: {written}\n{TABLE}"
    (deal,) = deals(text)
    assert deal.contract == contract
    assert [bid.call for bid in deal.bids or ()] == [contract, "pass"]


# Names in the head

NAMED = TABLE.replace("P0!  P1   P2~  P3   P4", 'Ann! "Mr. Ben" Cho~ 은희 Eve')


def test_names_in_the_head_are_those_of_the_players() -> None:
    record = kifu.loads(NAMED, type=Record)
    assert record.players == ("Ann", "Mr. Ben", "Cho", "은희", "Eve")
    assert record.deals == deals(TABLE)
    assert [each.code for each in errors(NAMED + NAMED + TABLE)] == ["M503", "M503"]
    assert errors('Players: Ann "Mr. Ben" Cho 은희 Eve\n' + NAMED) == []
    assert len(kifu.loads(NAMED + NAMED, type=Record).deals) == 2


HEADS = {
    "a different order": (NAMED + NAMED.replace("Cho~ 은희", "은희 Cho~"), 12, 20),
    "a name that differs from the header": ("Players: Ann Ben Cho 은희 Eve\n" + NAMED, 2, 10),
    "a duplicate name": (NAMED.replace("Eve", "Ann"), 1, 28),
    "players counted from 1": (TABLE.replace("P0!  P1   P2~  P3   P4", "1! 2 3~ 4 5"), 1, 5),
    "seats counted from 1": (TABLE.replace("P0!  P1   P2~  P3   P4", "P1! P2 P3~ P4 P5"), 1, 5),
    "a seat among names": (NAMED.replace("Eve", "P3"), 1, 5),
    "a card": (TABLE.replace("R   P0!  P1   P2~  P3   P4", "R   ♥4 ♥2 ♥Q ♠A* ♥5"), 1, 5),
}


@all_of("name", HEADS)
def test_a_head_that_could_mean_two_things(name: str) -> None:
    text, line, column = HEADS[name]
    found = errors(text)
    assert (found[0].code, found[0].line, found[0].column) == ("F301", line, column)
    assert "expected" in found[0].message or "P0 to P4" in found[0].message


def test_a_row_with_a_cell_too_few_is_no_row_without_a_number() -> None:
    (error,) = errors(TABLE.replace("   ♦2\n", "\n"))
    assert (error.code, error.line) == ("F301", 2)


def test_a_head_that_stands_twice_begins_no_other_deal() -> None:
    head, rest = TABLE.split("\n", 1)
    (error,) = errors(f"{head}\n{head}\n{rest}")
    assert (error.line, error.message) == (
        2,
        "'R' is repeated in the deal; write 'Deal:' to begin another one",
    )


def places(text: str) -> list[tuple[str, int | None]]:
    return [(each.code, each.line) for each in errors(text)]


def test_an_eleventh_round_is_too_many() -> None:
    assert places(TABLE + "11 ♦3 ♣2 ♠2 . .\n") == [("M408", 12)]


def test_nothing_that_contradicts_a_hand_is_inferred_to_be_buried() -> None:
    hand = "Hand P1: ♦5 ♣A ☆ ♥3 ♠4 ♣K ♠3 ♦4 ♦6 ♣6\n"
    assert places(hand + TABLE) == []
    assert places(hand.replace("♣6", "♣2") + TABLE) == [("M302", 12)]


def test_a_table_that_was_played_under_another_trump() -> None:
    for contract in ("15♠", "?♣"):
        (error,) = errors(f"Contract: {contract}\n{TABLE}")
        assert (error.code, error.line) == ("M206", 1)
    assert "♥" in error.message


def test_a_play_that_is_missing_is_reported_in_its_round() -> None:
    for number, (right, missing) in enumerate([("♦T ", ". "), ("♣A*", ". "), ("♠6", ".")], start=2):
        ((code, line),) = places(TABLE.replace(right, missing, 1))
        assert (code, line) == ("M301", number)
    assert places(TABLE.replace("♥K* ", ".   ")) == [("M301", 5)]
    under_way = "".join(TABLE.splitlines(keepends=True)[:2]) + "2 (♣5 . . . .\n"
    assert places(under_way) == []
    assert places(under_way + "2 (♣5 . . . .\n") == [("F301", 4)]


def test_totals_at_the_end_of_a_table_that_is_not_said_to_begin_a_match() -> None:
    paid = "Payoffs: 2200 -1100 1100 -1100 -1100\n"
    end = "Totals: 3200 -2100 1100 -1100 -1100\n"
    assert errors(TABLE + paid + end) == []
    assert errors(TABLE + paid + "Totals: 2200 -1100 1100 -1100 -1100\n") == []
    assert places("Deal: 1\n" + TABLE + paid + end) == [("M502", 14)]
    assert errors("Deal: 1 after a gap\n" + TABLE + paid + end) == []
    written = kifu.dumps(kifu.loads(TABLE + paid + end), "mighty/gibo")
    assert errors(written) == []
    assert places("Totals: 0 0 0 0 0\n" + TABLE + paid + end) == [("M502", 14)]


def test_payoffs_that_follow_from_no_score_say_who_gets_twice_the_score() -> None:
    table = (ROOT / "examples" / "mighty" / "table.gibo").read_text("utf-8")
    (found,) = errors(table + "Payoffs: 300 -100 -100 -100 0\n")
    assert "gets twice the score" in found.message
