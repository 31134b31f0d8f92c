"""Arrow batches of rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, TypeAlias, cast

from msgspec.structs import astuple

from .columns import CALLS, COLUMNS, DECLARATIONS, Row
from .installed import pyarrow

RecordBatch: TypeAlias = Any
"""A `pyarrow.RecordBatch`; PyArrow comes without types."""

RecordBatchReader: TypeAlias = Any
"""A `pyarrow.RecordBatchReader`: an iterator of record batches, with their `schema`."""

MOST_ROWS = 4096
"""The rows of a batch; a record with more rounds than are left has the rest in the next."""

_LARGEST = 2**63 - 1


@cache
def schema() -> Any:
    """The Arrow schema of the columns, each with its meaning as the metadata `meaning`."""
    arrow = pyarrow()
    return arrow.schema(
        [
            arrow.field(each.name, kind(each.type), metadata={"meaning": each.meaning})
            for each in COLUMNS
        ]
    )


def kind(name: str) -> Any:
    """The Arrow type for a type as SQL names it."""
    arrow = pyarrow()
    text, number = arrow.string(), arrow.int64()
    types = {
        "VARCHAR": text,
        "BIGINT": number,
        "VARCHAR[]": arrow.list_(text),
        "BIGINT[]": arrow.list_(number),
        "MAP(VARCHAR, VARCHAR)": arrow.map_(text, text),
        "MAP(VARCHAR, BIGINT)": arrow.map_(text, number),
        CALLS: arrow.list_(arrow.struct([("player", number), ("bid", text)])),
        DECLARATIONS: arrow.list_(
            arrow.struct([("player", number), ("kind", text), ("what", text)])
        ),
    }
    return types[name]


def batches(rows: Iterable[Iterable[Row]], most: int = MOST_ROWS) -> Iterator[RecordBatch]:
    """The rows of records as Arrow batches of so many rows at most."""
    waiting: list[Row] = []
    for each in rows:
        waiting += each
        while len(waiting) >= most:
            yield _batch(waiting[:most])
            waiting = waiting[most:]
    if waiting:
        yield _batch(waiting)


def reader(rows: Iterable[Iterable[Row]]) -> RecordBatchReader:
    """The same batches, read as they are asked for, for all that reads Arrow."""
    return pyarrow().RecordBatchReader.from_batches(schema(), batches(rows))


def _batch(rows: list[Row]) -> RecordBatch:
    columns = zip(*map(astuple, rows), strict=True)
    arrays = [
        _array(_plain(values, about.type), field.type)
        for values, about, field in zip(columns, COLUMNS, schema(), strict=True)
    ]
    return pyarrow().record_batch(arrays, schema=schema())


def _plain(values: Iterable[Any], kind: str) -> list[Any]:
    """The values of a column as Arrow takes them: maps as lists of pairs, structs as tuples."""
    if kind.startswith("MAP"):
        return [each if each is None else [*each.items()] for each in values]
    if kind.startswith("STRUCT"):
        return [[astuple(one) for one in each] for each in values]
    return list(values)


def _array(values: list[Any], kind: Any) -> Any:
    """A column; what a stranger wrote there and Arrow cannot hold is escaped, or left out."""
    arrow = pyarrow()
    try:
        return arrow.array(values, kind)
    except (UnicodeEncodeError, OverflowError, arrow.ArrowInvalid):
        return arrow.array([storable(each) for each in values], kind)


def storable(value: Any) -> Any:
    r"""A value without what UTF-8 and 64 bits cannot hold.

    Half a surrogate pair becomes its escape; a number that is too large is not known.

    >>> storable(("\ud800", 2**70, -3))
    ('\\ud800', None, -3)
    """
    match value:
        case str():
            return value.encode("utf-8", "backslashreplace").decode()
        case int():
            return value if -_LARGEST <= value <= _LARGEST else None
        case list():
            return [storable(each) for each in cast("list[Any]", value)]
        case tuple():
            return tuple([storable(each) for each in cast("tuple[Any, ...]", value)])
        case _:
            return value
