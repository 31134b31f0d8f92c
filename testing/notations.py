"""Laws of notations: what is written can be read again, and losses are named."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

import jsonschema
import pytest
from lark.exceptions import UnexpectedInput

from .. import formats, replayer
from ..formats import CannotHold, Notation, Text
from ..formats.document.schema import schema
from ..formats.interface import catalog
from ..formats.text.grammar import grammar, source
from ..replayer.play.kinds import noted_only_in
from .annotated import annotated
from .laws import Laws
from .samples import records_and_views, texts, writable


class NotationLaws(Laws):
    """Laws of the notations of a game."""

    def test_what_is_written_is_read_again(self, notation: Notation[Any]) -> None:
        """A text that was read is written again as it was."""
        for record in writable(notation.id):
            text = notation.write(record)
            again = notation.write(reread(notation, text))
            assert again == text, f"{notation.id} writes {text!r}, and after reading it {again!r}"

    def test_the_canonical_notation_holds_everything(self, notation: Notation[Any]) -> None:
        """A notation that supports everything returns each record and view unchanged."""
        if notation.unsupported:
            pytest.skip("it lacks something")
        for record in records_and_views(notation):
            for text in texts(notation, record):
                assert reread(notation, text) == record, (
                    f"{notation.id} gives back another record than was written: {text}"
                )

    def test_what_is_lost_is_declared(self, notation: Notation[Any]) -> None:
        """What a notation cannot hold stands in its `unsupported`, and is lost only once."""
        for record, kept in zip(writable(notation.id), given_back(notation.id), strict=True):
            assert formats.lost(kept, notation) == [], (
                f"a record that was read from {notation.id} loses more when it is written again"
            )
            for phrase in formats.lost(record, notation):
                name = phrase.partition(":")[0]
                assert name in notation.unsupported, f"{notation.id} loses {name} undeclared"

    def test_what_is_written_is_right(self, notation: Notation[Any]) -> None:
        """What is written of a right record is right, too."""
        game = replayer.game(notation.game)
        for kept in given_back(notation.id):
            found = game.check(kept, notation.unsupported).findings
            errors = [f"{each.code} ({each.message})" for each in found if each.severity == "error"]
            assert not errors, f"what {notation.id} writes is wrong: {'; '.join(errors)}"

    def test_what_is_noted_is_kept_or_named(self, notation: Notation[Any]) -> None:
        """A notation gives back what it keeps of annotations, and names what it loses of them."""
        game = replayer.game(notation.game)
        for seed, record in enumerate(writable(notation.id)[:4]):
            before = annotated(game, record, Random(seed))
            try:
                named = {each.partition(":")[0] for each in formats.lost(before, notation)}
            except CannotHold as why:
                pytest.fail(
                    f"{why}: give a schema the keys `annotations` (match, round, variation) and "
                    f"`ended` (round), each with the shared definition, and rounds these fields"
                )
            after = reread(notation, notation.write(before))
            missing = noted_only_in(game, before, after).keys()
            assert missing <= named, (
                f"{notation.id} loses {', '.join(sorted(missing - named))}, and nothing says so"
            )
            broken = missing & notation.keeps
            assert not broken, (
                f"{notation.id} loses {', '.join(sorted(broken))}: write and read them, or take "
                f"them out of its `keeps`"
            )

    def test_several_records_stand_in_one_text(self, notation: Notation[Any]) -> None:
        """Several records in one text are read one after the other."""
        some = given_back(notation.id)[:6]
        stream = io.BytesIO("".join(notation.texts(some)).encode())
        found = [each.record for each in formats.read(stream, "", notation.id)]
        assert found == some, f"{len(some)} records of {notation.id} in one text are not read back"

    def test_there_and_back_again(self, notation: Notation[Any], other: Notation[Any]) -> None:
        """Converting there and back gives the same record, up to what both notations lack."""
        for here in given_back(notation.id)[:4]:
            try:
                loss = formats.lost(here, other)
                there = reread(other, other.write(here))
                loss += formats.lost(there, notation)
            except CannotHold:
                continue
            back = reread(notation, notation.write(there))
            declared = {each.partition(":")[0] for each in loss}
            changed = set(formats.differences(notation.game, here, back)) - declared
            assert not changed, (
                f"{', '.join(sorted(changed))} changes on the way from {notation.id} to {other.id} "
                f"and back, and neither notation says so"
            )

    # The formal description

    def test_there_is_a_formal_description(self, notation: Notation[Any]) -> None:
        """A notation has a JSON Schema or a grammar, which begins with a comment."""
        assert notation.schema is not None or notation.grammar is not None, (
            f"{notation.id} has neither a schema nor a grammar"
        )
        if notation.grammar is not None:
            assert source(notation.grammar).startswith("//"), (
                f"the grammar {notation.grammar} begins with no comment that says what it is"
            )

    def test_the_grammar_accepts_what_is_written(self, notation: Notation[Any]) -> None:
        """The grammar is sound; a text, or else each of its lines, follows its rule `start`.

        A grammar without a rule `start`, or one that other rules refer to, describes only parts.
        """
        if notation.grammar is None:
            pytest.skip("it has no grammar")
        text = source(notation.grammar)
        names = re.findall(r"^[?!]?([a-z_][a-z0-9_]*)(?:\.\d+)?\s*:", text, re.MULTILINE)
        parser = grammar(notation.grammar, tuple(sorted(set(names))))
        parts = re.sub(r"^[?!]?start\b|//.*|\"[^\"]*\"", "", text, flags=re.MULTILINE)
        if "start" not in names or re.search(r"\bstart\b", parts) or notation.medium != "text":
            pytest.skip("it describes parts of a text")
        for record in writable(notation.id):
            whole = notation.write(record)
            if not _accepts(parser, whole):
                wrong = [each for each in whole.splitlines() if each and not _accepts(parser, each)]
                assert not wrong, f"the grammar {notation.grammar} does not accept {wrong[0]!r}"

    def test_the_schema_is_sound_and_described(self, notation: Notation[Any]) -> None:
        """The schema is one of draft 2020-12; what it describes is said in words, by an example."""
        name, document = _schema(notation)
        validator: Any = jsonschema.Draft202012Validator(document)
        validator.check_schema(document)
        urn = f"urn:kifu:schema:{name.replace('/', ':')}"
        assert document["$id"] == urn, f"the $id of the schema is {document['$id']}, not {urn}"
        assert document.get("examples"), "the schema has no example"
        for example in document["examples"]:
            validator.validate(example)
        bare = sorted(_without_description(document, "#"))
        assert not bare, f"nothing says in words what these are: {', '.join(bare)}"

    def test_the_schema_accepts_what_is_written(self, notation: Notation[Any]) -> None:
        """What is written in JSON fits the schema."""
        _, document = _schema(notation)
        if notation.medium != "json":
            pytest.skip("this is no JSON")
        validator: Any = jsonschema.Draft202012Validator(document)
        for record in writable(notation.id):
            validator.validate(json.loads(notation.write(record)))


@cache
def given_back(identifier: str) -> list[Any]:
    """What a notation gives back of the records that it can hold."""
    notation = catalog.notation(identifier)
    return [reread(notation, notation.write(each)) for each in writable(identifier)]


def reread(notation: Notation[Any], text: str) -> Any:
    """The one record of a text, in which nothing is wrong."""
    readings = list(notation.read(Text(text)))
    assert len(readings) == 1, f"{notation.id} reads {len(readings)} records where one was written"
    (reading,) = readings
    errors = [f"{each.code} ({each.message})" for each in reading.findings]
    assert reading.whole, f"{notation.id} cannot read what it wrote: {'; '.join(errors)}: {text}"
    wrong = [each for each in reading.findings if each.severity == "error"]
    assert not wrong, f"{notation.id} finds fault with what it wrote: {'; '.join(errors)}: {text}"
    return reading.record


def _accepts(parser: Any, text: str) -> bool:
    try:
        parser.parse(text, start="start")
    except UnexpectedInput:
        return False
    return True


def _schema(notation: Notation[Any]) -> tuple[str, dict[str, Any]]:
    if notation.schema is None:
        pytest.skip("it has no schema")
    return notation.schema, schema(notation.schema)


def _without_description(part: Mapping[str, Any] | None, where: str) -> Iterator[str]:
    """The places of a schema where a property is not described, nor refers to what is."""
    if not part:
        return
    if where == "#" and not part.get("description"):
        yield where
    for key in ("properties", "$defs"):
        for name, each in part.get(key, {}).items():
            place = f"{where}/{key}/{name}"
            if not each.get("description") and "$ref" not in each:
                yield place
            yield from _without_description(each, place)
    yield from _without_description(part.get("items"), f"{where}/items")
