"""Variations as text: canonical JSON holds them where they branch off; others report the loss."""

import json

import pytest
from msgspec.structs import replace

import kifu
from kifu import formats, replayer
from kifu.findings.limits import DEEPEST_VARIATION
from kifu.formats import CannotHold
from kifu.formats.document.schema import schema
from kifu.replayer.goita.record import Record

from ..helpers import Json, codes, goita, marked, only
from ..loops import all_of

WON: Json = {
    "hands": ["11244788", "23456788", "34567888", "55667888"],
    "record": "84-0-0-0-84-0-0-0-72-0-0-0-11",
    "winner": 0,
}
VARIATIONS: list[Json] = [
    {"ply": 1, "actions": ["81", "0"]},
    {
        "ply": 5,
        "actions": ["82", "23"],
        "name": "飛",
        "variations": [{"ply": 6, "actions": ["0"]}],
    },
]
OTHERS = [each.id for each in formats.notations("goita") if each.id != "goita/json"]


def varied(*variations: Json) -> str:
    return goita(WON | {"variations": variations})


def nested(depth: int) -> str:
    inner: Json = {"ply": 5, "actions": ["82"]}
    for _ in range(depth):
        inner = {"ply": 5, "actions": ["82"], "variations": [inner]}
    return varied(inner)


# Reading and writing


def test_they_are_read_and_written() -> None:
    record = kifu.loads(varied(*VARIATIONS), type=Record)
    assert json.loads(kifu.dumps(record))["rounds"][0]["variations"] == VARIATIONS
    assert kifu.loads(kifu.dumps(record), type=Record) == record
    assert kifu.validate(kifu.dumps(record)) == []


def test_the_key_is_absent_where_there_are_none() -> None:
    assert "variations" not in kifu.dumps(kifu.loads(varied(), type=Record))


@all_of(
    ("variation", "code", "pointer"),
    [
        ({"actions": ["0"]}, "S001", ""),
        ({"ply": 1}, "S001", ""),
        ({"ply": 1, "actions": []}, "S005", "/actions"),
        ({"ply": "1", "actions": ["82"]}, "S002", "/ply"),
        ({"ply": 1, "actions": [81]}, "S002", "/actions/0"),
        ({"ply": 1, "actions": ["8" * 101]}, "S005", "/actions/0"),
        ({"ply": 1, "actions": ["82"], "nam": "x"}, "S003", "/nam"),
        ({"ply": 1, "actions": ["82"], "variations": {}}, "S002", "/variations"),
    ],
)
def test_invalid_variations(variation: Json, code: str, pointer: str) -> None:
    finding = only(varied(VARIATIONS[0], variation))
    assert (finding.code, finding.pointer) == (code, f"/rounds/0/variations/1{pointer}")
    deeper = VARIATIONS[0] | {"variations": [variation]}
    assert only(varied(deeper)).pointer == f"/rounds/0/variations/0/variations/0{pointer}"


# Places


@all_of(
    ("actions", "where"),
    [
        ('"82", "34"', '"82", "[3]4"'),
        ('"82", "29"', '"82", "2[9]"'),
        ('"82", "0", "22"', '"82", "0", "[2]2"'),
        ('"8\\u0032", "2\\u0039"', '"8\\u0032", "2[\\u0039]"'),
        ('"82", "233"', '"82", ["233"]'),
        ('"84", "46"', '["84"], "46"'),
    ],
)
def test_where_an_action_is_wrong(actions: str, where: str) -> None:
    text = varied({"ply": 5, "actions": ["?"]}).replace('"?"', actions).replace("{", "\n{")
    finding = only(text)
    before, inside, after = where.replace("]", "[").split("[")
    assert marked(text, finding) == inside
    assert finding.line == text[: text.index(actions)].count("\n") + 1
    line = text.split("\n")[(finding.line or 0) - 1]
    assert line[: (finding.column or 0) - 1].endswith(f'"actions": [{before}')
    assert f"{inside}{after}]" in line


def test_where_a_ply_is_wrong() -> None:
    text = varied(VARIATIONS[0], {"ply": 77, "actions": ["0"]})
    assert marked(text, only(text)) == "77"


def test_a_record_of_lines_of_json() -> None:
    good, bad = varied(*VARIATIONS), varied({"ply": 5, "actions": ["82", "34"]})
    finding = only(f"{good}\n{bad}\n")
    assert (finding.line, finding.code) == (2, "G105")


# Limits


@pytest.mark.parametrize("depth", [25, 200, 450])
def test_nesting_is_bounded(depth: int) -> None:
    findings = kifu.validate(nested(depth))
    if depth == 25:
        assert {each.code for each in findings} == {"V003"}
        assert all(each.line for each in findings)
    else:
        assert [each.code for each in findings] == ["F106"]


def test_deeply_nested_records_are_not_written() -> None:
    goita, record = (
        replayer.game("goita"),
        kifu.loads(varied({"ply": 5, "actions": ["82"]}), type=Record),
    )
    for _ in range(DEEPEST_VARIATION + 5):
        inner = goita.variations(record, 1)
        record = goita.with_variations(record, 1, (replace(inner[0], variations=inner),))
    with pytest.raises(CannotHold):
        kifu.lost(record, "goita/json")


# Other notations


@pytest.mark.parametrize("notation", OTHERS)
def test_other_notations_name_the_loss_and_keep_the_rest(notation: str) -> None:
    record = kifu.loads(varied(*VARIATIONS), type=Record)
    bare = replayer.game("goita").with_variations(record, 1, ())
    lost = {each.partition(":")[0] for each in kifu.lost(record, notation)}
    assert lost - {each.partition(":")[0] for each in kifu.lost(bare, notation)} == {"variations"}
    assert "variations" in formats.notation(notation).unsupported
    assert kifu.dumps(record, notation) == kifu.dumps(bare, notation)


def test_the_proposal_has_no_variations() -> None:
    text = kifu.dumps(kifu.loads(varied(), type=Record), "goita/json-2015")
    wrong = text.replace('"goshi": []', '"goshi": [], "variations": []')
    assert codes(wrong, "goita/json-2015") == ["S003"]


# Every game


def test_all_games_write_variations_alike() -> None:
    found = [_shape(schema(formats.canonical_notation(name).id)) for name in replayer.games()]
    assert all(each == found[0] for each in found)


def _shape(document: Json) -> Json:
    """Return the definition of a variation without the parts specific to a game."""
    own = ("description", "examples", "items")
    text = json.dumps(document["$defs"]["variation"])
    return json.loads(
        text, object_hook=lambda part: {key: part[key] for key in part if key not in own}
    )
