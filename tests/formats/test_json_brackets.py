"""A lost, doubled or swapped bracket is one error near its place, in any layout of JSON."""

import json
import re
from pathlib import Path

import pytest

import kifu
from kifu.repair import mended

from ..campaign import few, sample

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = {
    "planowanie/game.json": "planowanie/json",
    "goita/match.json": "goita/json",
    "leduc/match.json": "leduc/json",
    "mighty/deal.json": "mighty/json",
}
OTHER = {"[": "{", "{": "[", "]": "}", "}": "]"}
NEAR = 12
"""How many characters off an error may be if a bracket's place is ambiguous, as in `[[` for `[`."""


def dense(text: str) -> str:
    return json.dumps(json.loads(text))


def unindented(text: str) -> str:
    return re.sub(r"\n +", "\n", text)


@pytest.mark.parametrize("layout", [dense, unindented, str])
@pytest.mark.parametrize("name", FILES)
def test_a_slip_in_a_bracket_is_one_error(name: str, layout: type[str]) -> None:
    text = layout((EXAMPLES / name).read_text("utf-8"))
    places = [at for at, char in enumerate(text) if char in OTHER]
    for at in places[:: max(1, len(places) // sample(2))]:
        char, line = text[at], text.count("\n", 0, at) + 1
        column = at - text.rfind("\n", 0, at)
        for new in ("", char * 2, OTHER[char]):
            wrong = text[:at] + new + text[at + 1 :]
            found = kifu.validate(wrong, FILES[name])
            (finding,) = [each for each in found if each.severity == "error"]
            assert finding.code == "F101"
            if layout is dense:
                assert abs((finding.column or 0) - column) <= NEAR, wrong[at - 20 : at + 20]
            else:
                assert abs((finding.line or 0) - line) <= 1


def test_further_errors_are_still_reported() -> None:
    text = dense((EXAMPLES / "planowanie/game.json").read_text("utf-8"))
    wrong = text.replace('"plan": [', '"plan": ').replace("[3, 3, 2]", "[3, 3, 1]")
    found = kifu.validate(wrong, "planowanie/json")
    assert [each.code for each in found] == ["F101", "P203"]
    points = found[1].column or 0
    assert wrong[points - 1 :].startswith("[3, 3, 1]")


def test_where_several_places_fit_the_last_is_named() -> None:
    text = dense((EXAMPLES / "planowanie/view.json").read_text("utf-8"))
    wrong = text.replace('"deals": [', '"deals": ', 1)
    assert [each.code for each in kifu.validate(wrong, "planowanie/json")] == ["F101"]


def test_a_long_text_is_read_without_a_search() -> None:
    rounds = ",".join(['{"hands": [["9C"], ["AD"]]}'] * 2_000)
    text = f'{{"format": "planowanie/json", "version": 1, "deals": [{rounds}}}'
    assert "F101" in [each.code for each in kifu.validate(text, "planowanie/json")]


@pytest.mark.parametrize("name", FILES)
def test_a_lost_line_that_closes_an_item_is_one_error_with_a_fix(name: str) -> None:
    text = (EXAMPLES / name).read_text("utf-8")
    lines = text.splitlines(keepends=True)
    closing = [at for at, line in enumerate(lines) if line.strip() in ("},", "],")]
    for at in few(closing, 4):
        damaged = "".join(lines[:at] + lines[at + 1 :])
        (error,) = [each for each in kifu.validate(damaged) if each.severity == "error"]
        assert (error.code, error.line) == ("F101", at + 1)
        assert json.loads(mended(damaged.encode()).after) == json.loads(text)
