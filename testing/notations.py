"""Laws of notations: written texts can be read back, and losses are declared."""

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

from .. import formats, outcomes, replayer, validate
from ..formats import CannotHold, Notation, Text
from ..formats.document.schema import schema
from ..formats.document.tree import pointer
from ..formats.interface import catalog
from ..formats.interface.description import described_texts
from ..formats.text.grammar import grammar, source
from ..replayer.play import KINDS
from ..replayer.play.kinds import noted, noted_only_in
from .annotated import annotated
from .laws import Laws
from .samples import can_hold, damaged, losses, records_and_views, texts, writable

DAMAGED = 30_000
"""The number of characters of damaged texts to read."""


class NotationLaws(Laws):
    """Laws of a game's notations."""

    def test_what_is_written_is_read_again(self, notation: Notation[Any]) -> None:
        """A text that is read and written again is unchanged."""
        for record in writable(notation.id):
            text = notation.write(record)
            again = notation.write(reread(notation, text))
            assert again == text, (
                f"{notation.id} writes {text!r}, but {again!r} after reading it back: `read` must "
                "keep everything, and `write` must always write the same text for a record"
            )

    def test_the_canonical_notation_holds_everything(self, notation: Notation[Any]) -> None:
        """A notation that supports everything reads back each record and view unchanged."""
        if notation.unsupported:
            pytest.skip("it does not support everything")
        canonical = catalog.formats()[notation.game].canonical == notation.id
        for record in records_and_views(notation) if canonical else writable(notation.id):
            for text in texts(notation, record):
                assert reread(notation, text) == record, (
                    f"{notation.id} reads back a different record: name what it lacks in "
                    f"`unsupported`, or read it: {text}"
                )

    def test_what_is_lost_is_declared(self, notation: Notation[Any]) -> None:
        """A notation declares its losses in `unsupported`, and loses nothing more on rewriting."""
        for record, kept in zip(writable(notation.id), given_back(notation.id), strict=True):
            assert losses(kept, notation) == [], (
                f"a record read from {notation.id} loses more when it is written again: `read` "
                "must return only what `write` can write"
            )
            for phrase in losses(record, notation):
                name = phrase.partition(":")[0]
                assert name in notation.unsupported, (
                    f"{notation.id} silently loses {name}: write it, or name it in `unsupported` "
                    "with what is lost"
                )

    def test_what_is_written_is_right(self, notation: Notation[Any]) -> None:
        """A valid record is still valid after being written and read back."""
        game = replayer.game(notation.game)
        for kept in given_back(notation.id):
            found = game.check(kept, notation.unsupported).findings
            errors = [f"{each.code} ({each.message})" for each in found if each.severity == "error"]
            assert not errors, (
                f"the text that {notation.id} writes is wrong when read: {'; '.join(errors)}; "
                "`check` must allow for its argument `unsupported`, or the notation must keep it"
            )

    def test_what_is_noted_is_kept_or_named(self, notation: Notation[Any]) -> None:
        """A notation preserves the annotations it declares to keep, and names those it loses.

        A notation that keeps every kind keeps all annotations; others may not allow them in some
        places.
        """
        game, lost, kept = replayer.game(notation.game), set[str](), set[str]()
        for seed, record in enumerate(writable(notation.id)[:4]):
            before = annotated(game, record, Random(seed))
            try:
                named = {each.partition(":")[0] for each in formats.lost(before, notation)}
            except CannotHold as why:
                change = (
                    "add the keys `annotations` (match, round, variation) and `ended` (round) to "
                    "the schema, each with the shared definition, and add these fields to the "
                    "rounds"
                    if notation.medium == "json"
                    else "`write` must omit annotations that it cannot write, and keep the rest "
                    "unchanged"
                )
                pytest.fail(f"{why}: {change}")
            after = reread(notation, notation.write(before))
            missing = noted_only_in(game, before, after).keys()
            assert missing <= named, (
                f"{notation.id} silently loses {', '.join(sorted(missing - named))}"
            )
            lost |= missing
            kept |= {kind for kind, _ in noted(game, after)}
        broken = lost & notation.keeps - (set() if notation.keeps >= KINDS.keys() else kept)
        assert not broken, (
            f"{notation.id} loses {', '.join(sorted(broken))}: write and read them, or remove them "
            "from its `keeps`"
        )

    def test_several_records_stand_in_one_text(self, notation: Notation[Any]) -> None:
        """Several records in one text are read one after another."""
        some = given_back(notation.id)[-6:]
        stream = io.BytesIO("".join(notation.texts(some)).encode())
        found = [each.record for each in formats.read(stream, "", notation.id)]
        assert found == some, (
            f"{len(some)} records of {notation.id} in one text are not read back: write `between` "
            "between two records, and split them there in `read` or `pieces`"
        )

    def test_what_is_accepted_is_a_record(self, notation: Notation[Any]) -> None:
        """Anything read without errors is a record that the canonical notation can hold.

        This is tested with texts that are cut short, lack words or lines, or repeat some.
        """
        canonical = catalog.canonical_notation(notation.game)
        if notation is canonical:
            pytest.skip("its schema defines the records")
        texts = map(notation.write, writable(notation.id))
        tried = dict.fromkeys(each for text in sorted(texts, key=len)[:2] for each in damaged(text))
        spent = 0
        for text in tried:
            spent += len(text)
            if spent > DAMAGED:
                return
            for found in outcomes(io.BytesIO(text.encode()), notation.id):
                if found.record is None or found.errors or not found.reading.whole:
                    continue
                try:
                    formats.lost(found.record, canonical)
                except CannotHold as why:
                    pytest.fail(
                        f"{notation.id} finds nothing wrong with {text!r}, but {why}: allow such a "
                        "record in the schema, or report it in `check` or `read`"
                    )

    def test_there_and_back_again(self, notation: Notation[Any], other: Notation[Any]) -> None:
        """A round trip via another notation preserves the record, except for declared losses."""
        game, declared = replayer.game(notation.game), {*notation.unsupported, *other.unsupported}
        for here in given_back(notation.id)[:4]:
            if not can_hold(other, here):
                continue
            there = reread(other, other.write(here))
            found = game.check(there, other.unsupported).findings
            if any(each.severity == "error" for each in found) or not can_hold(notation, there):
                continue  # kifu refuses that conversion
            back = reread(notation, notation.write(there))
            changed = set(formats.differences(notation.game, here, back)) - declared
            assert not changed, (
                f"{', '.join(sorted(changed))} changes silently when converted from {notation.id} "
                f"to {other.id} and back: name it in `unsupported`, or keep it"
            )

    def test_what_is_skimmed_is_what_is_read(self, notation: Notation[Any]) -> None:
        """`skim` gives the counts of the line's record, and `facts` agrees with `Game.facts`."""
        if notation.skim is None:
            pytest.skip("it skims no lines")
        game, write = replayer.game(notation.game), notation.compact or notation.write
        for record in given_back(notation.id):
            line = write(record).encode()
            end, records, rounds, plies = notation.skim(line, 0)
            if not records:
                continue
            assert (end, records) == (len(line), 1), (
                f"`skim` of {notation.id} skips {records} records and {end} of the {len(line)} "
                "bytes in a line: it must return the offset of the first line that it leaves "
                f"unread: {line!r}"
            )
            found = validate(io.BytesIO(line), notation.id)
            assert not found, (
                f"`skim` of {notation.id} skips a line with the finding {found[0].code}: it may "
                f"only skip lines without findings: {line!r}"
            )
            counted = (len(game.rounds(record)), game.plies(record))
            assert (rounds, plies) == counted, (
                f"`skim` of {notation.id} counts {rounds} rounds and {plies} plies, but the record "
                f"has {counted[0]} and {counted[1]}: {line!r}"
            )
            if notation.facts is not None:
                (skimmed,) = notation.facts(line)
                facts = list(game.facts(record, game.check(record).ends))
                assert list(skimmed.rounds) == facts, (
                    f"`facts` of {notation.id} returns {skimmed.rounds} for a line, but "
                    f"`Game.facts` returns {facts}: they must agree on skimmed lines"
                )

    # The formal description

    def test_there_is_a_formal_description(self, notation: Notation[Any]) -> None:
        """A notation has a JSON Schema, a grammar that begins with a comment, or a description."""
        kinds = (notation.schema, notation.grammar, notation.description)
        assert any(kinds), (
            f"{notation.id} has no description: give its NOTATION a `schema`, a `grammar`, or a "
            "`description`, a page with both sound and wrong texts"
        )
        if notation.grammar is not None:
            assert source(notation.grammar).startswith("//"), (
                f"the grammar {notation.grammar} does not begin with a comment: describe it in the "
                "first lines (`// …`)"
            )

    def test_the_texts_of_the_description_are_read_as_it_says(
        self, notation: Notation[Any]
    ) -> None:
        """Texts marked `sound` have no findings; those marked `wrong` have the given findings."""
        if notation.description is None:
            pytest.skip("it has no page that describes it")
        where, some = f"{notation.description}.md", list(described_texts(notation.description))
        assert {bool(each.found) for each in some} == {True, False}, (
            f"{where} does not have texts of both kinds: give it code blocks marked `sound`, and "
            "code blocks marked `wrong CODE LINE:COLUMN`"
        )
        for each in some:
            stream = io.BytesIO(each.text.encode())
            found = [(one.code, one.line, one.column) for one in validate(stream, notation.id)]
            said = ", ".join(f"{code} {line}:{column}" for code, line, column in found)
            assert found == [*each.found], (
                f"{where}:{each.line}: the findings of this text are {said or 'none'}; change the "
                f"reader, or mark the text with them: {each.text}"
            )

    def test_the_grammar_accepts_what_is_written(self, notation: Notation[Any]) -> None:
        """The grammar is valid; its rule `start` matches a text, or else each of its lines.

        A grammar without a rule `start`, or whose `start` is used by other rules, describes only
        parts.
        """
        if notation.grammar is None:
            pytest.skip("it has no grammar")
        text = source(notation.grammar)
        names = re.findall(r"^[?!]?([a-z_][a-z0-9_]*)(?:\.\d+)?\s*:", text, re.MULTILINE)
        parser = grammar(notation.grammar, tuple(sorted(set(names))))
        parts = re.sub(r"^[?!]?start\b|//.*|\"[^\"]*\"", "", text, flags=re.MULTILINE)
        if "start" not in names or re.search(r"\bstart\b", parts) or notation.medium != "text":
            pytest.skip("it describes only parts of a text")
        for record in writable(notation.id):
            whole = notation.write(record)
            if not _accepts(parser, whole):
                wrong = [each for each in whole.splitlines() if each and not _accepts(parser, each)]
                assert not wrong, (
                    f"the grammar {notation.grammar} does not accept {wrong[0]!r}: its rule "
                    "`start` must accept what `write` writes"
                )

    def test_the_schema_is_sound_and_described(self, notation: Notation[Any]) -> None:
        """The schema conforms to draft 2020-12, and has descriptions and an example."""
        name, document = _schema(notation)
        validator: Any = jsonschema.Draft202012Validator(document)
        try:
            validator.check_schema(document)
        except jsonschema.SchemaError as error:
            raise AssertionError(
                f"the schema {name} does not conform to draft 2020-12 at {error.json_path}: "
                f"{error.message}"
            ) from error
        urn = f"urn:kifu:schema:{name.replace('/', ':')}"
        assert document.get("$id") == urn, f"set the $id of the schema {name} to {urn}"
        assert document.get("examples"), f"give the schema {name} a record in `examples`"
        for example in document["examples"]:
            _fits(validator, example, f"an example of the schema {name}")
        bare = sorted(_without_description(document, "#"))
        assert not bare, f"give these a `description` in the schema {name}: {', '.join(bare)}"

    def test_the_schema_accepts_what_is_written(self, notation: Notation[Any]) -> None:
        """Texts written in JSON conform to the schema."""
        _, document = _schema(notation)
        if notation.medium != "json":
            pytest.skip("this is not JSON")
        validator: Any = jsonschema.Draft202012Validator(document)
        for record in writable(notation.id):
            _fits(validator, json.loads(notation.write(record)), f"what {notation.id} writes")


@cache
def given_back(identifier: str) -> list[Any]:
    """Return the records that a notation can hold, as it reads them back."""
    notation = catalog.notation(identifier)
    return [reread(notation, notation.write(each)) for each in writable(identifier)]


def reread(notation: Notation[Any], text: str) -> Any:
    """Return the only record in a text, which must have no errors."""
    readings = list(notation.read(Text(text)))
    assert len(readings) == 1, (
        f"{notation.id} reads {len(readings)} records although one was written: `read` must yield "
        f"one Reading for each record: {text}"
    )
    (reading,) = readings
    errors = [f"{each.code} ({each.message})" for each in reading.findings]
    assert reading.whole, f"{notation.id} cannot read what it wrote: {'; '.join(errors)}: {text}"
    wrong = [each for each in reading.findings if each.severity == "error"]
    assert not wrong, f"{notation.id} finds errors in what it wrote: {'; '.join(errors)}: {text}"
    return reading.record


def _fits(validator: Any, value: Any, what: str) -> None:
    """Assert that a value fits a schema."""
    for error in validator.iter_errors(value):
        raise AssertionError(
            f"{what} does not fit the schema at {pointer(*error.absolute_path)}: {error.message}; "
            f"change one of the two"
        )


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
    """Yield the places in a schema where a property has neither a description nor a reference."""
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
