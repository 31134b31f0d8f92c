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
        ('"Cup",', '"Cup"', 2),
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


RECORDS = {
    name: json.loads((EXAMPLES / name).read_text())
    for name in ("goita/match.json", "goita/view.json", "mighty/deal.json", "planowanie/game.json")
}
NO_DEALER = {**ONE, "rounds": [{**ONE["rounds"][0], "dealer": 7}]}
UNDECLARED = {key: value for key, value in ONE.items() if key != "format"}
HIDDEN: tuple[Any, ...] = (
    {"title": "A", **NO_DEALER},
    {**ONE, "format": "goita"},
    UNDECLARED,
    None,
    "",
    5,
    [],
    {},
    {"id": 7},
)


@pytest.mark.parametrize("shape", ["{}", '{{"matches": {}}}', '{{"data": {{"all": {}}}}}'])
def test_everything_in_the_place_of_a_record_is_one(shape: str) -> None:
    for other in HIDDEN:
        for items in ([ONE, other], [other, ONE], [OTHER, other, ONE]):
            for wrap in (False, True):
                values = [{"record": each} for each in items] if wrap else items
                text = shape.format(json.dumps(values))
                outcomes = [*kifu.outcomes(text)]
                assert len(outcomes) == len(items), text
                errors = [one for one in outcomes if one.errors]
                assert errors == [outcomes[items.index(other)]], text
                assert len(errors[0].errors) == 1, errors


def test_a_map_and_lists_with_records_are_read_to_their_ends() -> None:
    for value in (
        {"games": {"a": ONE, "b": {**ONE, "format": "goita"}}},
        {"matches": [ONE], "games": [{**ONE, "format": "goita"}]},
    ):
        (error,) = (each for each in kifu.validate(json.dumps(value)) if each.severity == "error")
        assert (error.code, error.record) == ("S004", 2)


def test_each_record_is_read_in_its_own_notation() -> None:
    old = (EXAMPLES / "goita/match-2015.json").read_text()
    for name, first in RECORDS.items():
        for second in (RECORDS["goita/match.json"], RECORDS["goita/view.json"], OTHER):
            one, two = json.dumps(first), json.dumps(second)
            for text in (
                f'{{"matches": [{one}, {two}]}}',
                f'{{"a": {one}, "b": {two}}}',
                f'{{"games": [{{"record": {one}}}, {{"record": {two}}}]}}',
                f'{{"matches": [{one}], "matches": [{two}]}}',
            ):
                found = [each for each in kifu.validate(text) if each.severity != "note"]
                assert found == [], (name, found)
        for items in (f"{old}, {one}", f"{one}, {old}"):
            for text in (f"[{items}]", f'{{"matches": [{items}]}}'):
                assert [each.code for each in kifu.validate(text)] == ["G601"]
                assert len([*kifu.read(text)]) == 2


def test_names_of_records_are_named_as_such() -> None:
    for value in ({"games": {"a": ONE, "b": TWO}}, {"a": ONE, "b": TWO}):
        (note,) = kifu.validate(json.dumps(value))
        assert note.severity == "note"
        assert "not read" not in note.message


def test_a_line_before_an_archive_is_one_finding() -> None:
    for value in ([ONE, TWO], {"matches": [ONE, TWO]}, {"all": [ONE, TWO]}, [[ONE, TWO]]):
        for line in ("// x", "# x", "# x\n# y", "/* x */", "# see [1] {a}", "Here they are:"):
            text = f"{line}\n{json.dumps(value)}"
            (note,) = kifu.validate(text)
            assert (note.code, note.line) == ("F011", 1), text
            assert len([*kifu.read(text)]) == 2


def test_a_record_may_have_its_format_after_any_other_key() -> None:
    for name in RECORDS:
        value = RECORDS[name]
        last: dict[str, object] = {"x": 1, "format": value["format"]}
        moved = {key: each for key, each in value.items() if key != "format"} | last
        for text in (json.dumps(moved), json.dumps([moved, moved])):
            codes = {each.code for each in kifu.validate(text)}
            assert codes == {"S003"}, (name, codes)
