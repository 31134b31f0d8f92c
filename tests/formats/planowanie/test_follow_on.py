"""After a bad line, a log is followed again from where the conversation can be picked up."""

from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

import pytest

import kifu
from kifu import formats, replayer
from kifu.formats.planowanie.log.mending import AHEAD
from kifu.repair import mended

from ...campaign import few, sample

EXAMPLES = Path(__file__).parents[3] / "examples" / "planowanie"
GAME: Any = replayer.game("planowanie")
ARBITER: Any = formats.notation("planowanie/log")
SEAT: Any = formats.notation("planowanie/seat-log")


def log(seed: int = 1) -> list[str]:
    """Return the lines of a valid log of three or more deals."""
    return ARBITER.write(GAME.generate(Random(seed))).split("\n")


def seat_log(seed: int = 1) -> list[str]:
    record = GAME.generate(Random(seed))
    assert SEAT.parts is not None
    return SEAT.write(SEAT.parts(record)["1"]).split("\n")


def reported(lines: list[str], notation: str = "planowanie/log") -> list[tuple[str, int | None]]:
    findings = kifu.validate("\n".join(lines), notation)
    return [(each.code, each.line) for each in findings if each.severity == "error"]


def where(lines: list[str], word: str, start: int = 0) -> int:
    return next(at for at, line in enumerate(lines) if at >= start and word in line)


def test_the_logs_are_sound() -> None:
    assert reported(log()) == []
    assert reported(seat_log(), SEAT.id) == []


Slip = tuple[str, Callable[[str], str], str]
SLIPS: dict[str, Slip] = {
    # name: (the command of the line, the change made to it, the code)
    "no mark": ("gen_move", lambda line: line.partition(": ")[2], "P701"),
    "a misspelt command": (
        "gen_declare",
        lambda line: line.replace("gen_declare", "gen_declar"),
        "P702",
    ),
    "a word instead of a number": (
        "declare 0",
        lambda line: line.replace("declare 0", "declare O"),
        "P703",
    ),
    "too many cards": ("set_cards", lambda line: f"{line} 2C", "P004"),
}


@pytest.mark.parametrize(("slip", "other"), few(product(SLIPS.values(), repeat=2), 6))
def test_two_bad_lines_are_both_reported(slip: Slip, other: Slip) -> None:
    lines = log()
    first = where(lines, slip[0])
    second = where(lines, other[0], first + 40)
    lines[first], lines[second] = slip[1](lines[first]), other[1](lines[second])
    found = reported(lines)
    assert [(code, line) for code, line in found] == [(slip[2], first + 1), (other[2], second + 1)]


def test_a_rule_broken_behind_a_bad_line() -> None:
    """Only the winner of the last trick may lead."""
    lines = log()
    at = where(lines, "gen_declare")
    lines[at] = lines[at].replace("gen_declare", "gen_declar")
    move = where(lines, "gen_move", at)
    answer = where(lines, "<< ", move)
    card = lines[answer].split()[-1]
    for number in range(answer, min(answer + 20, len(lines))):
        lines[number] = lines[number].replace(card, "XX")
    found = reported(lines)
    assert found[0] == ("P702", at + 1)
    assert len(found) == 2


def test_a_time_that_is_missing_is_not_made_up() -> None:
    lines = (EXAMPLES / "seat-2.log").read_text("utf-8").split("\n")
    at = where(lines, "time_left")
    lines[at] = "time_left "
    (outcome,) = kifu.outcomes("\n".join(lines), SEAT.id)
    assert [(each.code, each.line) for each in outcome.findings] == [("P703", at + 1)]
    assert [each.suggestions for each in kifu.suggest(outcome)] == [()]


def test_a_line_that_is_missing() -> None:
    for word in ("gen_move", "time_left", "set_cards", "play 0", "declare 1"):
        lines = log()
        at = where(lines, word, 40)
        del lines[at]
        assert len(reported(lines)) == 1, word


def test_where_nothing_leads_on_nothing_more_is_said() -> None:
    lines = log()
    at = where(lines, "set_cards")
    lines[at : at + 3 * AHEAD] = ["what", "is", "this"] * AHEAD
    found = reported(lines)
    assert {code for code, _ in found} <= {"P701"}


@pytest.mark.parametrize("notation", [ARBITER, SEAT], ids=lambda each: each.id)
def test_one_slip_is_one_finding(notation: Any) -> None:
    found = list[int]()
    for seed in range(sample(5)):
        rng = Random(seed)
        record = GAME.generate(Random(seed % 7))
        if notation.parts is not None:
            record = notation.parts(record)[str(seed % record.seats)]
        text = notation.write(record)
        at = rng.randrange(len(text))
        text = rng.choice([text[:at] + text[at + 1 :], text[:at] + "x" + text[at:]])
        wrong = [each for each in kifu.validate(text, notation.id) if each.severity == "error"]
        found += [len(wrong)] if wrong else []
    assert mean(found) < 1.1


def test_a_long_log_is_not_read_for_ever() -> None:
    """With many wrong lines, only some are examined, and the rest goes unreported."""
    lines = log()
    lines = [line if number % 9 else f"x{line}" for number, line in enumerate(lines)]
    assert reported(lines)


NEAR_BY = {
    # name: (the text replaced, its replacement, the code), in the order of the log
    "the number of cards, and of the next hand": ("set_cards ", "set_cards 9 ", "P004"),
    "numbers of the plan": ("set_game ", "set_game 0 ", "P703"),
    "an extra word": ("declare 0", "declare 0 0", "P703"),
    "a mark": (">> 1: gen_declare", "1: gen_declare", "P701"),
    "a seat": (">> 0: gen_declare", ">> 6: gen_declare", "P007"),
}


@pytest.mark.parametrize("first", NEAR_BY)
@pytest.mark.parametrize("gap", few([1, 3, 6, 9], 2))
def test_a_line_wrong_in_itself_is_reported_near_another(first: str, gap: int) -> None:
    """This holds even right after another wrong line, where the log cannot be followed."""
    old, new, code = NEAR_BY[first]
    lines = log()
    at = where(lines, old)
    lines[at] = lines[at].replace(old, new)
    second = where(lines, ">> ", at + gap)
    lines[second] += " 1 1 1"
    found = reported(lines)
    assert found[0] == (code, at + 1)
    if code != "P701":  # the line's seat is unknown
        assert [line for _, line in found[1:]] == [second + 1]


# A line in the example of a fault, its replacement, and the finding.
SLIPS_BEFORE: list[tuple[str, str, tuple[str, int]]] = [
    (">> 1: gen_declare", ">> 1: declare", ("P703", 64)),
    (">> 0: set_deck", ">> 0: deck", ("P702", 7)),
    ("<< 1: = KD", "1: = KD", ("P701", 149)),
    ("<< 1: = KD", "<< = KD", ("P701", 149)),
    ("<< 1: = KD", "<< 3: = KD", ("P802", 149)),
    ("<< 1: = 1\n", "<< 1: = 0\n", ("P705", 82)),
    (">> 2: set_cards 3 5D 3H TS", ">> 2: set_cards 3 5D 3H TS 2C", ("P004", 205)),
    (">> 2: set_cards 3 5D 3H TS", ">> 2: set_cards 3 KC 5D 3H TS", ("P004", 205)),
    (">> 1: time_left", ">> 1: time_left x", ("P703", 61)),
    (">> 0: play 1 KD", ">> 0: play 9 KD", ("P103", 151)),
    (">> 2: declare 1 1", ">> 2: declare 1", ("P703", 106)),
    (">> 3: declare 2 0", ">> 3: declare 2 0\n>> 3: declare 2 0", ("P801", 121)),
    (">> 2: gen_declare\n", "", ("P802", 70)),
]


@pytest.mark.parametrize(("old", "new", "said"), few(SLIPS_BEFORE, 4))
def test_a_misspelt_command_is_reported_far_after_another_slip(
    old: str, new: str, said: tuple[str, int]
) -> None:
    text = (EXAMPLES / "fault.log").read_text("utf-8")
    assert old in text
    text = text.replace(old, new, 1).replace(">> 3: play 1 AS", ">> 3: plai 1 AS")
    lines = text.split("\n")
    assert reported(lines) == [said, ("P702", where(lines, "plai") + 1)]


def test_two_slips_near_a_stray_reply_are_reported() -> None:
    lines = (EXAMPLES / "fault.log").read_text("utf-8").split("\n")
    lines[105], lines[108] = ">> 2: declare 1 1 1", ">> 2: declare 2 0 0"
    lines[112] = "<< 0: ="
    assert [each for each in reported(lines) if each[0] == "P703"] == [("P703", 106), ("P703", 109)]
    lines[105] = ">> 2: declar 1 1"
    lines[108] = ">> 2: declare 2 0"
    assert reported(lines) == [("P702", 106), ("P802", 113)]


def test_a_log_that_cannot_be_followed_is_never_silent() -> None:
    """A reply comes late, after an invalid command to the other seat."""
    lines = [
        *(">>0:set_deck 9TJQKA CD", "<<0:=", "<<0:", ">>1:set_deck 9TJQKA CD", "<<1:=", "<<1:"),
        *(">>0:set_players 2 0", "<<0:=", "<<0:", ">>1:set_players 2 1", "<<1:"),
        *(">>0:set_game0", "<<0:", "<<1:="),
    ]
    text = "\n".join(lines)
    (reading,) = kifu.read(text, "planowanie/log")
    assert reading.record is None
    (finding,) = kifu.validate(text, "planowanie/log")
    assert (finding.code, finding.line) == ("P702", 12)


MENDED = [
    # text in the example of a fault, its replacement, and the rule this breaks
    (">> 1: gen_declare", ">> 1: gen_delcare", "P702"),
    (">> 2: declare 1 1", ">> 2: declare 1", "P703"),
    ("<< 1: = KD", "<< 3: = KD", "P802"),
    (">> 0: play 1 KD", ">> 0: play 1 KD<< 0: =", "P703"),
    ("<< 1: = KD", "< 1: = KD", "P701"),
]


@pytest.mark.parametrize(("old", "new", "code"), MENDED)
def test_a_slip_has_its_fix_beside_another_one(old: str, new: str, code: str) -> None:
    text = (EXAMPLES / "fault.log").read_text("utf-8")
    wrong = text.replace(old, new, 1)
    if "<< 0" in new:
        wrong = wrong.replace(f"{new}\n<< 0: =\n", f"{new}\n")
    alone = kifu.validate(wrong, ARBITER.id)
    both = kifu.validate(wrong.replace(">> 3: play 1 AS", ">> 3: plai 1 AS"), ARBITER.id)
    assert [each.code for each in alone] == [code]
    assert [each.code for each in both] == [code, "P702"]
    for each in both:
        assert each.fix is not None
    assert alone[0].fix == both[0].fix


def test_a_line_break_that_is_missing_is_reported_there() -> None:
    lines = log()
    at = where(lines, ">> 1: play")
    lines[at : at + 2] = ["".join(lines[at : at + 2])]
    (finding,) = kifu.validate("\n".join(lines), ARBITER.id)
    assert (finding.line, finding.column) == (at + 1, lines[at].index("<<") + 1)
    assert finding.message == "a line break is missing before `<< 1: =`"


def test_a_line_break_in_a_reply_takes_the_place_of_the_empty_line() -> None:
    text = (EXAMPLES / "seat-2.log").read_text("utf-8")
    damaged = text.replace("\n= 2C\n\n", "\n= 2\nC\n", 1)
    (error,) = kifu.validate(damaged)
    assert (error.code, error.line) == ("P803", text[: text.index("= 2C")].count("\n") + 2)
    assert mended(damaged.encode(), unsafe=True).after.decode() == text


def test_consequences_of_a_guess_are_not_checked() -> None:
    """A player's declaration is unreadable, so its number is not checked."""
    lines = seat_log()
    at = where(lines, "declare 0")
    lines[at] = "declare 0"
    assert reported(lines, SEAT.id) == [("P703", at + 1)]


def deals(lines: list[str]) -> list[int]:
    return [at for at, line in enumerate(lines) if line.startswith("set_cards")]


def test_a_wrong_card_in_a_hand_has_its_fix_and_hides_no_later_slip() -> None:
    lines = seat_log()
    at = deals(lines)[2]
    lost = next(place for place in range(at + 12, len(lines)) if lines[place] == "=")
    right = lines[at].split()[3]
    lines[at] = lines[at].replace(f" {right}", " =", 1)
    lines[lost] = ""
    hand, reply = kifu.validate("\n".join(lines), SEAT.id)[:2]
    assert (hand.code, hand.line, reply.code, reply.line) == ("P005", at + 1, "P801", lost + 1)
    for finding, word in ((hand, right), (reply, "=")):
        assert finding.fix is not None
        assert [each.text for each in finding.fix.edits] == [word]


def test_a_number_of_cards_that_is_missing_is_inserted() -> None:
    lines = seat_log()
    at = deals(lines)[2]
    _, count, *cards = lines[at].split()
    lines[at] = " ".join(["set_cards", *cards])
    (finding,) = kifu.validate("\n".join(lines), SEAT.id)
    assert (finding.code, finding.line) == ("P703", at + 1)
    assert finding.fix is not None
    assert finding.fix.edits[0].text.strip() == count


def test_too_few_cards_are_placed_up_to_the_last_card() -> None:
    lines = seat_log()
    at = deals(lines)[2]
    lines[at] = lines[at].rpartition(" ")[0]
    found = kifu.validate("\n".join(lines), SEAT.id)[0]
    assert (found.code, found.line, found.column) == ("P004", at + 1, 11)
    assert found.end_column == len(lines[at]) + 1


def test_a_wrong_number_in_the_plan_is_placed_there() -> None:
    lines = seat_log()
    at = where(lines, "set_game")
    words = lines[at].split()
    words[3] = "4"
    lines[at] = " ".join(words)
    found = kifu.validate("\n".join(lines), SEAT.id)[0]
    start = lines[at].index("4", len(" ".join(words[:3])))
    assert (found.code, found.line, found.column) == ("P003", at + 1, start + 1)
