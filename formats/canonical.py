"""The canonical notation of each game: JSON that holds all that its record can say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from ..replayer.record import GameRecord
from .base import Notation, Reading
from .json_record import SCHEMA, JsonMapping, dense, read_json
from .text import Text

RecordT = TypeVar("RecordT", bound=GameRecord[Any])

VERSION = 1


def canonical(
    mapping: JsonMapping[RecordT],
    values: Callable[[RecordT], dict[str, Any]],
    people: Callable[[dict[str, Any]], str],
    *,
    grammar: str | None = None,
) -> Notation[RecordT]:
    """The canonical notation; its identifier is that of its schema.

    `values` gives the values of a record, without the declaration of format and version; `people`
    lays values out for people.
    """

    def declared(record: RecordT) -> dict[str, Any]:
        said = {SCHEMA: record.schema, "format": mapping.schema, "version": VERSION}
        given = said | values(record)
        return {key: value for key, value in given.items() if key != SCHEMA or value is not None}

    def read(text: Text) -> Iterator[Reading[RecordT]]:
        return read_json(notation, mapping, text)

    def write(record: RecordT) -> str:
        return people(declared(record))

    def compact(record: RecordT) -> str:
        return dense(declared(record)) + "\n"

    notation = Notation(
        id=mapping.schema,
        title="canonical JSON: all that a record can say",
        suffix=".json",
        unsupported={},
        read=read,
        write=write,
        compact=compact,
        medium="json",
        schema=mapping.schema,
        grammar=grammar,
    )
    return notation
