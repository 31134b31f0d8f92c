"""Records inside other JSON, as sites and scripts export them."""

import json
from pathlib import Path
from typing import Any

import pytest

import kifu
from kifu.repair import formed

EXAMPLES = Path(__file__).parents[2] / "examples"
LINES = (EXAMPLES / "goita/archive.jsonl").read_text().splitlines()[:2]
ONE, TWO = map(json.loads, LINES)
OTHER = json.loads((EXAMPLES / "leduc/match.json").read_text())
READ: tuple[tuple[Any, str | None], ...] = (
    ([[ONE, TWO]], None),
    ([[ONE], [TWO]], None),
    ([{"record": ONE}, {"record": TWO}], None),
    ({"data": {"games": [ONE, TWO]}, "notes": []}, None),
    ({"event": "Cup", "matches": [ONE, TWO]}, '"event"'),
    ({"matches": [ONE, TWO], "event": {"name": "Cup"}}, '"event"'),
    ([{"id": 1, "record": ONE}, {"id": 2, "record": TWO}], '"id"'),
    ({"first": ONE, "second": TWO}, '"first" and "second"'),
    ({"matches": [ONE], "games": [TWO]}, '"matches" and "games"'),
)


@pytest.mark.parametrize("indent", [None, 1])
def test_records_in_other_json_are_read(indent: int | None) -> None:
    for value, beside in READ:
        text = json.dumps(value, indent=indent)
        assert [each.record for each in kifu.read(text)] == [*map(kifu.loads, LINES)]
        found = kifu.validate(text)
        assert [(each.code, each.severity) for each in found] == [("F011", "note")] * (
            beside is not None
        )
        for each in found:
            assert each.message.endswith(f": {beside}")
            line = text.splitlines()[(each.line or 0) - 1]
            assert line[(each.column or 0) - 1 :].startswith(str(beside).split()[0])
        assert not formed(text.encode()).changed
        assert formed(text.encode()).why is not None


def test_one_list_may_have_records_of_several_games() -> None:
    text = json.dumps([ONE, OTHER])
    assert kifu.validate(text) == []
    wrong = json.dumps({"event": "Cup", "all": [ONE, {**OTHER, "hands": []}]}, indent=1)
    (error,) = (each for each in kifu.validate(wrong) if each.severity == "error")
    assert (error.code, error.record) == ("S005", 2)


def test_one_slip_around_or_in_a_record_is_one_error() -> None:
    text = json.dumps({"event": "Cup", "matches": [ONE, TWO]}, indent=1)
    for old, new, line in (
        ('"Cup",', '"Cup"', 3),
        ('"version": 1,', '"version": 1', 6),
        ('"matches":', '"matches"', 3),
        ('"goita/json",', '"goita/json"', 5),
    ):
        wrong = text.replace(old, new, 1)
        assert wrong != text
        (error,) = (each for each in kifu.validate(wrong) if each.severity == "error")
        assert (error.code, error.line) == ("F101", line)
        assert len([*kifu.read(wrong)]) == 2


def test_a_list_without_records_is_an_error_at_its_place() -> None:
    empty: tuple[Any, ...] = ([], {"matches": []}, {"event": "Cup", "matches": []}, [[]])
    for value in empty:
        (finding,) = kifu.validate(json.dumps(value))
        assert (finding.code, finding.line, finding.column) == ("F001", 1, 1)
