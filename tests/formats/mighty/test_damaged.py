"""One bad line of the text gibo hides no other."""

from random import Random
from statistics import mean

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
    text[first] = "Dealer P0"
    text[last] = "Payoffs: 1 1 1 1 1"
    assert told(text) == [("F301", first + 1), ("M407", last + 1)]


def test_a_bad_heading_hides_no_deal() -> None:
    text = lines()
    options, last = where(text, "Options"), where(text, "Dealer", -1)
    text[options] += " bid_min"
    text[last] = "Dealer: P9"
    assert [code for code, _ in told(text)] == ["F301", "M501"]


def test_one_slip_is_hardly_ever_two() -> None:
    found = list[int]()
    for seed in range(60):
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
