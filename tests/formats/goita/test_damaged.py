"""One bad row, string or line hides no other errors: Goita's tables, history strings and YAML."""

from random import Random
from statistics import mean

import pytest

import kifu
from kifu import formats, replayer

from ...campaign import few, sample
from ...helpers import codes, only, repaired

TABLE = """\
player hand
0. Alice(dealer) 王香香香香ししし
1. Bob 王飛飛金金金しし
2. Carol 角角金銀銀銀しし
3. Dave 銀馬馬馬馬ししし
turn Alice Bob Carol Dave
1st ☗し☖香 なし なし なし
2nd ☗し☖香 なし なし なし
3rd ☗し☖香 なし なし なし
4th ☗香☖王
"""
HISTORY = "87654321,97654321,55431111,43221111,s1"


def reported(text: str, notation: str = "goita/table") -> list[tuple[str, int | None]]:
    return [(each.code, each.line) for each in kifu.validate(text, notation)]


# Tables


def test_the_table_is_sound() -> None:
    assert codes(TABLE) == []


def test_a_table_without_a_dealer() -> None:
    text = TABLE.replace("(dealer)", "")
    finding = only(text)
    assert (finding.code, finding.line, finding.column) == ("F301", 2, 9)
    assert repaired(text, [finding]) == TABLE
    unnamed = TABLE
    for name, seat in (("Alice", ""), ("Bob ", ""), ("Carol ", ""), ("Dave ", "")):
        unnamed = unnamed.replace(f". {name}", f". {seat}", 1)
    unnamed = unnamed.replace("turn Alice Bob Carol Dave", "turn 0 1 2 3")
    assert codes(unnamed.replace(". (dealer)", ". (dealer)")) == []
    text = unnamed.replace("(dealer) ", "")
    assert repaired(text, [only(text)]) == unnamed.replace(". (dealer)", ". (dealer)")


def test_a_position_without_a_dealer() -> None:
    text = TABLE.partition("turn")[0].replace("(dealer)", "")
    finding = only(text, "goita/table")
    assert (finding.code, finding.line, finding.fix) == ("F301", 2, None)


def test_the_dealer_is_read_from_the_columns() -> None:
    text = TABLE.replace("(dealer)", "").replace("4th ☗香☖王", "4th ☗馬☖王")
    assert reported(text) == [("F301", 2), ("G103", 10)]


def test_several_bad_rows() -> None:
    text = (
        TABLE.replace("1. Bob 王", "1. Bob 玊")
        .replace("2nd ☗し", "2nd ☗じ")
        .replace("4th ☗香", "4th 香")
    )
    assert reported(text) == [("F301", 3), ("F301", 8), ("F301", 10)]


def test_a_bad_row_hides_no_play_before_it() -> None:
    text = TABLE.replace("1st ☗し☖香", "1st ☗し☖飛").replace("4th ☗香", "4th 香")
    assert reported(text) == [("G103", 7), ("F301", 10)]


def test_a_bad_row_hides_no_other_round() -> None:
    text = TABLE.replace("2nd ☗し", "2nd ☗じ") + TABLE.replace("4th ☗香☖王", "4th ☗馬☖王")
    assert reported(text) == [("F301", 8), ("G103", 20)]


def test_a_hand_that_cannot_be_read_may_be_any() -> None:
    text = TABLE.replace("0. Alice(dealer) 王香香", "0. Alice(dealer) 主香香")
    assert reported(text) == [("F301", 2)]


def test_a_number_of_a_turn_is_a_slip_of_its_own() -> None:
    text = TABLE.replace("2nd", "3rd").replace("4th ☗香☖王", "4th ☗馬☖王")
    assert reported(text) == [("F301", 8), ("G103", 10)]


def test_behind_a_missing_turn_nothing_is_known() -> None:
    assert reported(TABLE.replace("2nd ☗し☖香 なし なし なし\n", "")) == [("F301", 8)]


def test_a_head_that_is_damaged() -> None:
    text = TABLE + TABLE.replace("player hand", "plyer hand").replace("4th ☗香☖王", "4th ☗馬☖王")
    assert reported(text) == [("F301", 11), ("G103", 20)]


# History strings


def test_parts_of_a_history_string() -> None:
    text = f"{HISTORY},112,2?,3p,4,121\n"
    assert [each.code for each in kifu.validate(text, "goita/history")] == ["F301", "F301"]
    text = f"{HISTORY.replace('5543', '55é3')},112,2p,3p,4q\n"
    assert [each.code for each in kifu.validate(text, "goita/history")] == ["F301", "F301"]


def test_a_string_without_a_dealer_that_nobody_begins() -> None:
    (finding,) = kifu.validate(
        "87542211,87643322,88655311,88876441,x1,500,2p,3p\n", "goita/history"
    )
    assert (finding.code, finding.column) == ("F301", 37)


def test_a_bad_string_hides_no_other() -> None:
    good = f"{HISTORY},112,2p,3p,4p\n"
    wrong = f"{HISTORY},112,2p,3p,4p,112\n"
    assert reported(f"{HISTORY},1?2\n{wrong}{good}{HISTORY},1??\n", "goita/history") == [
        ("F301", 1),
        ("G103", 2),
        ("F301", 4),
    ]


def test_a_hand_of_a_history_string_that_cannot_be_read() -> None:
    """The hand must be the pieces left over, so impossible plays from it are still found."""
    damaged = f"8765432?{HISTORY[8:]}"
    assert reported(f"{damaged},112,2p,3p,4p\n", "goita/history") == [("F301", 1)]
    assert reported(f"{damaged},112,2p,3p,4p,112\n", "goita/history") == [("F301", 1), ("G103", 1)]


# YAML


def match(seed: int = 3) -> str:
    """Return a valid match of several rounds in YAML."""
    notation = formats.notation("goita/yaml")
    for number in range(seed, seed + 100):
        record = replayer.game("goita").generate(Random(number))
        try:
            text = notation.write(record)
        except formats.CannotHold:
            continue
        if len(kifu.loads(text, "goita/yaml").rounds) > 2 and not errors(text):  # type: ignore[attr-defined]
            return text
    raise AssertionError


def errors(text: str) -> list[kifu.Finding]:
    return [each for each in kifu.validate(text, "goita/yaml") if each.severity == "error"]


def test_rows_of_yaml_that_are_no_rows() -> None:
    lines = match().split("\n")
    rows = [at for at, line in enumerate(lines) if line.startswith("    - [")]
    first, second, last = rows[1], rows[-2], rows[-1]
    lines[first] = '    - ["0","し]'
    lines[second] = '    - ["0"]'
    lines[last] = '    - ["9","し","香"]'
    found = errors("\n".join(lines))
    assert [each.code for each in found] == ["F201", "S005"]
    assert found[0].line in (first + 1, first + 2)
    assert found[1].line == second + 1


def test_a_piece_that_is_none_hides_no_other() -> None:
    lines = match().split("\n")
    rows = [at for at, line in enumerate(lines) if line.startswith("    - [")]
    for at in (rows[0], rows[3], rows[-1]):
        parts = lines[at].split('"')
        lines[at] = '"'.join([*parts[:3], "歩", *parts[4:]])
    assert [(each.code, each.line) for each in errors("\n".join(lines))] == [
        ("G004", rows[0] + 1),
        ("G004", rows[3] + 1),
        ("G004", rows[-1] + 1),
    ]


def test_a_key_of_yaml_that_is_misspelt() -> None:
    found = errors(match().replace("uchidashi", "uchidasi", 1))
    assert [each.code for each in found] == ["S003"]


@pytest.mark.parametrize("name", few(["goita/table", "goita/history", "goita/yaml"], 1))
def test_one_slip_is_hardly_ever_two(name: str) -> None:
    """A character is missing, doubled, or swapped with the next."""
    notation, several = formats.notation(name), list[bool]()
    for seed in range(sample(30)):
        rng = Random(seed)
        try:
            text = notation.write(replayer.game("goita").generate(rng))
        except formats.CannotHold:
            continue
        at = rng.randrange(len(text))
        text = rng.choice(
            [
                text[:at] + text[at + 1 :],
                text[:at] + "x" + text[at:],
                text[:at] + text[at : at + 2][::-1] + text[at + 2 :],
            ]
        )
        wrong = [each for each in kifu.validate(text, name) if each.severity == "error"]
        several += [len(wrong) > 1] if wrong else []
    assert mean(several) < 0.15
