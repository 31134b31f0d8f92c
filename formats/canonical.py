"""The canonical notation of each game: JSON that holds all that its record can say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from ..replayer import GAMES
from .json_record import JsonShape, dense, opens_object, read_json
from .notation import Notation, Reading
from .text import Text

RecordT = TypeVar("RecordT")

VERSION = 1

_DECLARED = re.compile(r'"format"\s*:\s*"([a-z]+)/[^"]*"')


def canonical(
    shape: JsonShape[RecordT],
    values: Callable[[RecordT], dict[str, Any]],
    people: Callable[[dict[str, Any]], str],
    *,
    own: str,
    grammar: str | None = None,
) -> Notation[RecordT]:
    """The notation whose identifier is that of its schema.

    `values` are those of a record without the declaration of format and version, `people` lays
    them out to be read, and `own` is a pattern of JSON that no other notation has, by which it is
    recognized where it is not declared.
    """
    declared = {"format": shape.schema, "version": VERSION}
    owned = re.compile(own, re.DOTALL)

    def claims(head: str) -> bool:
        if not opens_object(head):
            return False
        said = _DECLARED.search(head)
        if said is not None and said[1] in GAMES:
            return said[1] == shape.schema.partition("/")[0]
        return owned.search(head) is not None

    def read(text: Text) -> Iterator[Reading[RecordT]]:
        return read_json(notation, shape, text)

    def write(record: RecordT) -> str:
        return people(declared | values(record))

    def compact(record: RecordT) -> str:
        return dense(declared | values(record)) + "\n"

    notation = Notation(
        id=shape.schema,
        title="canonical JSON: all that a record can say",
        suffix=".json",
        lacks={},
        claims=claims,
        read=read,
        write=write,
        compact=compact,
        medium="json",
        schema=shape.schema,
        grammar=grammar,
    )
    return notation
