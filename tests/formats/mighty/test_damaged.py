"""One bad line of the text gibo hides no other."""

from random import Random
from statistics import mean

import pytest

import kifu
from kifu import formats, replayer

GAME = replayer.game("mighty")
GIBO = formats.notation("mighty/gibo")


def lines(seed: int = 1) -> list[str]:
    """The lines of a sound match of several deals."""
    for number in range(seed, seed + 50):
        text = GIBO.write(GAME.generate(Random(number)))
        if text.count("Payoffs:") > 1 and not told(text.split("\n")):
            return text.split("\n")
    raise AssertionError


def told(text: list[str]) -> list[tuple[str, int | None]]:
    findings = kifu.validate("\n".join(text), GIBO.id)
    return [(each.code, each.line) for each in findings if each.severity == "error"]


def where(text: list[str], start: str, number: int = 0) -> int:
    return [at for at, line in enumerate(text) if line.startswith(start)][number]


def test_several_bad_lines_of_a_deal() -> None:
    text = lines()
    kitty, row = where(text, "Kitty"), where(text, "3 ")
    text[kitty] = text[kitty].replace("Kitty", "Kity")
    text[row] = text[row].rsplit(maxsplit=1)[0]
    found = told(text)
    assert [code for code, _ in found] == ["F301", "F301"]
    assert found[0] == ("F301", kitty + 1)


def test_a_bad_line_hides_no_broken_rule_before_it() -> None:
    text = lines()
    row = where(text, "2 ")
    cells = text[where(text, "1 ")].split()
    cells[1] = cells[1].replace(cells[1].strip("(*!~"), "♠?")
    text[where(text, "1 ")] = " ".join(cells)
    text[row] = f"{text[row]} ♠A"
    assert ("F301", row + 1) in told(text) or ("F301", row + 2) in told(text)
    assert any(code.startswith("M") for code, _ in told(text))


def test_a_bad_deal_hides_no_other() -> None:
    text = lines()
    first, last = where(text, "Dealer"), where(text, "Payoffs", -1)
    text[first] = text[first].replace(":", "")
    text[last] = "Payoffs: 1 1 1 1 1"
    assert told(text) == [("F301", first + 1), ("M407", last + 1)]


def test_a_bad_heading_hides_no_deal() -> None:
    text = lines()
    options, last = where(text, "Options"), where(text, "Kitty", -1)
    text[options] += " bid_min"
    text[last] = "Kitty: ♠? ♠?? ♠???"
    assert [code for code, _ in told(text)] == ["F301", "M003", "M003", "M003"]


def test_one_slip_is_hardly_ever_two() -> None:
    found = list[int]()
    for seed in range(30):
        rng = Random(seed)
        text = GIBO.write(GAME.generate(rng))
        at = rng.randrange(len(text))
        wrong = told((text[:at] + rng.choice(["", "x"]) + text[at + 1 :]).split("\n"))
        found += [len(wrong)] if wrong else []
    assert mean(found) < 1.2


def test_options_behind_a_table_are_out_of_place() -> None:
    text = lines()
    text.insert(where(text, "2 "), "Options: bid_min=14")
    assert told(text)[0][0] == "F301"


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
        assert told(changed) == [("F301", first + 1)]
        # With their numbers in order, it is the play that shows it.
        for at, row in ((first, one), (second, other)):
            changed[at] = f"{row}{changed[at].partition(' ')[2]}"
        found = told(changed)
        assert [line for _, line in found] in ([found[0][1]], [])


@pytest.mark.parametrize("seed", [1, 21])
def test_a_misspelt_header_is_one_error_and_read_as_it_is_meant(seed: int) -> None:
    text, rng = lines(seed), Random(seed)
    for header in sorted({line.partition(" ")[0] for line in text if ":" in line}):
        word, at = header.rstrip(":"), where(text, header)
        if len(word) < 4:
            continue
        place = rng.randrange(1, len(word))
        for wrong in (
            word[:place] + "q" + word[place:],
            word[:-1] + "2",
            word[:-2] + word[-1] + word[-2],
        ):
            changed = [*text]
            changed[at] = text[at].replace(word, wrong, 1)
            assert told(changed) == [("F301", at + 1)]
    changed = [*text]
    changed[where(text, "Deal: 2")] = "DJeal: 2"
    payoffs = where(text, "Payoffs", -1)
    changed[payoffs] = "Payoffs: 1 1 1 1 1"
    assert told(changed) == [("F301", where(text, "Deal: 2") + 1), ("M407", payoffs + 1)]


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
        assert told(text) == [("F301", at + 1)]
    names = ["Players: Ann Ben Cho Dan Eve", "R Ann Cho Ben Dan Eve", *table()]
    assert told(names) == [("F301", 2)]


def table() -> list[str]:
    return ["1 (♣2  ♣3   ♣4   ♣A*  ♣6", "2 ♥A*  ♥9   ♥4   (♥K  ♥T"]


@pytest.mark.parametrize("number", ["2nth", "2st", "2th", "2rd", "2.)"])
def test_an_ordinal_that_nobody_writes(number: str) -> None:
    first, second = table()
    found = kifu.validate("\n".join([first, number + second[1:]]), GIBO.id)
    (error,) = (each for each in found if each.severity == "error")
    assert (error.line, error.message) == (2, f"{number!r} numbers no round: write 2")
    assert error.fix is not None
    for written in ("2nd", "2.", "2)"):
        assert told([first, written + second[1:]]) == []


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
        assert told(text) == [("S004", at + 1)]
    text[at] = f"Rules: {preset}"
    text[at + 1 : at + 1] = ["Options: bid_mn=15"]
    assert told(text) == [("S003", at + 2)]
