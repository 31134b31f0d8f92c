"""JSON lists of records are read as several records, with places in the whole text."""

import json
from pathlib import Path

import pytest

import kifu
from kifu.repair import formed, mended

ARCHIVE = Path(__file__).parents[2] / "examples" / "goita" / "archive.jsonl"
LINES = ARCHIVE.read_text().splitlines()[:3]
SLIP = LINES[1].replace('"winner"', '"winer"', 1)


@pytest.mark.parametrize("key", ["", "matches", "games", "records"])
@pytest.mark.parametrize("indent", [None, 1])
def test_a_list_of_records(key: str, indent: int | None) -> None:
    values = list(map(json.loads, LINES))
    text = json.dumps({key: values} if key else values, indent=indent)
    assert [each.record for each in kifu.read(text)] == list(map(kifu.loads, LINES))
    assert not kifu.validate(f"Our games:\n```json\n{text}\n```\n")[2:]
    refused = formed(text.encode())
    assert not refused.changed
    assert refused.why is not None
    assert "kifu convert" in refused.why


def test_places_and_fixes_in_a_list() -> None:
    text = f"[{LINES[0]}, {SLIP},\n{SLIP}]"
    found = kifu.validate(text)
    lines = text.split("\n")
    for each, number in zip(found, (2, 3), strict=True):
        assert each.line is not None
        assert each.column is not None
        assert lines[each.line - 1][each.column - 1 :].startswith('"winer"')
        assert each.record == number
    assert mended(text.encode()).after.decode() == text.replace("winer", "winner")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"[{LINES[0]}, {LINES[1][:-1]}, {LINES[2]}]", ["} is missing"]),
        (f"[{LINES[0]}, {LINES[1][1:]}, {LINES[2]}]", ["{ is missing here"]),
        (f"[{LINES[0]}, {LINES[1]}}}, {LINES[2]}]", ["unexpected }"]),
        (f"[{LINES[0]} {LINES[1]}, {LINES[2]}]", ["a comma is missing here"]),
        (f"[{LINES[0]},, {LINES[1]}, {LINES[2]}]", ["unexpected comma"]),
        (f"[{LINES[0]}, {LINES[1]}, {LINES[2]},]", ["unexpected comma before ]"]),
        (f"[{LINES[0]}, {LINES[1]}, {LINES[2]}", ["] is missing"]),
        (f'{{"games": [{LINES[0]}, {LINES[1]}, {LINES[2]}]', ["} is missing"]),
        (f'{{"games": [{LINES[0]}, {LINES[1]}, {LINES[2]}\n}}\n', ["] is missing"]),
        (f'{{"games": [{LINES[0]}, {LINES[1]}, {LINES[2]}}}', ["] is missing"]),
        (f'{{"games": [{LINES[0]}, {LINES[1]}, {LINES[2]}}}]}}', ["unexpected }"]),
        (f"[{LINES[0]}, {LINES[1]}, {LINES[2]}}}", ["expected ]"]),
        (f'{{"games": [{LINES[0]}, {LINES[1]}, {LINES[2]}], "a": 1}}', ['this is not read: "a"']),
        (f"[{LINES[0]}, 5, {LINES[1]}, {LINES[2]}]", ["expected an object, found 5"]),
    ],
)
def test_a_slip_in_a_list_hides_no_record(text: str, found: list[str]) -> None:
    outcomes = [each for each in kifu.outcomes(text) if each.counts]
    assert [each.counts for each in outcomes] == [one.counts for one in kifu.outcomes(ARCHIVE)][:3]
    messages = [each.message for each in kifu.validate(text)]
    assert len(messages) == len(found)
    assert all(part in message for part, message in zip(found, messages, strict=True))


def test_a_list_of_slips_is_not_read_to_its_end() -> None:
    slip = '{"rounds": 1, "a": 1}'
    found = kifu.validate(f"[{', '.join([slip] * 400)}]", "goita/json")
    assert found[-1].code == "F009"
    assert len(found) < 1_010
