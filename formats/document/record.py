"""Read and write records as JSON, the same way for every game.

A JSON notation defines how its values make up a record, and how places in the canonical record map
to places in its text. Syntax, schemas, places and fixes work the same way for all notations: they
are handled here, or in `damaged` if something is wrong.
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
    from .remainder import Lost
    from .shapes import Shape

RecordT = TypeVar("RecordT", bound=GameRecord[Any])


def read_json(
    notation: Notation[RecordT], mapping: JsonMapping[RecordT], text: Text
) -> Iterator[Reading[RecordT]]:
    """Read the only record in a JSON text."""
    if too_many_values(text.content):
        why = "the record has more values than any game needs; it is not read"
        finding = place(Finding(rule=codes.TOO_LARGE, message=why), text, 0, 0)
        yield Reading(notation, [finding], whole=False)
        return
    shape = partial(_shape, mapping.schema)
    document = JsonText(text, mapping.defaults, mapping.repeatable, shape)

    def place_in_text(finding: Finding) -> Finding | None:
        from .damaged import Placer  # needed only if something is wrong

        placer = Placer(document, mapping, lost)
        return placer.placed(finding) if is_sound else placer.place(finding)

    value, values = document.value, [document.value]
    lost: tuple[Lost, ...] = ()
    reference, whole = _reference(value), document.whole
    is_sound = whole and _fits(mapping, value, whole=False)
    if not is_sound:
        if not reads_on():
            yield Reading(notation, [], whole=False)
            return
        from .damaged import remains

        rest = remains(document, mapping)
        values = [] if rest is None else rest.values
        lost = () if rest is None else tuple(rest.lost)
        whole = whole and rest is not None and not rest.misfits
    if not values:
        yield Reading(notation, document.found.all(), whole=False)
        return
    if mapping.inspect is not None:
        for each in mapping.inspect(document, values[0]):
            document.found.add(each)
    records = [with_schema(mapping.build(each), reference) for each in values]
    lacking = mapping.lacks(records[0])
    if lacking is not None:
        told = place_in_text(lacking.finding())  # may read the text again to locate its values
        if told is not None and not any(each.key_only and len(each.path) == 1 for each in lost):
            document.found.add(told)
        records = [replace(each, **{lacking.key: lacking.value}) for each in records]
        whole = False
    found, (record, *others) = document.found.all(), records
    yield Reading(notation, found, record, whole, place_in_text, others=tuple(others))


def _reference(value: object) -> str | None:
    """Remove an object's reference to its schema, and return it if there is one."""
    values = cast(dict[str, Any], value) if isinstance(value, dict) else {}
    return values.pop(SCHEMA) if isinstance(values.get(SCHEMA), str) else None


def _shape(name: str) -> Shape:
    from .shapes import Shape  # needed only if something is wrong

    return Shape(schema(name), keys_of(name))


def _fits(mapping: JsonMapping[Any], value: Any, whole: bool = True) -> bool:
    return all(fits(mapping.schema, part, whole) for part, _ in mapping.parts(value))
