"""mighty/gibo: the paper's table as text, with header lines for what the table lacks."""

from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from msgspec.structs import replace

import kifu
from kifu.findings import Finding
from kifu.formats import CannotHold
from kifu.replayer import game
from kifu.replayer.mighty.options import Options, resolved
from kifu.replayer.mighty.record import Deal, Record, Trick

from ...helpers import RANDOM, codes, marked, only, records_of
from ...imports import ROOT
from ...loops import all_of

TABLE = """\
R   P0!  P1   P2~  P3   P4
1   (♦A* ♦5   ♦T   ♦Q   ♦2
2   (♣5  ♣A*  ♣9   ♣Q   ♣4
3   ♠5   (☆♠  ♠A*  ♠6   ♠7
"""
HEADING = """\
Title: 화요일
Players: Ann "Mr. Ben" Cho Dan Eve
Start: 2026-11-20T20:00+09:00
End: 2026-11-20T23:00+09:00
Rules: league
Options: joker_dead_in=1 mult_solo=2
Options: t1_stuck=-
View: P3
"""


def errors(text: str) -> list[Finding]:
    """Return the errors, without the notes on missing values."""
    return [each for each in kifu.validate(text, "mighty/gibo") if each.severity != "note"]


def the_error(text: str) -> Finding:
    (error,) = errors(text)
    return error


# What is read


def test_the_heading() -> None:
    record = kifu.loads(HEADING + TABLE.replace("P2~", "P2"), type=Record)
    assert record.title == "화요일"
    assert record.players == ("Ann", "Mr. Ben", "Cho", "Dan", "Eve")
    assert (record.start_time, record.end_time) == (
        "2026-11-20T20:00+09:00",
        "2026-11-20T23:00+09:00",
    )
    rules = record.rules
    assert (rules.preset, rules.bid_min, rules.base) == ("league", 14, 14)
    assert (rules.joker_dead_in, rules.mult_solo, rules.t1_stuck) == ((1,), 2, ())
    assert record.view == 3


def test_the_table() -> None:
    (deal,) = kifu.loads(TABLE, type=Record).deals
    assert (deal.president, deal.friend_player) == (0, 2)
    assert [(trick.lead, trick.winner) for trick in deal.tricks] == [(0, 0), (0, 1), (1, 2)]
    assert deal.tricks[2].cards == ("S5", "JKS", "SA", "S6", "S7")


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_letters_are_read_as_symbols_are(newline: str) -> None:
    typed = TABLE.translate(str.maketrans("♠♦♥♣", "SDHC")).replace("☆", "JK")
    assert kifu.loads(typed.replace("\n", newline), type=Record) == kifu.loads(TABLE, type=Record)


def test_white_space_and_empty_lines_mean_nothing() -> None:
    spread = TABLE.replace("\n", "  \n\n\t ").replace("   ", "\t")
    assert kifu.loads(spread, type=Record) == kifu.loads(TABLE, type=Record)


def test_every_header_of_a_deal_may_be_left_out() -> None:
    record = game("mighty").generate(Random(1))
    text = kifu.dumps(record, "mighty/gibo")
    lines = text.splitlines(keepends=True)
    headers = [number for number, line in enumerate(lines) if ":" in line]
    assert len(headers) > 15
    for number in headers:
        left = "".join(lines[:number] + lines[number + 1 :])
        assert errors(left) == []


def test_a_printers_minus() -> None:
    text = kifu.dumps(game("mighty").generate(Random(1)), "mighty/gibo")
    assert "-" in text
    signs = "\n".join(
        line.replace("-", "−") if line.startswith(("Totals", "Score", "Payoffs")) else line
        for line in text.split("\n")
    )
    assert signs != text
    assert kifu.loads(signs, type=Record) == kifu.loads(text, type=Record)


# Deals and matches


def test_deals_begin_by_their_number_or_by_a_header_behind_a_table() -> None:
    for between in ("Deal: 2\n", "Dealer: P2\n", "Kitty: ♠2 ♦3 ♣2\n", "", "\n"):
        assert len(kifu.loads(TABLE + between + TABLE, type=Record).deals) == 2


def test_matches_stand_apart_by_a_line() -> None:
    text = TABLE + "---\n" + HEADING + TABLE.replace("~", " ")
    records = records_of(text, Record)
    assert [len(each.deals) for each in records] == [1, 1]
    assert [each.title for each in records] == [None, "화요일"]


def test_a_gap() -> None:
    (first, second) = kifu.loads(TABLE + "Deal: 2 after a gap\n" + TABLE, type=Record).deals
    assert (first.gap, second.gap) == (False, True)


# What is rejected


class Slip(NamedTuple):
    """A slip: the text replaced, its replacement, and where and how it is reported."""

    right: str
    wrong: str
    line: int
    column: int
    message: str
    """The start of the message."""


SLIPS = {
    "a play is missing": Slip(
        right="   ♦2\n",
        wrong="\n",
        line=2,
        column=22,
        message="expected a play (♠A, (♥T, ☆♥, ♣3!, ♦K*), found the end of the line",
    ),
    "an extra play": Slip(
        right="♦2\n",
        wrong="♦2 ♦3\n",
        line=2,
        column=28,
        message="expected another line, found '♦3'",
    ),
    "two leaders": Slip(
        right="♦5  ",
        wrong="(♦5 ",
        line=2,
        column=10,
        message="a second player of the round is marked '('",
    ),
    "two winners": Slip(
        right="♦5  ",
        wrong="♦5* ",
        line=2,
        column=10,
        message="a second player of the round is marked '*'",
    ),
    "two presidents": Slip(
        right="P1  ",
        wrong="P1! ",
        line=1,
        column=10,
        message="a second player is marked '!'",
    ),
    "a duplicate column": Slip(
        right="P1  ",
        wrong="P2  ",
        line=1,
        column=10,
        message="expected P1, found 'P2': the columns are in seat order",
    ),
    "a round number is skipped": Slip(
        right="\n3 ",
        wrong="\n4 ",
        line=4,
        column=1,
        message="expected 3, found '4': rounds are counted from 1",
    ),
    "a header similar to `Title`": Slip(
        right="R ",
        wrong="Titel: x\nR ",
        line=1,
        column=1,
        message="expected Title:, found 'Titel:'",
    ),
    "marks in the wrong order": Slip(
        right="(♦A*",
        wrong="*(♦A",
        line=2,
        column=5,
        message="expected (♦A*, found '*(♦A'",
    ),
    "a header similar to `Dealer`": Slip(
        right="R ",
        wrong="Dealr: P0\nR ",
        line=1,
        column=1,
        message="expected Dealer:, found 'Dealr:'",
    ),
    "a duplicate header": Slip(
        right="R ",
        wrong="Dealer: P0\nDealer: P1\nR ",
        line=2,
        column=9,
        message="'Dealer' is repeated in the deal",
    ),
    "the wrong number of the deal": Slip(
        right="R ",
        wrong="Deal: 2\nR ",
        line=1,
        column=7,
        message="'2' is not 1: deals are counted from 1",
    ),
    "a hand of a nonexistent player": Slip(
        right="R ",
        wrong="Hand P5: ♠A\nR ",
        line=1,
        column=6,
        message="P5 is not a player: players are P0 to P4",
    ),
    "a call without its player": Slip(
        right="R ",
        wrong="Auction: 15♥, pass\nR ",
        line=1,
        column=10,
        message="expected a player (P0 to P4) or another line, found '15♥'",
    ),
    "four names": Slip(
        right="R ",
        wrong="Players: A B C D\nR ",
        line=1,
        column=17,
        message="expected five names",
    ),
    "a view of a nonexistent player": Slip(
        right="R ",
        wrong="View: P5\nR ",
        line=1,
        column=7,
        message="expected at most 4, found 5",
    ),
    "an unknown preset": Slip(
        right="R ",
        wrong="Rules: house\nR ",
        line=1,
        column=8,
        message='expected "seed", "pagat" or "league", found "house"',
    ),
    "an unknown option": Slip(
        right="R ",
        wrong="Options: bid_mn=14\nR ",
        line=1,
        column=10,
        message='the key "bid_mn" is unknown; ',
    ),
    "an unknown value of an option": Slip(
        right="R ",
        wrong="Options: nt_ties=no\nR ",
        line=1,
        column=10,
        message='expected "beats" or "must-exceed", found "no"',
    ),
    "an invalid time": Slip(
        right="R ",
        wrong="Start: yesterday\nR ",
        line=1,
        column=8,
        message="expected a time in ISO 8601",
    ),
    "a line about the match after a deal": Slip(
        right="♠7\n",
        wrong="♠7\nTitle: x\n",
        line=5,
        column=1,
        message="'Title:' must come before the first deal",
    ),
    "a hand with the name of a line about the match": Slip(
        right="R ",
        wrong="Dealer: P0\nView P2: ♠7 ??\nR ",
        line=2,
        column=1,
        message="'View' is not a header: expected one of Deal, Title",
    ),
    "an unknown end": Slip(
        right="♠7\n",
        wrong="♠7\nResult: draw\n",
        line=5,
        column=9,
        message="expected won, lost, thrown-in or unfinished, found 'draw'",
    ),
    "a score that is not a number": Slip(
        right="♠7\n",
        wrong="♠7\nScore: lots\n",
        line=5,
        column=8,
        message="expected a number, found 'lots'",
    ),
}


@all_of("name", SLIPS)
def test_syntax_errors(name: str) -> None:
    slip = SLIPS[name]
    assert slip.right in TABLE
    error = the_error(TABLE.replace(slip.right, slip.wrong, 1))
    assert (error.line, error.column) == (slip.line, slip.column)
    assert error.message.startswith(slip.message)


def test_a_suit_behind_a_card_that_is_no_joker_is_one_that_may_not_be_named() -> None:
    error = the_error("Contract: ?♥\n" + TABLE.replace("(♦A*", "(♦A♥*"))
    assert (error.code, error.line, error.column) == ("M310", 3, 5)


def test_a_round_left_out_is_reported_once() -> None:
    head, first, _, third = TABLE.splitlines(keepends=True)
    fourth = third.replace("3 ", "4 ", 1)
    error = the_error(head + first + third + fourth)
    assert (error.line, error.message) == (
        3,
        "expected 2, found '3': rounds are counted from 1",
    )


RIGHT = {"♦10": "♦T", "d5": "D5"}


@pytest.mark.parametrize("wrong", ["♦10", "d5", "♢5", "5♦"])
def test_a_card_spelt_otherwise_is_reported_with_the_likely_card(wrong: str) -> None:
    text = TABLE.replace("♦5", wrong)
    error = the_error(text)
    assert (error.code, error.line, error.column) == ("M003", 2, 10)
    assert marked(text, error) == wrong
    assert error.message == f"{wrong!r} is not a card: write {RIGHT.get(wrong, '♦5')}"


@pytest.mark.parametrize("line", ["Friend: ♠A", "Score: -1100", "Payoffs: 4 -1 -1 -1 -1"])
def test_a_header_alone_is_detected(line: str) -> None:
    (reading,) = kifu.read(line)
    assert reading.notation is not None
    assert reading.notation.id == "mighty/gibo"


@pytest.mark.parametrize("known", ["Hand P1:", "Options:"])
def test_a_header_that_runs_into_what_follows_is_none(known: str) -> None:
    text = (ROOT / "examples" / "mighty" / "match.gibo").read_text("utf-8")
    run = known.replace(" ", "") if " " in known else "Options bid_max=20:"
    head = text if known in text else f"Options: bid_max=20\n{text}"
    line = head[: head.index(known)].count("\n") + 1
    found = kifu.validate(head.replace(known, run, 1), "mighty/gibo")
    assert [(each.code, each.line) for each in found if each.severity == "error"][:1] == [
        ("F301", line)
    ]


def test_options_behind_a_sign_that_is_no_colon_are_one_error() -> None:
    error = the_error("Options* bid_max=20\n" + TABLE)
    assert (error.code, error.line) == ("F301", 1)


def test_a_text_without_a_deal() -> None:
    error = only("Title: x\n", "mighty/gibo")
    assert error.message == "the match has no deal: a table or a deal header is missing"


def test_a_deal_that_cannot_be_read_leaves_the_others() -> None:
    text = TABLE + "Deal: two\n" + "Deal: 3\n" + TABLE.replace("♦5 ", "♦5*")
    assert [(each.code, each.line) for each in errors(text)] == [("F301", 5), ("F301", 8)]


# The result


def test_a_result_in_parts() -> None:
    text = kifu.dumps(game("mighty").generate(Random(1)), "mighty/gibo")
    whole = kifu.loads(text, type=Record)
    for name in ("Result", "Points", "Score", "Payoffs"):
        lines = [each for each in text.split("\n") if not each.startswith(f"{name}:")]
        record = kifu.loads("\n".join(lines), type=Record)
        assert errors("\n".join(lines)) == []
        assert [each.result.end for each in record.deals] == [
            each.result.end for each in whole.deals
        ]


def test_a_result_of_a_deal_that_is_not_finished() -> None:
    error = the_error(TABLE + "Payoffs: 2 1 -1 -1 -1\n")
    assert (error.code, error.line, error.column) == ("M405", 5, 10)


# What is written


@given(RANDOM)
def test_written_text_is_read_back(rng: Random) -> None:
    record: Record = game("mighty").generate(rng)
    text = kifu.dumps(record, "mighty/gibo")
    assert codes(text) == []
    assert kifu.loads(text, type=Record) == record
    assert kifu.dumps(kifu.loads(text, type=Record), "mighty/gibo") == text


def test_a_caller_that_calls_and_wins_keeps_its_distance() -> None:
    cards = ("H2", "H5", "H4", "C3!", "SJ")
    record = Record(deals=(Deal(tricks=(Trick(lead=3, cards=cards, winner=3),)),))
    assert "1   ♥2   ♥5   ♥4   (♣3!* ♠J\n" in kifu.dumps(record, "mighty/gibo")


@pytest.mark.parametrize(
    ("name", "quoted"),
    [
        ("Ann", "Ann"),
        ("Kim,J", '"Kim,J"'),
        ("Mr. Änn", '"Mr. Änn"'),
        ("은 은", '"은 은"'),
        ("Ann\u202enB", '"Ann\\u202enB"'),
        ("Ä\nB", '"Ä\\nB"'),
    ],
)
def test_names_are_quoted_where_they_have_to_be(name: str, quoted: str) -> None:
    record = replace(kifu.loads(TABLE, type=Record), players=(name, *"BCDE"))
    text = kifu.dumps(record, "mighty/gibo")
    assert f"Players: {quoted} B C D E\n" in text
    assert kifu.loads(text, type=Record).players == record.players


def written(**options: Any) -> list[str]:
    """Return the header lines that state the rules."""
    record = kifu.loads(TABLE, type=Record)
    text = kifu.dumps(replace(record, rules=resolved(options)), "mighty/gibo")
    assert kifu.loads(text, type=Record).rules == resolved(options)
    assert all(len(line) <= 80 for line in text.splitlines())
    return [line for line in text.splitlines() if line.startswith(("Rules:", "Options:"))]


def test_options_that_differ_from_the_preset_are_written() -> None:
    assert written() == ["Rules: seed"]
    assert written(risk=100) == ["Rules: seed", "Options: risk=100"]
    assert written(joker_dead_in=[], score_cap=2000) == [
        "Rules: seed",
        "Options: joker_dead_in=- score_cap=2000",
    ]


def test_options_of_a_preset_that_may_change_are_all_written() -> None:
    rules, *lines = written(preset="league", risk=100)
    assert rules == "Rules: league"
    options = [option for line in lines for option in line.removeprefix("Options: ").split(" ")]
    assert {"bid_min=14", "base=14", "risk=100", "card=200", "score_cap=2000"} < {*options}
    assert len(options) == len(Options.__struct_fields__) - 1
    # Each line holds as many options as fit.
    firsts = [line.split(" ")[1] for line in lines[1:]]
    assert all(len(line) + 1 + len(first) > 80 for line, first in zip(lines, firsts, strict=False))


def test_records_it_cannot_hold() -> None:
    record = Record(deals=(Deal(tricks=(Trick(cards=("DA", "D5")),)),))
    with pytest.raises(CannotHold, match="a trick of 2 cards"):
        kifu.dumps(record, "mighty/gibo")


def test_a_header_that_runs_into_its_only_number_is_an_error() -> None:
    assert the_error("Totals:0").code == "F301"


def test_a_line_out_of_order_without_a_colon() -> None:
    assert {each.code for each in errors("Hand\nDeal: 1")} == {"F301"}
