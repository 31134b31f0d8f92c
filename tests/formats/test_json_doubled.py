"""A duplicated line of JSON is one error, and hides nothing else."""

from pathlib import Path

import kifu

from ..helpers import repaired
from ..loops import all_of

EXAMPLES = Path(__file__).parents[2] / "examples"
DEAL = (EXAMPLES / "mighty" / "deal.json").read_text("utf-8")
MATCH = (EXAMPLES / "goita" / "match.json").read_text("utf-8")


def doubled(text: str, word: str) -> tuple[str, int]:
    """Duplicate the first line that starts with a word; also return the copy's line number."""
    lines = text.splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line.lstrip().startswith(word))
    return "".join([*lines[: at + 1], *lines[at:]]), at + 2


def errors(text: str) -> list[kifu.Finding]:
    return [each for each in kifu.validate(text) if each.severity == "error"]


CASES = {
    "the last keys of an object": (DEAL, '"end": "won"'),
    "the beginning of an object": (DEAL, '"rules"'),
    "the beginning of a list": (DEAL, '"hands"'),
    "the end of a list": (DEAL, "],"),
    "the last hand": (DEAL, '["S9"'),
    "the beginning of the rounds": (MATCH, '"rounds"'),
}


@all_of("name", CASES)
def test_a_line_that_stands_twice_is_one_error(name: str) -> None:
    original, word = CASES[name]
    text, line = doubled(original, word)
    (found,) = errors(text)
    assert (found.message, found.line) == ("this line is repeated", line)
    assert repaired(text, [found]) == original


KEYS = {"keys": (DEAL, '"nt_min_offset"'), "one key": (MATCH, '"title"')}


@all_of("name", KEYS)
def test_keys_that_are_repeated_are_one_error(name: str) -> None:
    original, word = KEYS[name]
    text, line = doubled(original, word)
    (found,) = errors(text)
    assert (found.code, found.line) == ("F102", line)
    assert repaired(text, [found]) == original


def test_it_hides_no_other_slip() -> None:
    text, line = doubled(DEAL.replace('"score": 1100', '"score": 1200'), '"nt_min_offset"')
    assert [(each.code, each.line) for each in errors(text)] == [("F102", line), ("M406", 43)]


def test_two_tricks_alike_are_no_slip_of_the_text() -> None:
    text, _ = doubled(DEAL, '{"lead": 1, "cards": ["S5"')
    assert [each.code for each in errors(text)] == ["M401"]
