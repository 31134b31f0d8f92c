"""A file with a damaged head is read in its likely notation, and the slip is located.

If nothing else is wrong with the file and there is a fix, the fix makes it valid.
"""

from io import BytesIO

import pytest

import kifu
from kifu.formats.files.detect import detect
from kifu.formats.interface.descriptor import NotationDescriptor

from ..helpers import repaired
from ..imports import ROOT
from ..loops import all_of


def example(name: str) -> str:
    return (ROOT / "examples" / name).read_text("utf-8")


GOITA, PLANOWANIE = example("goita/match.json"), example("planowanie/game.json")
TABLE, YAML = example("goita/table.txt"), example("goita/online.yaml")
HISTORY = example("goita/history.txt")
FORMAT = '  "format": "goita/json",\n'
DEALT = ('"dealer": 3', '"deler": 3', "S003")
RECEIVED = ("☗角☖香", "☗角☖王", "G103")

HEADS = {
    # name: (text, original, replacement, its place, another slip)
    "no first brace": (GOITA, "{\n", "\n", (2, 3), DEALT),
    "no line of the first brace": (GOITA, "{\n", "", (1, 3), DEALT),
    "another bracket": (GOITA, "{\n", "[\n", (1, 1), DEALT),
    "no first brace, no format": (
        PLANOWANIE.replace('"format": "planowanie/json", ', ""),
        "{\n",
        "\n",
        (2, 3),
        ('"declarations"', '"declaratons"', "S003"),
    ),
    "a format misspelt": (GOITA, '"format"', '"fromat"', (2, 3), DEALT),
    "its value misspelt": (GOITA, "goita/json", "gota/json", (2, 13), DEALT),
    "its value lost": (GOITA, "goita/json", "", (2, 13), DEALT),
    "its value unread": (GOITA, '"goita/json"', "goita/json", (2, 13), DEALT),
    "no format": (GOITA, FORMAT, "", (1, 1), DEALT),
    "no version": (GOITA, '  "version": 1,\n', "", (1, 1), DEALT),
    "an unread version": (GOITA, '"version": 1', '"version": 1.x', (3, 14), DEALT),
    "player hand misspelt": (TABLE, "player hand", "plyer hand", (2, 3), RECEIVED),
    "no player hand": (TABLE, "player hand\n", "", (2, 1), RECEIVED),
    "player 0 misspelt": (TABLE, "0. Aki", "O. Aki", (3, 1), RECEIVED),
    "a version without its colon": (YAML, "version:", "version", (1, 8), ("し", "角", "G003")),
    "version misspelt": (YAML, "version:", "versoin:", (1, 1), ("し", "角", "G003")),
    "a space in a history string": (HISTORY, ",", ", ", (1, 10), ("327", "399", "G103")),
    "spaces in a history string": (
        HISTORY.partition("\n")[0],
        ",",
        " , ",
        (1, 9),
        (", 327", ", 399", "G103"),
    ),
    "a space after a hand": (HISTORY, "65443221,", "65443221 ,", (1, 36), ("327", "399", "G103")),
    "a dealer without s": (HISTORY, ",s1,", ",1,", (1, 37), ("327", "399", "G103")),
}


def damaged(name: str) -> str:
    text, old, new, _, _ = HEADS[name]
    assert old in text
    return text.replace(old, new, -1 if name.startswith("spaces") else 1)


@all_of("name", HEADS)
def test_it_is_reported_once_in_its_place(name: str) -> None:
    text, _, _, at, _ = HEADS[name]
    already = [each.code for each in kifu.validate(text)]
    (first, *others) = kifu.validate(damaged(name))
    assert ((first.line, first.column), [each.code for each in others]) == (at, already)
    assert first.code != "F001"
    if first.fix is not None:
        assert [each.code for each in kifu.validate(repaired(damaged(name), [first]))] == already


WITHOUT_FIX = {
    "another bracket",
    "its value lost",
    "its value unread",
    "no version",
    "an unread version",
    "player 0 misspelt",
}


def test_most_have_a_fix() -> None:
    assert {name for name in HEADS if kifu.validate(damaged(name))[0].fix is None} <= WITHOUT_FIX


@pytest.mark.parametrize("name", HEADS)
def test_the_rest_is_read_on(name: str) -> None:
    *_, at, (old, new, code) = HEADS[name]
    text = damaged(name)
    assert old in text
    both = kifu.validate(text.replace(old, new, 1))
    assert (both[0].line, both[0].column) == at
    assert code in [each.code for each in both[1:]]


def test_another_version_is_not_read_on() -> None:
    text = GOITA.replace('"version": 1', '"version": 2').replace('"dealer": 3', '"dealer": 2', 1)
    assert [each.code for each in kifu.validate(text)] == ["S004"]


def test_a_head_that_its_reader_allows_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever keeps a file from being recognised is an error, even if its reader accepts it."""
    head = BytesIO(HISTORY.encode()).read(100)
    assert detect(head) is not None

    def nothing(_: bytes, suffix: str | None) -> None:
        return None

    def history(head: bytes, suffix: str | None) -> tuple[NotationDescriptor, str]:
        found = detect(head)
        assert found is not None
        return found, "its head is odd"

    monkeypatch.setattr("kifu.formats.files.recognition.detect", nothing)
    monkeypatch.setattr("kifu.formats.files.recognition.resembled", history)
    (found,) = kifu.validate(HISTORY)
    assert (found.code, found.line) == ("F001", 1)
    assert found.message == "this looks like goita/history, but its head is odd"
