"""Laws that every registered notation obeys."""

import io
import json
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest

from kifu import formats, replayer
from kifu.formats import CannotHold, Notation, Text
from kifu.formats.grammar import source as grammar_source
from kifu.formats.json_schema import schema
from kifu.replayer.view import view

ROOT = Path(__file__).parents[2]
PAIRS = [
    (one, two)
    for one in formats.described()
    for two in formats.described()
    if formats.notation(one).game == formats.notation(two).game
]
WITH_SCHEMA = [each for each in formats.described() if formats.notation(each).schema is not None]
IN_JSON = [each for each in WITH_SCHEMA if formats.notation(each).medium == "json"]


@pytest.fixture(params=sorted(formats.described()))
def notation(request: pytest.FixtureRequest) -> Notation[Any]:
    return formats.notation(request.param)


def records(notation: Notation[Any], count: int = 20) -> list[Any]:
    """Random records, and views of them, that the notation can hold."""
    game = replayer.game(notation.game)
    found: list[Any] = []
    for seed in range(count):
        record = game.generate(Random(f"{notation.id}/{seed}"))
        for each in (record, view(game, record, seed % game.rules(record).players)):
            try:
                formats.lost(each, notation)
            except CannotHold:
                continue
            found.append(each)
    assert found
    return found


def reread(notation: Notation[Any], text: str) -> Any:
    (reading,) = notation.read(Text(text))
    assert reading.whole
    assert all(each.severity != "error" for each in reading.findings)
    return reading.record


def test_what_is_written_is_read_again(notation: Notation[Any]) -> None:
    for record in records(notation):
        text = notation.write(record)
        assert notation.write(reread(notation, text)) == text


def test_what_is_lost_is_declared_and_nothing_more(notation: Notation[Any]) -> None:
    for record in records(notation):
        kept = reread(notation, notation.write(record))
        assert formats.lost(kept, notation) == []
        for phrase in formats.lost(record, notation):
            assert phrase.partition(":")[0] in notation.unsupported


def test_what_is_written_is_right(notation: Notation[Any]) -> None:
    game = replayer.game(notation.game)
    for record in records(notation):
        kept = reread(notation, notation.write(record))
        errors = [
            each
            for each in game.check(kept, notation.unsupported).findings
            if each.severity == "error"
        ]
        assert errors == []


def test_what_is_written_is_recognised(notation: Notation[Any]) -> None:
    for record in records(notation, 5):
        for text in filter(None, (notation.write(record), compact(notation, record))):
            told = formats.detect(text.encode())
            assert told is not None
            assert told.id == notation.id


def compact(notation: Notation[Any], record: Any) -> str | None:
    return None if notation.compact is None else notation.compact(record)


def test_several_records_stand_in_one_text(notation: Notation[Any]) -> None:
    some = [reread(notation, notation.write(each)) for each in records(notation, 4)]
    stream = io.BytesIO("".join(notation.texts(some)).encode())
    assert [each.record for each in formats.read(stream, "", notation.id)] == some


@pytest.mark.parametrize("identifier", IN_JSON)
def test_the_schema_accepts_what_is_written(identifier: str) -> None:
    notation = formats.notation(identifier)
    validator: Any = jsonschema.Draft202012Validator(schema(notation.schema or ""))
    for record in records(notation):
        validator.validate(json.loads(notation.write(record)))


@pytest.mark.parametrize("identifier", WITH_SCHEMA)
def test_schemas_are_sound_and_described(identifier: str) -> None:
    document = schema(formats.notation(identifier).schema or "")
    validator: Any = jsonschema.Draft202012Validator(document)
    validator.check_schema(document)
    assert document["$id"].startswith("urn:kifu:schema:")
    assert document["description"]
    for example in document["examples"]:
        validator.validate(example)


def test_notations_have_a_normative_syntax(notation: Notation[Any]) -> None:
    assert notation.schema is not None or notation.grammar is not None
    if notation.grammar is not None:
        assert grammar_source(notation.grammar).startswith("//")


@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_there_and_back_again(one: str, two: str) -> None:
    """Converting there and back gives the same record, up to the losses of both notations."""
    first, second = formats.notation(one), formats.notation(two)
    for record in records(first, 8):
        here = reread(first, first.write(record))
        try:
            loss = formats.lost(here, second)
        except CannotHold:
            continue
        there = reread(second, second.write(here))
        back = reread(first, first.write(there))
        declared = {phrase.partition(":")[0] for phrase in loss + formats.lost(there, first)}
        assert set(formats.differences(first.game, here, back)) <= declared


def test_the_shipped_examples_show_every_notation(notation: Notation[Any]) -> None:
    files = [path for path in (ROOT / "examples").rglob("*") if path.is_file()]
    told = [formats.detect(path.read_bytes()) for path in files]
    assert notation.id in [each.id for each in told if each is not None]


def test_the_documentation_names_every_notation(notation: Notation[Any]) -> None:
    page = (ROOT / "docs" / f"{notation.game}.md").read_text("utf-8")
    assert f"`{notation.id}`" in page
