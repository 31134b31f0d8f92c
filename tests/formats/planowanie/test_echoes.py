"""Corrections of a wrong line that the rest of the log suggests are tried first."""

from kifu.formats.interface.catalog import vocabulary

from ...imports import ROOT
from ...loops import all_of

LOG = (ROOT / "examples" / "planowanie" / "fault.log").read_text("utf-8")

# What stands there, what is written, and the changes of the log that follows: line, old and new.
ECHOES: list[tuple[str, str, list[tuple[int, str, str]]]] = [
    (
        ">> 1: set_game 3 1 0 3 1 5 2",
        ">> 1: set_game 3 1 0 3 1 5",
        [(34, "", " 2"), (31, " 2", ""), (34, "1:", "0:")],
    ),
    (
        ">> 2: play 1 KD\n",
        "",
        [(157, "2:", "1:"), (158, "2:", "3:"), (157, "", ">> 2: play 1 KD\n")],
    ),
    (">> 2: play 1 KD", ">> 2: play 1 QD", [(157, "QD", "KD"), (154, "KD", "QD")]),
    (">> 0: play 1 KD", ">> 0: play 2 KD", [(151, "2", "1"), (151, "0:", "1:")]),
    ("<< 1: = KD", "<< 1: =", [(149, "", " KD"), (46, "1 KD", "0"), (150, "1:", "0:")]),
    (
        "<< 1: = KD",
        "<< 1: = QD",
        [(149, "QD", "KD"), (46, "KD", "QD"), (46, "1 KD", "2 KD QD"), (150, "1:", "0:")],
    ),
    (">> 2: set_cards 1 2C", ">> 2: set_cards 1 3C", [(49, "3C", "2C"), (49, "1 3C", "2 3C 2C")]),
    (
        ">> 2: set_cards 3 5D 3H TS",
        ">> 2: set_cards 5D 3H TS",
        [(205, "5D 3H", "2 5D"), (205, "", "3 ")],
    ),
    (">> 0: declare 0 0", ">> 0: declare 0 1", [(79, "1", "0"), (79, "0:", "3:")]),
    ("<< 0: = 0", "<< 0: = 1", [(60, "0:", "1:"), (59, "", ">> 0: declare 0 1\n")]),
    ("<< 2: = TS", "<< 2: =", [(305, "", " TS"), (306, "2:", "0:")]),
]


@all_of(("right", "wrong", "changes"), ECHOES)
def test_contradictions_elsewhere_in_the_log(
    right: str, wrong: str, changes: list[tuple[int, str, str]]
) -> None:
    words = vocabulary("planowanie/log")
    assert words is not None
    text = LOG.replace(right, wrong, 1)
    found = [
        (text.count("\n", 0, each.start) + 1, text[each.start : each.end], each.text)
        for each in words.echoes(text, LOG.index(right))
    ]
    assert found[: len(changes)] == changes
    # The answer may be missing, or its end, or the answer may be one without words.
    line = found[-1][0]
    mark = f"<< {text.splitlines()[line - 1][3]}: "
    assert found[-3:] == [(line, "", mark), (line, "", f"{mark}\n"), (line, "", f"{mark}=\n")]


def test_the_last_line_of_a_log() -> None:
    words = vocabulary("planowanie/log")
    assert words is not None
    text = LOG[: LOG.index("<< 1: = KD")] + "<< 1: = QD"
    first = next(iter(words.echoes(text, len(text))))
    assert text[first.start : first.end] == "KD"
    assert (text.count("\n", 0, first.start) + 1, first.text) == (46, "QD")
