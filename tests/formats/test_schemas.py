"""The schemas: full descriptions, only JSON Schema's own formats, and `$schema` in records."""

import copy
import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kifu
from kifu import formats, replayer
from kifu.formats.document.misfits import misfits_of
from kifu.formats.document.schema import CHECKED_AS, checked_here, is_iso_8601, quick, schema
from kifu.formats.document.tree import UNREAD
from kifu.formats.document.vouching import Vouching
from kifu.formats.interface.replay_schema import replay_schema

from ..helpers import MODEL_A, codes, goita, goita_2015, only
from ..loops import all_of

SCHEMAS: dict[str, Any] = {
    **{each.schema: schema(each.schema) for each in formats.notations() if each.schema is not None},
    "replay": replay_schema(),
}
KNOWN_FORMATS = {"date-time", "date", "time", "uri", "uri-reference", "regex"}
"""The formats used here, all from the specification (draft 2020-12, "Validation", section 7.3)."""


def parts(part: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the parts of a schema that describe a value."""
    yield path, part
    for key in ("properties", "$defs", "patternProperties"):
        for name, inner in part.get(key, {}).items():
            yield from parts(inner, f"{path}/{key}/{name}")
    if isinstance(part.get("items"), dict):
        yield from parts(part["items"], f"{path}/items")
    for key in ("prefixItems", "anyOf", "oneOf", "allOf"):
        for number, inner in enumerate(part.get(key, [])):
            yield from parts(inner, f"{path}/{key}/{number}")


def named(path: str) -> bool:
    return path.split("/")[-2:-1] in (["properties"], ["$defs"], ["patternProperties"])


@all_of("name", SCHEMAS)
def test_every_property_and_every_definition_is_described(name: str) -> None:
    for path, part in parts(SCHEMAS[name]):
        made = "/$defs/" in path and "." in path.split("/")[2]  # generated from a Python type
        if named(path) or not made:
            assert (
                part.get("description") or "$ref" in part or path.startswith("/$defs/position/")
            ), path


@all_of("name", SCHEMAS)
def test_formats_are_those_of_json_schema(name: str) -> None:
    for path, part in parts(SCHEMAS[name]):
        assert part.get("format", "date-time") in KNOWN_FORMATS, path


@all_of("name", SCHEMAS)
def test_identifiers_are_names_until_the_project_has_an_address(name: str) -> None:
    assert SCHEMAS[name]["$id"].startswith("urn:kifu:schema:")


def test_times_are_still_checked() -> None:
    assert codes(goita(MODEL_A, start_time="2015-04-01T12:00+09:00")) == []
    assert only(goita(MODEL_A, start_time="2015-13-01")).code == "S004"


# `$schema`

REFERENCES = ["./goita.schema.json", "urn:kifu:schema:goita:json", "", "https://example.org/ü #1"]


@all_of("reference", REFERENCES)
@all_of("game", replayer.games())
def test_records_keep_it(game: str, reference: str) -> None:
    notation = formats.canonical_notation(game)
    record = replayer.game(game).generate(Random(1))
    values = {"$schema": reference} | json.loads(notation.write(record))
    text = json.dumps(values, ensure_ascii=False)
    before = kifu.loads(text)
    assert before.schema == reference
    assert [each.code for each in kifu.validate(text)] == [
        each.code for each in kifu.validate(notation.write(record))
    ]
    for written in (notation.write(before), "".join(notation.texts([before], lines=True))):
        assert next(iter(json.loads(written).items())) == ("$schema", reference)
        assert json.dumps(reference, ensure_ascii=False) in written
    assert kifu.lost(before, notation.id) == []


def test_it_is_kept_from_one_json_to_another() -> None:
    text = '{"$schema": "x", ' + goita_2015(MODEL_A)[1:]
    record = kifu.loads(text)
    for target in ("goita/json", "goita/json-2015"):
        assert kifu.dumps(record, target).startswith('{\n  "$schema": "x",\n')
    assert "$schema" not in kifu.dumps(record, "goita/history")
    assert kifu.lost(record, "goita/history") == kifu.lost(
        kifu.loads(goita_2015(MODEL_A)), "goita/history"
    )


def test_it_is_a_string() -> None:
    finding = only('{"$schema": 1, ' + goita(MODEL_A)[1:])
    assert (finding.code, finding.pointer) == ("S002", "/$schema")


def test_a_record_without_it_is_written_without_it() -> None:
    assert "$schema" not in kifu.dumps(kifu.loads(goita(MODEL_A)))


def test_it_hides_no_slip() -> None:
    text = '{"$schema": "x", ' + goita(MODEL_A | {"winner": 1})[1:]
    assert codes(text) == ["G201"]
    assert codes(text.replace('"winner"', '"winer"')) == ["S003", "G201"]


class Watched(dict[str, Any]):
    """An object that counts how many times its keys were iterated over."""

    looks = 0

    def __iter__(self) -> Iterator[str]:
        self.looks += 1
        return super().__iter__()


@pytest.mark.parametrize("count", [10, 300])
def test_unknown_keys_are_not_compared_with_all_others(count: int) -> None:
    value = Watched({f"k{number}": number for number in range(count)})
    found = list(misfits_of("goita/json", value))
    assert len(found) >= count
    assert value.looks < 20


# What is vouched for without a library


@cache
def example(identifier: str) -> str:
    record = replayer.game(identifier.partition("/")[0]).generate(Random(5))
    return formats.notation(identifier).write(record)


OTHERS: list[Any] = [None, True, -1, 10**6, "", "x", [], {}, [[]], {"x": 1}, [1, "2"], 0.5, UNREAD]


def keys_of(holder: Any) -> list[Any]:
    return [*holder] if isinstance(holder, dict) else [*range(len(holder))]


def spoilt(identifier: str, random: Random) -> Any:
    """Return a record with up to three values, keys or lengths changed."""
    value: Any = json.loads(example(identifier))
    for _ in range(random.randint(1, 3)):
        holder = value
        while random.random() < 0.8:
            inner = holder[random.choice(keys_of(holder))]
            if not isinstance(inner, dict | list) or not inner:
                break
            holder = cast(Any, inner)
        key, way = random.choice(keys_of(holder)), random.randrange(4)
        if way == 0 and len(holder) > 1:
            del holder[key]
        elif way == 1 and isinstance(holder, dict):
            holder[random.choice(["x", "dealer", "title"])] = random.choice(OTHERS)
        elif way == 2 and not isinstance(holder, dict):
            holder += [copy.deepcopy(holder[key])]
        else:
            holder[key] = random.choice(OTHERS)
    return value


def vouches(document: dict[str, Any], value: object, left: int = 10**6) -> bool:
    return Vouching(left, {CHECKED_AS: is_iso_8601}).fits(document, value, lambda part: part)


@pytest.mark.parametrize("identifier", ["go/json", "goita/json", "mighty/json", "planowanie/json"])
@given(random=st.randoms(use_true_random=False))
def test_the_library_says_yes_to_whatever_is_vouched_for(identifier: str, random: Random) -> None:
    value = spoilt(identifier, random)
    if vouches(checked_here(identifier), value):
        assert quick(identifier, whole=False).is_valid(value)
    value = json.loads(example(identifier))
    assert vouches(checked_here(identifier), value)


KEYED = {"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": False}


VOUCHED: list[tuple[Any, list[Any], list[Any]]] = [
    ({"type": "integer"}, [1, -1], [True, 1.5, "1", None, 10**20]),
    ({"type": "number", "minimum": 0}, [0, 1.5], [-1, False, float("nan"), float("inf")]),
    ({"type": ["string", "null"], "maxLength": 2}, ["ab", None, "玉"], ["abc", 1, "\ud800"]),
    ({"const": 1}, [1], [True, "1", 1.0]),
    ({"enum": ["a", None]}, ["a", None], ["b", 0, False]),
    ({"anyOf": [{"type": "null"}, {"type": "string"}]}, ["a", None], [1, []]),
    ({"$ref": "#/$defs/a", "title": "x"}, [1], ["1"]),
    ({"$ref": "#/$defs/a", "maximum": 1}, [], [1, 2]),
    ({"$ref": "#/$defs/again"}, [], [1]),
    ({"type": "string", CHECKED_AS: "iso-8601"}, ["2015-04-01"], ["yesterday"]),
    ({"type": "array", "items": {"type": "integer"}, "minItems": 1}, [[1]], [[], ["1"], "1"]),
    ({"type": "array", "prefixItems": [{"type": "null"}]}, [[None], []], [[None, 1], [1]]),
    ({"type": "array", "items": {}, "uniqueItems": True}, [[1, 2], ["a"]], [[1, 1], [1, True]]),
    (KEYED | {"required": ["a"]}, [{"a": 1}], [{}, {"a": "1"}, {"a": 1, "b": 1}, []]),
    (KEYED | {"minProperties": 1}, [{"a": 1}], [{}]),
    ({"type": "object"}, [], [{}]),
    ({"type": "array"}, [[]], [[1]]),
    ({"type": "string", "pattern": "."}, [], ["a"]),
    ({"type": ["null", "string"], "pattern": "^(ab|c)$"}, ["ab", "c", None], ["a", "c\n", ""]),
    ({"type": "text"}, [], ["a"]),
    ({"type": 1, "required": 1}, [], [{}, 1]),
    (True, [], [1]),
]
"""Parts of schemas with values that are accepted, and others that are not."""


@pytest.mark.parametrize(("part", "vouched", "others"), VOUCHED)
def test_skimmed_lines(part: Any, vouched: list[object], others: list[object]) -> None:
    known = {"a": {"type": "integer"}, "again": {"$ref": "#/$defs/again"}}
    document = {"$defs": known, "type": "array", "items": part}
    assert all(vouches(document, [each]) for each in vouched)
    assert not any(vouches(document, [each]) for each in others)


def test_no_more_is_vouched_for_than_can_be_looked_at_quickly() -> None:
    document = {"type": "array", "items": {"type": "integer"}}
    assert vouches(document, [1, 2], left=3)
    assert not vouches(document, [1, 2], left=2)
