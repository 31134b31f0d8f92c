"""Logs with errors in the exchange between arbiter and seats: the findings and their places."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kifu
from kifu.findings import Finding
from kifu.replayer.planowanie.join import joined
from kifu.replayer.planowanie.record import Record

from ...campaign import few

LOG, SEAT = "planowanie/log", "planowanie/seat-log"


def says(seat: int, command: str, reply: str | None = "=") -> list[str]:
    """Return a command and its reply as lines of an arbiter's log."""
    return [f">> {seat}: {command}", *answers(seat, reply)]


def answers(seat: int, reply: str | None) -> list[str]:
    return [] if reply is None else [f"<< {seat}: {reply}", f"<< {seat}: "]


def both(command: str) -> list[str]:
    return says(0, command) + says(1, command)


SETUP = [
    *both("set_deck 9TJQKA CD"),
    *(says(0, "set_players 2 0") + says(1, "set_players 2 1")),
    *both("set_game 1 2 0"),
]
HANDS = says(0, "set_cards 2 9C 9D") + says(1, "set_cards 2 AD KD")
BIDS = [
    *(says(0, "time_left 900") + says(0, "gen_declare", "= 1")),
    *(says(1, "time_left 800") + says(1, "gen_declare", "= 1")),
]
DECLARED = both("declare 0 1") + both("declare 1 1")
FIRST = [*says(0, "time_left 700"), *says(0, "gen_move", "= 9D"), *both("play 0 9D")]
SECOND = [*says(1, "time_left 600"), *says(1, "gen_move", "= AD"), *both("play 1 AD")]
THIRD = [*says(1, "time_left 500"), *says(1, "gen_move", "= KD"), *both("play 1 KD")]
LAST = [*says(0, "time_left 400"), *says(0, "gen_move", "= 9C")]
START = [*SETUP, *HANDS, *BIDS, *DECLARED]
GAME = [*START, *FIRST, *SECOND, *THIRD, *LAST, *both("play 0 9C")]


def found(*lines: str, notation: str = LOG) -> list[Finding]:
    return kifu.validate("\n".join([*lines, ""]), notation)


def only(*lines: str, notation: str = LOG) -> Finding:
    (finding,) = found(*lines, notation=notation)
    return finding


def heard(seat: int, lines: list[str]) -> list[str]:
    """Return the log of one seat."""
    return [line[6:] for line in lines if line[3] == str(seat)]


def but(lines: list[str], before: str, *after: str) -> list[str]:
    """Replace the first line equal to `before` with other lines."""
    at = lines.index(before)
    return [*lines[:at], *after, *lines[at + 1 :]]


def test_the_game_is_right() -> None:
    assert found(*GAME) == []
    for seat in (0, 1):
        assert found(*heard(seat, GAME), notation=SEAT) == []


# What the order of lines shows


def test_warnings_hide_no_error() -> None:
    blanks = [f"{line} " if line.endswith(": ") else line for line in GAME]
    said = found(*but(blanks, ">> 1: play 0 9C", ">> 1: play 0 9D"))
    assert [each.code for each in said] == ["P708"] * 10 + ["P705"]
    assert said[9].message.endswith(" more like it follow)")


def test_a_declaration_before_all_bids() -> None:
    told = says(0, "declare 0 1")
    before = but(GAME, "<< 1: = 1", *told, "<< 1: = 1")
    within = but(GAME, "<< 1: = 1", "<< 1: = 1", *told)
    for early in (before, within):
        check_early(early)


def check_early(early: list[str]) -> None:
    finding = only(*early)
    assert (finding.code, finding.line) == ("P704", early.index(">> 0: declare 0 1") + 1)
    assert finding.message == "`declare 0 1` comes before the reply of seat 1 to `gen_declare`"


def test_a_reply_that_never_comes() -> None:
    silent = [*SETUP, *HANDS, *BIDS[:-2], *DECLARED]
    finding = only(*silent)
    assert (finding.code, finding.line) == ("P807", silent.index(">> 0: declare 0 1") + 1)
    assert finding.player == 1


def test_an_empty_line_that_is_missing() -> None:
    at = GAME.index("<< 1: = 1")
    finding = only(*GAME[: at + 1], *GAME[at + 2 :])
    assert (finding.code, finding.line, finding.player) == ("P803", at + 1, 1)


@pytest.mark.parametrize("line", ["<< 1: = 1", ">> 1: gen_declare", ">> 0: declare 0 1", "<< 0: "])
def test_a_line_without_its_mark_is_all(line: str) -> None:
    finding = only(*but(GAME, line, line[6:] or "?"))
    assert (finding.code, finding.line) == ("P701", GAME.index(line) + 1)


@pytest.mark.parametrize(
    ("cards", "code"), [("9C 9C", "P006"), ("9C 9X", "P005"), ("9C ??", "P005"), ("9C KD", "P006")]
)
def test_a_wrong_hand_is_all(cards: str, code: str) -> None:
    finding = only(*but(GAME, ">> 0: set_cards 2 9C 9D", f">> 0: set_cards 2 {cards}"))
    assert (finding.code, finding.round) == (code, 1)
    hands = [at for at, line in enumerate(GAME, start=1) if "set_cards" in line]
    assert finding.line == hands["KD" in cards]


def test_a_malformed_reply_within_a_step() -> None:
    """The other seat may have received its command before this one, after it or in between."""
    told = [*START, *FIRST[:6]]
    for lines in (
        [*told, *says(0, "play 0 9D", "blah"), ">> 1: play 0 9D"],
        [*told, ">> 1: play 0 9D", *says(0, "play 0 9D", "blah")],
        [*told, *says(0, "play 0 9D", "blah"), *says(1, "play 0 9D")],
    ):
        assert found(*lines) == []
        result = kifu.loads("\n".join(lines), LOG, type=Record).result
        assert (result.player, result.reason) == (0, "malformed")
    goes_on = [*told, *says(0, "play 0 9D", "blah"), *says(1, "play 0 9D"), *SECOND]
    finding = only(*goes_on)
    assert (finding.code, finding.line) == ("P802", goes_on.index("<< 0: blah") + 1)
    assert "it goes on" in finding.message


# What single lines show


@pytest.mark.parametrize("character", ["\0", "\x1b", "\x7f"])
def test_control_characters_in_a_wrong_line(character: str) -> None:
    finding = only(f">> 0: set_deck 9 C{character} D", notation=LOG)
    assert (finding.code, finding.line) == ("P703", 1)
    assert "expected nothing more, found 'D'" in finding.message


def test_a_game_without_deals() -> None:
    told = heard(0, SETUP[:-6])
    for more in ([], heard(0, GAME[len(SETUP) :])):
        finding = only(*told, "set_game 0", "=", "", *more, notation=SEAT)
        assert (finding.code, finding.line, finding.column) == ("P003", len(told) + 1, 10)


def test_two_slips_a_few_lines_apart_in_a_seat_log() -> None:
    lines = heard(0, GAME)
    at = lines.index("play 0 9D")
    del lines[at + 2], lines[at - 1]
    told = [
        (each.line, each.fix and each.fix.edits[0].text) for each in found(*lines, notation=SEAT)
    ]
    assert told == [(at - 1, "\n"), (at + 1, "\n")]


@pytest.mark.parametrize("command", ["set_deck", "set_game"])
def test_a_slip_behind_a_set_up_that_cannot_be_read(command: str) -> None:
    """The rest of a seat's log shows its deck and its plan."""
    lines = heard(0, GAME)
    at = next(at for at, line in enumerate(lines) if line.startswith(command))
    lines[at] = lines[at].rpartition(" ")[0]
    lines[lines.index("gen_move")] = "gen_mvoe"
    assert [each.line for each in found(*lines, notation=SEAT)] == [
        at + 1,
        lines.index("gen_mvoe") + 1,
    ]


def test_an_invalid_card_of_another_player() -> None:
    lines = heard(0, GAME)
    wrong = [line.replace("play 1 KD", "play 1 1D") for line in lines]
    finding = only(*wrong, notation=SEAT)
    assert (finding.code, finding.line) == ("P005", wrong.index("play 1 1D") + 1)
    assert (finding.player, finding.round, finding.ply) == (1, 1, 5)


def test_zeros_before_numbers_only() -> None:
    lines = [re.sub("9(?=[CDT])", "0", line) for line in GAME]
    assert found(*lines) == []
    finding = only(*but(lines, ">> 0: play 0 0D", ">> 0: play 00 0D"))
    assert (finding.code, finding.column, finding.end_column) == ("P707", 12, 14)


@pytest.mark.parametrize(
    "text", ["set_deck 23", "set_dekc 23 CD\n=\n\nset_players 2 0", "set_players 2 0\n=\n"]
)
def test_a_damaged_seat_log_is_one(text: str) -> None:
    (finding,) = kifu.validate(text)
    assert finding.code in ("P702", "P703", "P704")


# How a log ends


def test_the_last_reply_is_expected_before_quit() -> None:
    silent = [*GAME[:-2], ">> 0: quit", "<< 0: =", "<< 0: ", ">> 1: quit"]
    result = kifu.loads("\n".join([*silent, ""]), LOG, type=Record).result
    assert [each.code for each in found(*silent)] == ["P808"]
    assert (result.end, result.player, result.command) == ("fault", 1, "play")
    assert kifu.loads("\n".join([*GAME, ">> 1: quit"]), LOG, type=Record).result.end == "complete"


def test_a_seat_log_that_stops_among_declarations() -> None:
    lines = heard(0, [*SETUP, *HANDS, *BIDS, *DECLARED[:3]])
    three = [line.replace("set_players 2 0", "set_players 3 0") for line in lines]
    three += ["declare 2 0", "=", ""]
    assert found(*three, notation=SEAT) == []
    record = kifu.loads("\n".join([*three, ""]), SEAT, type=Record)
    assert record.deals[0].declarations == (1, None, 0)
    assert kifu.loads(kifu.dumps(record, SEAT), type=Record) == record


def test_an_innocent_question_is_not_part_of_the_record() -> None:
    """One program fails while another is still thinking, or has only been sent its time."""
    for asked in (says(1, "time_left 800"), [*says(1, "time_left 800"), ">> 1: gen_declare"]):
        lines = [*SETUP, *HANDS, *asked, *says(0, "time_left 900"), *says(0, "gen_declare", "= 9")]
        assert found(*lines) == []
        record = kifu.loads("\n".join([*lines, ""]), LOG, type=Record)
        assert (record.result.player, record.result.reason) == (0, "invalid")
        assert kifu.loads(kifu.dumps(record, LOG), type=Record) == record
        views = [kifu.view(record, seat) for seat in (0, 1)]
        assert joined(views) == record


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_that_fails_at_once(seat: int) -> None:
    lines = [*says(1 - seat, "set_deck 9TJQKA CD"), f">> {seat}: set_deck 9TJQKA CD"]
    record = kifu.loads("\n".join([*lines, ""]), LOG, type=Record)
    views = [
        kifu.loads(kifu.dumps(kifu.view(record, each), SEAT), type=Record)
        for each in range(record.seats)
    ]
    assert joined(views).result == record.result
    assert record.result.player == seat


def test_an_arbiter_that_names_faults_was_stopped_where_it_names_none() -> None:
    cut = [*START, *says(0, "time_left 700"), ">> 0: gen_move"]
    assert found(*cut) == []
    finding = only("# arbiter: kifu", *cut)
    assert (finding.code, finding.line) == ("P205", len(cut) + 1)
    assert found("# arbiter: kifu", *cut, "# fault: player 0: timeout") == []


@pytest.mark.parametrize(
    ("lines", "comment"),
    [
        (GAME, "player 0: timeout"),
        ([*START, ">> 0: time_left 700"], "player 1: timeout"),
        ([*START, ">> 0: time_left 700"], "player 0: invalid"),
        ([*START, ">> 0: time_left 700"], "player 0: tired"),
        (GAME, "somebody"),
    ],
)
def test_a_comment_about_another_fault(lines: list[str], comment: str) -> None:
    finding = only(*lines, f"# fault: {comment}")
    assert (finding.code, finding.line) == ("P709", len(lines) + 1)


@given(st.data())
def test_every_cut_is_read(data: st.DataObject) -> None:
    """Try logs that stop at any line, and logs with any line missing."""
    at = data.draw(st.integers(0, len(GAME) - 1))
    for lines in (GAME[: at + 1], [*GAME[:at], *GAME[at + 1 :]]):
        for finding in found(*lines):
            assert finding.severity != "error" or finding.line


# Nonexistent seats


NO_SEAT = [">> 8: ", "<< 9: ", "<< 2:", "<< 8: = 5C", ">> 8: gen_move", ">>99:"]


@pytest.mark.parametrize("line", NO_SEAT)
def test_a_line_of_a_seat_that_does_not_exist(line: str) -> None:
    """At each place in a log, try one of these lines."""
    seat = int(line[2:].partition(":")[0])
    for at in range(NO_SEAT.index(line), len(GAME) + 1, len(NO_SEAT)):
        finding = only(*GAME[:at], line, *GAME[at:])
        assert (finding.code, finding.line) == ("P007", at + 1)
        assert finding.message == f"there is no seat {seat}: seats are 0 to 1"


def test_a_line_with_another_seat_is_reported_alone() -> None:
    for at, line in few(enumerate(GAME), 20):
        wrong = f"{line[:3]}7{line[4:]}"
        finding = only(*GAME[:at], wrong, *GAME[at + 1 :])
        assert (finding.code, finding.line) == ("P007", at + 1), wrong


def test_empty_lines_of_seats_that_exist() -> None:
    for line in (">> 1: ", "<< 1: "):
        for at in range(len(GAME) + 1):
            assert found(*GAME[:at], line, *GAME[at:]) == []


def test_the_first_seat_may_be_sent_something_else_than_the_others() -> None:
    finding = only(*but(GAME, ">> 0: set_players 2 0", ">> 0: set_players 4 0"))
    assert (finding.code, finding.line) == ("P705", GAME.index(">> 0: set_players 2 0") + 1)
