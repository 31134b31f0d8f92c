"""Reading and writing records as JSON, the same way for every game.

A notation in JSON defines how its values make a record, and how places in the canonical record map
to places in its text. Syntax, schema, places and fixes work the same way for all: they are handled
here, or in `damaged` if something is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, cast

from msgspec.structs import replace

from ...findings import Finding
from ...replayer.record import GameRecord
from .. import codes
from ..interface.notation import Notation, Reading, reads_on
from ..text.place import place
from ..text.text import Text
from .json.text import JsonText, too_many_values
from .mapping import SCHEMA, JsonMapping, with_schema
from .schema import fits, keys_of, schema

if TYPE_CHECKING:
    from .shapes import Shape

RecordT = TypeVar("RecordT", bound=GameRecord[Any])


def read_json(
    notation: Notation[RecordT], mapping: JsonMapping[RecordT], text: Text
) -> Iterator[Reading[RecordT]]:
    """Read the one record of a JSON text."""
    if too_many_values(text.content):
        why = "the record has more values than any game needs; it is not read"
        finding = place(Finding(rule=codes.TOO_LARGE, message=why), text, 0, 0)
        yield Reading(notation, [finding], whole=False)
        return
    fitting, shape = partial(_fits, mapping), partial(_shape, mapping.schema)
    document = JsonText(text, mapping.defaults, mapping.repeatable, fitting, shape)

    def place_in_text(found: Finding) -> Finding:
        from .damaged import Placer  # only where something is wrong

        return Placer(document, mapping).place(found)

    value = document.value
    reference = _reference(value)
    if not document.whole or not _fits(mapping, value, whole=False):
        if not reads_on():
            yield Reading(notation, [], whole=False)
            return
        from .damaged import read_rest

        yield read_rest(notation, mapping, document, reference)
        return
    if mapping.inspect is not None:
        for each in mapping.inspect(document, value):
            document.found.add(each)
    record = with_schema(mapping.build(value), reference)
    lacking = mapping.lacks(record)
    if lacking is not None:
        told = place_in_text(lacking.finding())  # this may read the text again, with places
        document.found.add(told)
        record = replace(record, **{lacking.key: lacking.value})
    found, whole = document.found.all(), lacking is None
    yield Reading(notation, found, record, whole, place_in_text)


def _reference(value: object) -> str | None:
    """Remove the reference to its schema from an object, and return it if there is one."""
    values = cast(dict[str, Any], value) if isinstance(value, dict) else {}
    return values.pop(SCHEMA) if isinstance(values.get(SCHEMA), str) else None


def _shape(name: str) -> Shape:
    from .shapes import Shape  # only where something is wrong

    return Shape(schema(name), keys_of(name))


def _fits(mapping: JsonMapping[Any], value: Any, whole: bool = True) -> bool:
    return all(fits(mapping.schema, part, whole) for part, _ in mapping.parts(value))
