"""goita/json: its structure, and the places of its findings."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kifu
from kifu.formats.goita.json.json import NOTATION
from kifu.replayer.goita.record import Foul, Record, Result, Round
from kifu.replayer.play.variations import Variation

from ...helpers import MODEL_A, Json, codes, goita, marked, only, repaired
from ...loops import all_of
from .slip import Slip

GOOD = goita(MODEL_A, title="Cup", players=["A", "B", "C", "D"])

WRONG = {
    "an unknown key": Slip(
        old='"dealer"', new='"daeler"', code="S003", pointer="/rounds/0/daeler", marked='"daeler"'
    ),
    "an unknown key of the match": Slip(
        old='"title"', new='"tilte"', code="S003", pointer="/tilte", marked='"tilte"'
    ),
    "a key with a slash and a tilde": Slip(
        old='"title"', new='"a/b~c"', code="S003", pointer="/a~1b~0c", marked='"a/b~c"'
    ),
    "a word for a number": Slip(
        old='"dealer": 0',
        new='"dealer": "0"',
        code="S002",
        pointer="/rounds/0/dealer",
        marked='"0"',
    ),
    "true for a number": Slip(
        old='"dealer": 0',
        new='"dealer": true',
        code="S002",
        pointer="/rounds/0/dealer",
        marked="true",
    ),
    "false for a winner": Slip(
        old='"winner": 0',
        new='"winner": false',
        code="S002",
        pointer="/rounds/0/winner",
        marked="false",
    ),
    "half a number": Slip(
        old='"dealer": 0',
        new='"dealer": 0.5',
        code="S002",
        pointer="/rounds/0/dealer",
        marked="0.5",
    ),
    "null for a score": Slip(
        old="[0, 0]", new="null", code="S002", pointer="/rounds/0/score", marked="null"
    ),
    "a score of one": Slip(
        old="[0, 0]", new="[0]", code="S005", pointer="/rounds/0/score", marked="[0]"
    ),
    "a score of three": Slip(
        old="[0, 0]", new="[0, 0, 0]", code="S005", pointer="/rounds/0/score", marked="[0, 0, 0]"
    ),
    "three players": Slip(
        old='"C", "D"', new='"C"', code="S005", pointer="/players", marked='["A", "B", "C"]'
    ),
    "a number for a name": Slip(old='"C"', new="3", code="S002", pointer="/players/2", marked="3"),
    "a number for a hand": Slip(
        old='"11777788"',
        new="11777788",
        code="S002",
        pointer="/rounds/0/hands/0",
        marked="11777788",
    ),
    "a number for a record": Slip(
        old='"87000870007700011"',
        new="87",
        code="S002",
        pointer="/rounds/0/record",
        marked="87",
    ),
    "another version": Slip(
        old='"version": 1', new='"version": 2', code="S004", pointer="/version", marked="2"
    ),
    "another format": Slip(
        old='"goita/json"',
        new='"goita/jsonl"',
        code="S004",
        pointer="/format",
        marked='"goita/jsonl"',
    ),
    "no time": Slip(
        old='"title": "Cup"',
        new='"start_time": "now"',
        code="S004",
        pointer="/start_time",
        marked='"now"',
    ),
    "an unknown view": Slip(
        old='"title": "Cup"', new='"view": 4', code="S004", pointer="/view", marked="4"
    ),
    "an unknown option": Slip(
        old='"title": "Cup"',
        new='"rules": {"targte": 110}',
        code="S003",
        pointer="/rules/targte",
        marked='"targte"',
    ),
    "a target of zero": Slip(
        old='"title": "Cup"',
        new='"rules": {"target": 0}',
        code="S004",
        pointer="/rules/target",
        marked="0",
    ),
    "an unknown end": Slip(
        old='"goshi": []',
        new='"result": {"end": "won"}',
        code="S004",
        pointer="/rounds/0/result/end",
        marked='"won"',
    ),
    "an unknown rule": Slip(
        old='"goshi": []',
        new='"fouls": [{"ply": 1, "rule": "G201"}]',
        code="S004",
        pointer="/rounds/0/fouls/0/rule",
        marked='"G201"',
    ),
    "invalid marks of kings": Slip(
        old='"goshi": []',
        new='"kings": "王王王王"',
        code="S004",
        pointer="/rounds/0/kings",
        marked='"王王王王"',
    ),
    "no rounds": Slip(
        old=GOOD[GOOD.index("[{") :], new="[]}", code="S005", pointer="/rounds", marked="[]"
    ),
}


@all_of("case", WRONG.values())
def test_misfits_of_the_schema(case: Slip) -> None:
    assert case.old in GOOD
    text = GOOD.replace(case.old, case.new)
    finding = only(text, "goita/json")
    assert (finding.code, finding.pointer) == (case.code, case.pointer)
    assert marked(text, finding) == case.marked


MISSING = {
    "hands": ("/rounds/0", '"hands": ["11777788", "22444488", "35555888", "36666888"], '),
    "record": ("/rounds/0", '"record": "87000870007700011", '),
    "format": ("", '"format": "goita/json", '),
    "version": ("", '"version": 1, '),
}


@pytest.mark.parametrize("key", MISSING)
def test_a_missing_key(key: str) -> None:
    pointer, member = MISSING[key]
    text = GOOD.replace(member, "")
    assert text != GOOD
    finding = only(text, "goita/json")
    assert (finding.code, finding.pointer) == ("S001", pointer)
    assert f'"{key}"' in finding.message
    assert (finding.fix is not None) == (key in ("format", "version"))


def test_a_missing_declaration_is_put_in() -> None:
    text = GOOD.replace('"format": "goita/json", "version": 1, ', "")
    findings = kifu.validate(text)
    assert [each.code for each in findings] == ["S001", "S001"]
    assert codes(repaired(text, findings)) == []


def test_optional_values() -> None:
    few = {"hands": MODEL_A["hands"], "record": "87"}
    record = kifu.loads(
        json.dumps({"format": "goita/json", "version": 1, "rounds": [few]}), type=Record
    )
    hands = tuple(MODEL_A["hands"])
    assert record == Record(rounds=(Round(hands=hands, record="87"),))


def test_whole_numbers_may_be_written_as_fractions() -> None:
    text = goita(MODEL_A | {"dealer": 0.0, "winner": -1.0, "score": [100.0, -0.0], "goshi": []})
    assert codes(text) == ["G202"]
    record = kifu.loads(text, type=Record)
    assert '"dealer": 0, "score": [100, 0]' in kifu.dumps(record)
    assert record.rounds[0].winner is None


TIMES = {
    "2004-04-01T12:00Z": True,
    "2015-04-01T12:00+09:00": True,
    "2015-04-01T12:00:30.5+0900": True,
    "20150401T1200": True,
    "2015-04-01": True,
    "2015-W14-3T12:00": True,
    "2015-04-01 12:00": False,
    "2015-04-01x12:00": False,
    "2015-04-31": False,
    "2015-04-01T25:00": False,
    "yesterday": False,
    "": False,
}


@all_of(("time", "right"), TIMES.items())
def test_times(time: str, right: bool) -> None:
    for key in ("start_time", "end_time"):
        assert codes(goita(MODEL_A, **{key: time})) == ([] if right else ["S004"])


def test_findings_point_through_escapes() -> None:
    hands = r'["1177\u0037788", "22444488", "35555888", "\u0033666\u0036x88"]'
    text = goita(MODEL_A).replace(json.dumps(MODEL_A["hands"]), hands)
    finding = only(text)
    assert (finding.code, finding.player, marked(text, finding)) == ("G004", 3, "x")
    text = goita(MODEL_A, title="😀").replace(
        "87000870007700011", r"8-\u0037-000-\u0038\ud83d\ude00"
    )
    finding = only(text)
    assert (finding.code, finding.ply) == ("G004", 5)
    assert marked(text, finding) == r"\ud83d\ude00"


def test_findings_of_any_layout() -> None:
    text = json.dumps(json.loads(goita(MODEL_A | {"record": "87-0-x"})), indent=2)
    for newline in ("\n", "\r\n", "\r"):
        laid_out = text.replace("\n", newline)
        finding = next(each for each in kifu.validate(laid_out) if each.code == "G004")
        assert marked(laid_out, finding) == "x"
        assert finding.excerpt is not None
        assert finding.excerpt.text[finding.excerpt.start] == "x"
        assert not finding.excerpt.text.endswith(("\r", "\n"))


def test_slips_and_misfits_are_reported_together() -> None:
    text = GOOD.replace('"goshi": []', '"goshi": ').replace('"dealer": 0', '"dealer": "0"')
    findings = kifu.validate(text)
    assert [each.code for each in findings] == ["S002", "F103"]


def test_a_broken_text_is_no_record() -> None:
    for text in (GOOD[:-1], GOOD.replace('"dealer": 0', '"dealer": "0"')):
        with pytest.raises(kifu.RecordError) as caught:
            kifu.loads(text, "goita/json", type=Record)
        assert caught.value.findings
        assert "line 1" in str(caught.value)


def test_safely_fixable_slips_do_not_hinder_reading() -> None:
    text = GOOD.replace('"goshi": []', '"goshi": ').replace("0, 0]", "0, 0,]") + " # mine"
    assert sorted(codes(text)) == ["F103", "F104", "F105"]
    assert kifu.loads(text, type=Record) == kifu.loads(GOOD, type=Record)


def test_two_fixes_of_one_value_do_not_meet() -> None:
    """`goshi`, which should list the player with five し, has no value at all."""
    hands = ["12388888", "14456778", "24556788", "34566788"]
    text = goita({"hands": hands, "record": ""}).replace('"goshi": []', '"goshi": ')
    findings = kifu.validate(text)
    assert sorted(each.code for each in findings) == ["F103", "G402"]
    mended = repaired(text, findings)
    assert codes(mended) == ["G402"]
    assert codes(repaired(mended, kifu.validate(mended))) == []


def test_fixes_of_an_object_with_a_comma_too_many() -> None:
    text = GOOD.replace('"winner": 0, "goshi": []', '"goshi": [] , #\n')
    findings = kifu.validate(text)
    assert sorted(each.code for each in findings) == ["F104", "F105", "G202"]
    assert codes(repaired(text, findings)) == []


# Reading back what is written

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
DIGITS = st.text("0123456789x", max_size=12)
VARIATIONS = st.recursive(
    st.builds(
        Variation,
        ply=st.integers(-1, 70),
        actions=st.lists(DIGITS, min_size=1, max_size=3).map(tuple),
        name=st.none() | TEXTS,
    ),
    lambda inner: st.builds(
        Variation,
        ply=st.integers(0, 9),
        actions=st.lists(st.sampled_from(["0", "78", "play on"]), min_size=1).map(tuple),
        variations=st.lists(inner, max_size=2).map(tuple),
    ),
    max_leaves=3,
)
ROUNDS = st.builds(
    Round,
    dealer=st.integers(-1, 5),
    score=st.none() | st.tuples(st.integers(-10, 200), st.integers(-10, 200)),
    hands=st.lists(DIGITS, max_size=5).map(tuple),
    record=DIGITS,
    winner=st.none() | st.integers(0, 3),
    goshi=st.none() | st.lists(st.integers(-1, 4), max_size=3).map(tuple),
    kings=st.just("") | st.text("王玉", max_size=3).map(lambda some: some + "玉"),
    result=st.none() | st.builds(Result, st.sampled_from(["out", "redeal", "foul"]), st.integers()),
    fouls=st.lists(st.builds(Foul, st.integers(-1, 70), st.just("G104")), max_size=2).map(tuple),
    variations=st.lists(VARIATIONS, max_size=2).map(tuple),
)
RECORDS = st.builds(
    Record,
    title=st.none() | TEXTS,
    start_time=st.sampled_from([None, "2015-04-01"]),
    players=st.none() | st.tuples(TEXTS, TEXTS, TEXTS, TEXTS),
    view=st.sampled_from([None, 0, 3, "partial"]),
    rounds=st.lists(ROUNDS, min_size=1, max_size=2).map(tuple),
)


def small(record: Record) -> bool:
    points = [each.result.points for each in record.rounds if each.result is not None]
    return all(abs(each) < 2**53 for each in points)


@given(RECORDS.filter(small))
def test_every_record_comes_back_as_it_was(record: Record) -> None:
    for text in (NOTATION.write(record), compact(record)):
        (reading,) = kifu.read(text, "goita/json")
        assert reading.findings == []
        assert reading.record == record
        assert kifu.lost(record, "goita/json") == []


def compact(record: Record) -> str:
    assert NOTATION.compact is not None
    text = NOTATION.compact(record)
    assert text.count("\n") == 1
    return text


@given(RECORDS.filter(small))
def test_anything_can_be_checked_replayed_and_seen(record: Record) -> None:
    """No record makes checking, replaying or viewing crash."""
    text = NOTATION.write(record)
    assert all(each.message for each in kifu.validate(text, "goita/json"))
    with suppress(ValueError):
        kifu.replay(record)
    with suppress(ValueError):
        kifu.view(record, 0)


def test_values_of_other_types_are_no_records() -> None:
    strangers: list[Any] = [None, 1, "x", [], [1], {}, {"rounds": 1}, {"rounds": [None]}]
    for value in strangers:
        assert set(codes(json.dumps(value), "goita/json")) <= {"S001", "S002", "S005"}
        assert codes(json.dumps(value), "goita/json")


def test_the_order_of_findings_is_that_of_the_text() -> None:
    wrong: Json = {"hands": [], "record": ""}
    findings = kifu.validate(goita(*[wrong] * 12))
    assert [each.round for each in findings] == list(range(1, 13))
    places = [(each.line, each.column) for each in findings]
    assert places == sorted(places)
