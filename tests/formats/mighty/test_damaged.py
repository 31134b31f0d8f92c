"""One bad line in a text gibo hides no other errors."""

from pathlib import Path
from random import Random
from statistics import mean

import pytest

import kifu
from kifu import formats, replayer
from kifu.findings import Finding
from kifu.formats.text.text import Text
from kifu.replayer.mighty.record import Record

from ...campaign import few, sample
from ...helpers import marked, repaired
from ...loops import all_of

MATCH = (Path(__file__).parents[3] / "examples/mighty/match.gibo").read_text(encoding="utf-8")
"""A valid match of three deals; row 7 of the second is on line 37."""

WON = (Path(__file__).parents[3] / "examples/mighty/won.gibo").read_text(encoding="utf-8")

GAME = replayer.game("mighty")
GIBO = formats.notation("mighty/gibo")


def lines(seed: int = 1) -> list[str]:
    """Return the lines of a valid match of several deals."""
    for number in range(seed, seed + 50):
        text = GIBO.write(GAME.generate(Random(number)))
        if text.count("Payoffs:") > 1 and not reported(text.split("\n")):
            return text.split("\n")
    raise AssertionError


def reported(text: list[str]) -> list[tuple[str, int | None]]:
    findings = kifu.validate("\n".join(text), GIBO.id)
    return [(each.code, each.line) for each in findings if each.severity == "error"]


def where(text: list[str], start: str, number: int = 0) -> int:
    return [at for at, line in enumerate(text) if line.startswith(start)][number]


def test_several_bad_lines_of_a_deal() -> None:
    text = lines()
    kitty, row = where(text, "Kitty"), where(text, "3 ")
    text[kitty] = text[kitty].replace("Kitty", "Kity")
    text[row] = text[row].rsplit(maxsplit=1)[0]
    found = reported(text)
    assert [code for code, _ in found] == ["F301", "F301"]
    assert found[0] == ("F301", kitty + 1)


def test_a_bad_line_hides_no_broken_rule_before_it() -> None:
    text = lines()
    row = where(text, "2 ")
    cells = text[where(text, "1 ")].split()
    cells[1] = cells[1].replace(cells[1].strip("(*!~"), "♠?")
    text[where(text, "1 ")] = " ".join(cells)
    text[row] = f"{text[row]} ♠A"
    assert ("F301", row + 1) in reported(text) or ("F301", row + 2) in reported(text)
    assert any(code.startswith("M") for code, _ in reported(text))


def test_a_bad_deal_hides_no_other() -> None:
    text = lines()
    first, last = where(text, "Dealer"), where(text, "Payoffs", -1)
    text[first] = text[first].replace(":", "")
    text[last] = "Payoffs: 1 1 1 1 1"
    assert reported(text) == [("F301", first + 1), ("M407", last + 1)]


def test_a_header_without_its_colon_does_not_take_a_suit_with_it() -> None:
    text = lines()
    kitty = where(text, "Kitty")
    right, wrong = "\n".join(text), "\n".join(text).replace("Kitty:", "Kitty", 1)
    assert reported(wrong.split("\n")) == [("F301", kitty + 1)]
    assert repaired(wrong, kifu.validate(wrong, GIBO.id)) == right


def test_a_bad_heading_hides_no_deal() -> None:
    text = lines()
    options, last = where(text, "Options"), where(text, "Kitty", -1)
    text[options] += " bid_min"
    text[last] = "Kitty: ♠? ♠?? ♠???"
    assert [code for code, _ in reported(text)] == ["F301", "M003", "M003", "M003"]


def test_one_slip_is_hardly_ever_two() -> None:
    found = list[int]()
    for seed in range(30):
        rng = Random(seed)
        text = GIBO.write(GAME.generate(rng))
        at = rng.randrange(len(text))
        wrong = reported((text[:at] + rng.choice(["", "x"]) + text[at + 1 :]).split("\n"))
        found += [len(wrong)] if wrong else []
    assert mean(found) < 1.2


def test_options_behind_a_table_are_out_of_place() -> None:
    text = lines()
    text.insert(where(text, "2 "), "Options: bid_min=14")
    assert reported(text)[0][0] == "F301"


def swapped(text: list[str], one: int, other: int) -> list[str]:
    text = [*text]
    text[one], text[other] = text[other], text[one]
    return text


@pytest.mark.parametrize("seed", range(1, 40, 13))
def test_two_rows_that_are_swapped_are_one_error_at_the_first(seed: int) -> None:
    text = lines(seed)
    for one, other in (("1 ", "2 "), ("3 ", "4 "), ("5 ", "8 "), ("9 ", "10 ")):
        first, second = where(text, one), where(text, other)
        changed = swapped(text, first, second)
        assert reported(changed) == [("F301", first + 1)]
        # With the row numbers in order, only the play shows the error.
        for at, row in ((first, one), (second, other)):
            changed[at] = f"{row}{changed[at].partition(' ')[2]}"
        found = reported(changed)
        assert [line for _, line in found] in ([found[0][1]], [])


@pytest.mark.parametrize("seed", [1, 21])
def test_a_misspelt_header_is_one_error_and_read_as_it_is_meant(seed: int) -> None:
    text, rng = lines(seed), Random(seed)
    for header in sorted({line.partition(" ")[0] for line in text if ":" in line}):
        word, at = header.rstrip(":"), where(text, header)
        if len(word) < 4:
            continue
        place = rng.randrange(1, len(word))
        ways = (
            word[:place] + "q" + word[place:],
            word[:-1] + "2",
            word[:-2] + word[-1] + word[-2],
        )
        for wrong in rng.sample(ways, min(sample(1), len(ways))):
            changed = [*text]
            changed[at] = text[at].replace(word, wrong, 1)
            assert reported(changed) == [("F301", at + 1)]
    changed = [*text]
    changed[where(text, "Deal: 2")] = "DJeal: 2"
    payoffs = where(text, "Payoffs", -1)
    changed[payoffs] = "Payoffs: 1 1 1 1 1"
    assert reported(changed) == [("F301", where(text, "Deal: 2") + 1), ("M407", payoffs + 1)]


def test_a_misspelt_header_is_placed_as_it_is_written() -> None:
    text = lines()
    at = where(text, "Dealer")
    text[at] = "Dealr: P9"
    found = [each for each in kifu.validate("\n".join(text), GIBO.id) if each.severity == "error"]
    assert [(each.line, each.column, each.end_column) for each in found] == [
        (at + 1, 1, 6),
        (at + 1, 8, 10),
    ]
    assert found[1].excerpt is not None
    assert found[1].excerpt.text == "Dealr: P9"


def test_the_fix_of_a_misspelt_header_makes_it_right() -> None:
    text = lines()
    at = where(text, "Rules")
    for wrong in ("Rulez: ", "Rulez ", "rules: ", "Rules "):
        changed = [*text]
        changed[at] = wrong + text[at].removeprefix("Rules: ")
        (found,) = (
            each for each in kifu.validate("\n".join(changed), GIBO.id) if each.severity == "error"
        )
        assert found.fix is not None
        assert found.fix.edits


def test_columns_that_are_swapped_are_one_error() -> None:
    text = lines()
    at = where(text, "R ")
    for head in ("R P1! P0 P2 P3~ P4", "R P0 P1 P4 P3 P2", "R 1 2 0 3 4", "R P0 P2 P3 P4 P5"):
        text[at] = head
        assert reported(text) == [("F301", at + 1)]
    names = ["Players: Ann Ben Cho Dan Eve", "R Ann Cho Ben Dan Eve", *table()]
    assert reported(names) == [("F301", 2)]


def table() -> list[str]:
    return ["1 (♣2  ♣3   ♣4   ♣A*  ♣6", "2 ♥A*  ♥9   ♥4   (♥K  ♥T"]


@pytest.mark.parametrize("number", ["2nth", "2st", "2th", "2rd", "2.)"])
def test_an_ordinal_that_nobody_writes(number: str) -> None:
    first, second = table()
    found = kifu.validate("\n".join([first, number + second[1:]]), GIBO.id)
    (error,) = (each for each in found if each.severity == "error")
    assert (error.line, error.message) == (2, f"{number!r} is not the number of a round: write 2")
    assert error.fix is not None
    for written in ("2nd", "2.", "2)"):
        assert reported([first, written + second[1:]]) == []


@pytest.mark.parametrize("preset", ["pagat", "league", "seed"])
def test_rules_that_cannot_be_read_judge_nothing(preset: str) -> None:
    for seed in range(1, 200):
        text = GIBO.write(GAME.generate(Random(seed))).split("\n")
        at = where(text, "Rules")
        if text[at] == f"Rules: {preset}":
            break
    else:
        raise AssertionError
    for wrong in (preset[:-1], preset + "x", "house"):
        text[at] = f"Rules: {wrong}"
        assert reported(text) == [("S004", at + 1)]
    text[at] = f"Rules: {preset}"
    text[at + 1 : at + 1] = ["Options: bid_mn=15"]
    assert reported(text) == [("S003", at + 2)]


def errors(text: str) -> list[Finding]:
    return [each for each in kifu.validate(text, GIBO.id) if each.severity == "error"]


def replaced(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


CARD_TWICE = ("♦4   ♦7 ", "♦4   ♦4 ")
"""A slip on line 37 of the match."""

WIDE = {"（♦J": "(♦J", "♥A＊": "♥A*", "(♣3！": "(♣3!", "（♥Q＊": "(♥Q*"}


@pytest.mark.parametrize("wide", WIDE)
def test_a_mark_of_full_width_is_mended_and_kept(wide: str) -> None:
    text = replaced(MATCH, WIDE[wide], wide)
    (error,) = errors(text)
    assert (error.code, error.message) == (
        "F301",
        f"expected {WIDE[wide]}, found {wide!r}",
    )
    assert repaired(text, [error]) == MATCH
    if WIDE[wide] != "(♦J":
        text = replaced(text, *CARD_TWICE)
        assert [each.code for each in errors(text)] == ["F301", "M004"]


def test_a_card_spelt_otherwise_keeps_its_mark_of_full_width() -> None:
    text = replaced(MATCH, "(♥T*", "（♥10*")
    (error,) = errors(text)
    assert repaired(text, [error]) == MATCH


@pytest.mark.parametrize("line", ["Deal: 1", "Deal: 3", "Dealer: P0", "Hand P0: ♠K ♠Q"])
def test_a_header_written_twice_is_one_error(line: str) -> None:
    found = next(each for each in MATCH.splitlines() if each.startswith(line))
    text = replaced(MATCH, *CARD_TWICE).replace(f"{found}\n", f"{found}\n{found}\n", 1)
    number = MATCH.splitlines().index(found) + 2
    assert sorted((each.code, each.line) for each in errors(text)) == [
        ("F301", number),
        ("M004", 38 if number < 37 else 37),
    ]


def test_options_written_twice_are_one_error() -> None:
    line = "Options: bid_min=13 bid_max=20\n"
    text = replaced(MATCH, "\nDeal: 1", f"{line}Options: misdeal=off\n{line}\nDeal: 1")
    assert [(each.code, each.line) for each in errors(text)] == [("F301", 6)]


def moved(line: str, before: str) -> str:
    """Return the match with a line moved before another one."""
    return replaced(MATCH.replace(f"{line}\n", "", 1), f"{before}\n", f"{line}\n{before}\n")


@pytest.mark.parametrize(
    ("line", "before", "found"),
    [
        ("Deal: 1", "Dealer: P0\nTotals: 0 0 0 0 0\nHand P0: ♠K ♠J ♥K ♥Q ♥T ♥8 ♥5 ♣7 ♣6 ☆", 17),
        ("Deal: 2", "9   ♥5*  (♣8  ♦8   ♠7   ♣K", 38),
        ("Deal: 3", "Score: -1300\nPayoffs: -2600 -1300 1300 1300 1300\n", 72),
    ],
)
def test_a_deal_that_begins_in_a_wrong_place_is_one_error(
    line: str, before: str, found: int
) -> None:
    assert [(each.code, each.line) for each in errors(moved(line, before))] == [("F301", found)]


@pytest.mark.parametrize("options", [None, "Options: bid_max=20 base=13"])
@pytest.mark.parametrize(
    ("lines", "before", "found"),
    [
        (["Rules: seed"], "Dealer: P0\nTotals: 0 0 0 0 0\nHand P0: ♠K ♠Q", "Rules:"),
        (["Players: Aram Byeol Chan Dahee Eun"], "Auction: P0 pass", "Players:"),
        (["Auction: P0 pass, P1 pass, P2 pass, P3 pass, P4 pass"], "Rules: seed", "Auction:"),
        (["Dealer: P0", "Totals: 0 0 0 0 0"], "Title: Tuesday table", "Dealer:"),
        (["Deal: 1"], "Players: Aram", "Players:"),
    ],
)
def test_lines_before_the_first_table_in_a_wrong_order_are_one_error(
    options: str | None, lines: list[str], before: str, found: str
) -> None:
    right = MATCH if options is None else replaced(MATCH, "Rules: seed", f"Rules: seed\n{options}")
    right = replaced(right, *CARD_TWICE)
    moved = "".join(f"{line}\n" for line in lines)
    text = replaced(replaced(right, moved, ""), before, f"{moved}{before}")
    slip, other = errors(text)
    assert (slip.code, marked(text, slip), other.code) == ("F301", found, "M004")
    mended = repaired(text, [slip])
    assert [each.code for each in errors(mended)] == ["M004"]
    assert sorted(mended.splitlines()) == sorted(right.splitlines())


def test_options_after_the_contract_are_read() -> None:
    options = "Rules: league\nOptions: bid_min=13"
    head = "Contract: 13♥\nRules: league\nOptions: bid_min=13\n"
    text = f"{head}Auction: P0 13♥, P1 pass, P2 pass, P3 pass, P4 pass\nResult: unfinished\n"
    (slip,) = errors(text)
    assert (marked(text, slip), slip.line) == ("Rules:", 2)
    assert repaired(text, [slip]).startswith(f"{options}\nContract:")
    (record,) = (each.record for each in kifu.read(text, GIBO.id))
    assert isinstance(record, Record)
    assert record.rules == GAME.options({"preset": "league", "bid_min": 13})


@pytest.mark.parametrize("wrong", ["1", "3", "7"])
def test_a_deal_with_a_wrong_number_is_one_error_and_is_checked(wrong: str) -> None:
    text = replaced(replaced(MATCH, "Deal: 2", f"Deal: {wrong}"), *CARD_TWICE)
    assert [(each.code, each.line) for each in errors(text)] == [("F301", 17), ("M004", 37)]


def test_a_finding_ends_where_the_word_ends() -> None:
    for old, new, code, word in (
        ("Deal: 2", "Deal: 12", "F301", "12"),
        ("Result: lost", "Result: unfinished", "M405", "unfinished"),
        ("Result: lost", "Result: won  ", "M405", "won"),
    ):
        text = replaced(MATCH, old, new)
        (error,) = errors(text)
        assert (error.code, marked(text, error)) == (code, word)


def test_an_option_that_is_none_hides_no_other_of_its_line() -> None:
    text = replaced(MATCH, "Rules: seed\n", "Rules: seed\nOptions: bid_min= basee=13 nt_ties=no\n")
    found = [(each.code, each.line, marked(text, each)) for each in errors(text)]
    assert found == [("F301", 4, "bid_min="), ("S003", 4, "basee=13"), ("S004", 4, "nt_ties=no")]


def test_a_deal_that_is_left_out_is_one_error() -> None:
    first, second = MATCH.index("Deal: 2"), MATCH.index("Deal: 3")
    fourth = MATCH[second:].replace("Deal: 3", "Deal: 4").replace("Dealer: P1", "Dealer: P3")
    fourth = fourth.replace("Totals: -2600 -1300 1300 1300 1300", "Totals: 1 -1 1 -1 0")
    text = MATCH[:first] + MATCH[second:] + "\n" + fourth
    found = errors(text)
    assert [each.message for each in found if each.code == "F301"] == [
        "'3' is not 2: deals are counted from 1"
    ]


STRAY = ["blah blah", "--", "// he cheated", "Remark: Ann came late", "R.I.P."]


@pytest.mark.parametrize("stray", STRAY)
@pytest.mark.parametrize("number", few([1, 2, 4, 17, 19, 30, 31, 34, 41, 46], 3))
def test_a_stray_line_is_one_error_and_hides_nothing(stray: str, number: int) -> None:
    text = replaced(MATCH, *CARD_TWICE).splitlines(keepends=True)
    text.insert(number - 1, f"{stray}\n")
    found = errors("".join(text))
    assert sorted((each.line, each.code) for each in found) == sorted(
        [(number, "F301"), (37 + (number <= 37), "M004")]
    )
    (error,) = (each for each in found if each.code == "F301")
    assert error.message.startswith(
        (f"{stray!r} is not a line of this notation", "'Remark' is not a header")
    )
    (reading,) = kifu.read("".join(text), GIBO.id)
    assert not reading.whole


def test_a_line_behind_a_bare_table_does_not_hide_it() -> None:
    table = MATCH[MATCH.rindex("R   P0!") : MATCH.rindex("Result:")]
    assert not errors(table)
    (reading,) = kifu.read(f"{table}--\n", GIBO.id)
    assert isinstance(reading.record, Record)
    assert len(reading.record.deals[0].tricks) == 10
    found = errors(replaced(f"{table}--\n", "♦5   ♠J", "♠T   ♠J"))
    assert {each.line for each in found if each.code == "F301"} == {12}
    assert {each.line for each in found} - {12} <= {6, 7}
    assert len(found) == 2


@pytest.mark.parametrize("text", ["blah\n", "blah\n---\nblah blah\n"])
def test_stray_lines_alone_are_reported(text: str) -> None:
    found = kifu.validate(text, GIBO.id)
    assert {each.code for each in found} == {"F301"}
    assert len(found) == text.count("blah\n")
    assert not any(reading.whole for reading in kifu.read(text, GIBO.id))


def test_a_stray_line_is_of_its_match() -> None:
    text = f"{MATCH}blah\n---\n{MATCH}"
    assert [reading.whole for reading in kifu.read(text, GIBO.id)] == [False, True]


def test_a_line_drawn_across_parts_two_matches() -> None:
    (finding,) = kifu.validate(f"{MATCH}\n--\n{MATCH}", GIBO.id)
    assert (finding.message, marked(f"{MATCH}\n--\n", finding)) == (
        "expected '---', found '--'",
        "--",
    )
    assert repaired(f"{MATCH}\n--\n{MATCH}", [finding]) == f"{MATCH}\n---\n{MATCH}"


@pytest.mark.parametrize(
    "line", ["P3 forgot ♣2 here", "P3 ♣2", "3 players left", "♠A and ♠K are out"]
)
def test_a_remark_may_name_cards_and_players(line: str) -> None:
    at = MATCH.index("4   ♠2*")
    assert reported(f"{MATCH[:at]}{line}\n{MATCH[at:]}".splitlines()) == [("F301", 63)]


def test_a_remark_in_the_place_of_a_row_is_one_error() -> None:
    rows = MATCH.splitlines()
    rows[62] = "here somebody left"
    assert reported(rows) == [("F301", 63)]


def fixed_in_one_run(text: str, found: list[Finding]) -> str:
    """Apply all fixes at once, as `--fix` does."""
    edits = [edit for each in found if each.fix is not None for edit in each.fix.edits]
    lines = text.splitlines(keepends=True)
    for edit in sorted(edits, key=lambda each: (each.line, each.column), reverse=True):
        assert edit.line == edit.end_line
        line = lines[edit.line - 1]
        lines[edit.line - 1] = line[: edit.column - 1] + edit.text + line[edit.end_column - 1 :]
    return "".join(lines)


def test_slips_of_several_kinds_keep_their_fixes_and_hide_nothing() -> None:
    text = replaced(MATCH, *CARD_TWICE)
    slips = [("♦6\n7 ", "\u00a0♦6\n7 "), ("♥6   ♥2", "♥６   ♥2"), ("♠K ♠Q ♠J ♠2", "♠K ♠Q ♠J ♤2")]
    wrong = text
    for right, slip in slips:
        wrong = replaced(wrong, right, slip)
    found = errors(wrong)
    assert [(each.code, each.line) for each in found] == [
        ("M003", 8),
        ("M003", 35),
        ("F301", 36),
        ("M004", 37),
    ]
    assert all(each.fix is not None and each.fix.safe for each in found[:3])
    assert " ".join(fixed_in_one_run(wrong, found[:3]).split()) == " ".join(text.split())


TEN = {
    "Rules: seed": "Rulez: seed",
    "Totals: 0 0 0 0 0": "Totals: 0 0 O 0 0",
    "Hand P1: ♠T": "Hand P1 ♠T",
    "♠6 ♦6 ♦5": "♠6 ♦6 ♢5",
    "P1 pass, P2 pass, P3 pass, P4 14♦": "P1 pass P2 pass, P3 pass, P4 14♦",
    "Discard: ♠J": "Disacrd: ♠J",
    "P0!  P1~": "P0!  ~P1",
    "(♠K* ♠8": "*(♠K ♠8",
    "♥4*  (♠Q  ♠9": "♥4*  (♠Q  ♤9",
    "Result: lost": "Result: lose",
}


def test_ten_slips_are_reported_and_fixed_in_one_run() -> None:
    wrong = MATCH
    for right, slip in TEN.items():
        wrong = replaced(wrong, right, slip)
    found = errors(wrong)
    assert len(found) == len(TEN)
    assert fixed_in_one_run(wrong, found) == MATCH


BROKEN = ["Rules: | seed", "Deal|er: P0", "Totals: 0| 0 0 0 0", "Hand P0|: ♠6 ♦J", "Kitty: ♠Q |♦6"]


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_line_is_one_error(broken: str) -> None:
    whole = broken.replace("|", "").replace("  ", " ")
    assert WON.count(whole) == 1
    text = WON.replace(whole, broken.replace("|", "\n"), 1)
    assert len(reported(text.split("\n"))) == 1
    assert len(reported(text.replace("Result: won", "Resultt; won").split("\n"))) == 2


BEGINNING_LIKE_ROWS = [
    ("Auction: P0 13♣, P1 14♥", "Auction: P0 1\n3♣, P1 14♥", 2),
    ("# ♠A is the Mighty", "#\n♠A is the Mighty", 1),
    ("hold it. Whoever", "hold it\n. Whoever", 1),
]


@pytest.mark.parametrize(("whole", "broken", "number"), BEGINNING_LIKE_ROWS)
def test_the_rest_of_a_broken_line_may_begin_like_a_row(
    whole: str, broken: str, number: int
) -> None:
    assert WON.count(whole) == 1
    assert len(reported(WON.replace(whole, broken).split("\n"))) == number


SWAPPED = [
    ("♠6 ♦J", "♠♦ 6J"),
    ("♠6 ♦J", "♠6♦ J"),
    ("♠6 ♦J", "♠ 6♦J"),
    ("♣8   ♥9", "♣8♥   9"),
    ("♣8   ♥9", "♣   8♥9"),
]


@pytest.mark.parametrize(("right", "swapped"), SWAPPED)
def test_characters_swapped_where_two_words_meet(right: str, swapped: str) -> None:
    assert right in WON
    text = WON.replace(right, swapped, 1)
    findings = kifu.validate(text, GIBO.id)
    assert len(findings) == 1
    assert repaired(text, findings).split() == WON.split()


OPTIONS = "Rules: seed\nOptions: risk=300\nOptions: friend_modes=card,none t1_lead_joker=allowed\n"
ONE_ERROR = [
    # a list with several wrong items
    ("Rules: seed\n", "Rules: seed\nOptions: joker_dead_in=1,,\n", "joker"),
    # the value of an option, and the name or the line break after it
    (
        "Rules: seed\n",
        OPTIONS.replace("none t1_lead_joker", "t1_lead_joker none"),
        "t1_lead_joker none",
    ),
    ("Rules: seed\n", OPTIONS.replace("300\nOptions", "\n300Options"), "\n300"),
    # a suit before a card that is not led
    ("♠8   ♠3   ♠4", "♠8   ♠♠3   ♠4", "♠♠3"),
    # a number too many, and a column too few
    ("-2600 -1300 1300 1300 1300", "-2600 -2600 -1300 1300 1300 1300", "-2600 -2600"),
    ("P0!  P1~  P2", "P0!  P2", "P2"),
    # a card that is dealt twice is the one in the place of a missing card
    ("P0: ♠K ♠J ♥K", "P0: ♠K ♠J ♥9", "♥9"),
]


@all_of(("right", "wrong", "at"), ONE_ERROR)
def test_a_slip_is_one_error_at_its_place(right: str, wrong: str, at: str) -> None:
    text = replaced(MATCH, right, wrong)
    (error,) = errors(text)
    expected = text.index(at, text.index(wrong))
    assert Text(text).offset(error.line or 1, error.column or 1) == expected


def test_the_rest_of_a_broken_hand_does_not_end_its_deal() -> None:
    found = errors(replaced(MATCH, "♠K ♠J ♥K", "♠K ♠J\nK"))
    assert max(each.line or 0 for each in found) < MATCH[: MATCH.index("Deal: 3")].count("\n")


@pytest.mark.parametrize("head", ["R P0! P1 P2 P3~", "R Aram Byeol Chan! Dahee~ Eun Fay"])
def test_a_record_is_written_without_an_unreadable_head_of_a_table(head: str) -> None:
    """Such a record has no names, rather than an empty list of them, which is not canonical."""
    (reading,) = kifu.read(f"Deal: 1\n{head}\n".encode())
    assert reading.record is not None
    assert '"players"' not in kifu.dumps(reading.record)
