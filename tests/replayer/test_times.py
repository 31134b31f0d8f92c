"""The start and end times of matches, in every game."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

import kifu
from kifu import replayer
from kifu.findings import Finding
from kifu.replayer.leduc.record import Record

from ..loops import all_of

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = (
    "goita/match.json",
    "goita/match-2015.json",
    "mighty/deal.json",
    "planowanie/game.json",
    "leduc/match.json",
)


def with_times(name: str, start: str, end: str) -> str:
    """Return an example with different start and end times."""
    text = (EXAMPLES / name).read_text("utf-8")
    values = {"start_time": start, "end_time": end}
    head = json.dumps(values)[1:-1]
    known = json.loads(text)
    for key in values:
        if key in known:
            written = f'"{key}": {json.dumps(known[key])},'
            assert written in text
            text = text.replace(written, "")
    return text.replace("{", "{" + head + ",", 1)


def errors(text: str) -> list[Finding]:
    return [each for each in kifu.validate(text) if each.severity == "error"]


@pytest.mark.parametrize("name", FILES)
def test_no_match_ends_before_it_begins(name: str) -> None:
    assert errors(with_times(name, "2026-04-01", "2026-04-02")) == []
    (finding,) = errors(with_times(name, "2026-04-02", "2026-04-01"))
    assert (finding.code, finding.pointer) == ("R001", "/end_time")


DOUBTFUL = {
    "the same day": ("2026-04-01", "2026-04-01", False),
    "a date is a whole day": ("2026-04-01T12:00", "2026-04-01", False),
    "a date and a time of the day before": ("2026-04-02", "2026-04-01T23:59", True),
    "a week": ("2026-W10", "2026-01-01", True),
    "another zone": ("2026-04-01T12:00+02:00", "2026-04-01T11:00+00:00", False),
    "another zone, too early": ("2026-04-01T12:00+02:00", "2026-04-01T09:59+00:00", True),
    "the clock may have been set back": ("2026-10-25T02:50", "2026-10-25T02:10", False),
    "the clock is never set back that far": ("2026-10-25T02:50", "2026-10-25T01:40", True),
    "no offset": ("2026-04-01T12:00+02:00", "2026-04-01T01:00", False),
    "no offset, and too early": ("2026-04-03T12:00+02:00", "2026-04-01T01:00", True),
    "the end of time": ("9999-12-31T23:59", "9999-12-31T23:30", False),
    "its beginning": ("0001-01-01T00:00+14:00", "0001-01-01T00:00-12:00", False),
}


@all_of("case", DOUBTFUL)
def test_only_what_is_certain_is_said(case: str) -> None:
    start, end, wrong = DOUBTFUL[case]
    found = [each.code for each in kifu.validate(with_times(FILES[0], start, end))]
    assert found == (["R001"] if wrong else [])


def test_a_record_made_by_a_program_may_hold_anything() -> None:
    record = kifu.load(EXAMPLES / "leduc/match.json", type=Record)
    strange = replace(record, start_time="yesterday", end_time="today")
    assert replayer.game("leduc").check(strange).findings == []


def test_the_finding_is_at_the_line_of_the_end() -> None:
    log = (EXAMPLES / "planowanie/fault.log").read_text("utf-8")
    head = "# date: 2026-04-02\n# end: 2026-04-01\n"
    (finding,) = kifu.validate(head + log)
    assert (finding.code, finding.line) == ("R001", 2)
    gibo = (EXAMPLES / "mighty/match.gibo").read_text("utf-8")
    (finding,) = kifu.validate("Start: 2026-04-02\nEnd: 2026-04-01\n" + gibo)
    assert (finding.code, finding.line) == ("R001", 2)
