"""Arrow batches of rows."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, chain
from numbers import Rational
from typing import Any, TypeAlias, TypeGuard, cast

from msgspec.structs import astuple

from ...replayer.facts import MatchFacts, RoundFacts
from .columns import CALLS, COLUMNS, DECLARATIONS, JUDGED
from .installed import pyarrow
from .rows import RecordRows

RecordBatch: TypeAlias = Any
"""A `pyarrow.RecordBatch`; PyArrow has no type hints."""

Part: TypeAlias = list[RecordRows] | RecordBatch
"""The rows of several records, as objects or as an Arrow batch."""

RecordBatchReader: TypeAlias = Any
"""A `pyarrow.RecordBatchReader`: an iterator of record batches, with their `schema`."""

MOST_ROWS = 2**14
"""The number of rows per batch; a record's rounds that do not fit go into the next batch."""

_LARGEST = 2**63 - 1
_MOST_EXACT = 2**53
"""The number up to which a float can represent every whole number."""


@cache
def schema() -> Any:
    """Return the Arrow schema of the columns, with their meanings as metadata (`meaning`)."""
    arrow = pyarrow()
    return arrow.schema(
        [
            arrow.field(each.name, kind(each.type), metadata={"meaning": each.meaning})
            for each in COLUMNS
        ]
    )


def kind(name: str) -> Any:
    """Return the Arrow type for a SQL type."""
    arrow = pyarrow()
    text, number, decimal = arrow.string(), arrow.int64(), arrow.float64()
    judged = [
        *((name, number) for name in ("player", "ply")),
        *((name, decimal) for name in ("score", "loss", "accuracy")),
        ("glyphs", arrow.list_(number)),
    ]
    types = {
        "VARCHAR": text,
        "BIGINT": number,
        "VARCHAR[]": arrow.list_(text),
        "BIGINT[]": arrow.list_(number),
        "DOUBLE[]": arrow.list_(decimal),
        "MAP(VARCHAR, VARCHAR)": arrow.map_(text, text),
        "MAP(VARCHAR, BIGINT)": arrow.map_(text, number),
        CALLS: arrow.list_(arrow.struct([("player", number), ("bid", text)])),
        DECLARATIONS: arrow.list_(
            arrow.struct([("player", number), ("kind", text), ("what", text)])
        ),
        JUDGED: arrow.list_(arrow.struct(judged)),
    }
    return types[name]


def are_rows(part: Part) -> TypeGuard[list[RecordRows]]:
    """Return whether a part holds rows that have not yet been converted to a batch."""
    return isinstance(part, list)


def batches(parts: Iterable[Part], most: int = MOST_ROWS) -> Iterator[RecordBatch]:
    """Yield the rows of records as Arrow batches of `most` rows each, except for the last.

    Parts of any size, including batches, are joined and split again.
    """
    waiting: list[RecordBatch] = []
    rows = 0
    for each in _whole(parts, most):
        waiting.append(each)
        rows += each.num_rows
        if rows < most:
            continue
        together = pyarrow().concat_batches(waiting)
        for start in range(0, rows - most + 1, most):
            yield _compact(together.slice(start, most))
        rows %= most
        waiting = [together.slice(together.num_rows - rows)] if rows else []
    if waiting:
        yield _compact(pyarrow().concat_batches(waiting))


def _compact(found: RecordBatch) -> RecordBatch:
    """Copy a slice of rows: the slice itself would keep its whole source in memory."""
    return found.take(pyarrow().array(range(found.num_rows)))


def _whole(parts: Iterable[Part], most: int) -> Iterator[RecordBatch]:
    """Yield batches of complete records; those made here have about `most` rows each."""
    waiting: list[RecordRows] = []
    rows = 0
    for each in parts:
        if are_rows(each):
            waiting += each
            rows += sum(map(len, each))
            if rows < most:
                continue
        if waiting:
            yield batch(waiting)
            waiting, rows = [], 0
        if not are_rows(each):
            yield each
    if waiting:
        yield batch(waiting)


def reader(parts: Iterable[list[RecordRows]]) -> RecordBatchReader:
    """Return the batches as a reader for any library that understands Arrow."""
    return pyarrow().RecordBatchReader.from_batches(schema(), batches(parts))


def batch(records: Sequence[RecordRows]) -> RecordBatch:
    """Return the rows of records whose findings have been judged.

    A value that many rows share as one object is converted once.
    """
    columns = _Columns()
    for place, each in enumerate(records):
        columns.add(place, each)
    matches = [each.match or _NO_MATCH for each in records]
    of_record = {
        name: [getattr(each, name) for each in some]
        for some, names in (
            (records, ("file", "record", "line", "game", "notation")),
            (matches, ("title", "start_time", "players", "view")),
        )
        for name in names
    }
    of_record["options"] = [None if each is _NO_MATCH else each.options for each in matches]
    rounds, places = _distinct(columns.facts)
    of_facts = {
        name: [None if each is None else getattr(each, name) for each in rounds]
        for name in RoundFacts.__struct_fields__
    }
    whole = {
        "round": columns.numbers,
        "plies": columns.plies,
        "codes": columns.codes,
        "errors": columns.errors,
    }
    arrow = pyarrow()
    at_record, at_facts = arrow.array(columns.records), arrow.array(places)
    arrays: list[Any] = []
    for field in schema():
        if field.name in whole:
            arrays.append(_column(whole[field.name], field.type))
        elif field.name in of_record:
            arrays.append(_column(of_record[field.name], field.type).take(at_record))
        else:
            arrays.append(_column(of_facts[field.name], field.type).take(at_facts))
    return arrow.record_batch(arrays, schema=schema())


def shifted(found: RecordBatch, before: int) -> RecordBatch:
    """Return the rows, renumbered to follow `before` other records in their file."""
    place = schema().get_field_index("record")
    return found.set_column(
        place, schema().field(place), pyarrow("compute").add(found[place], before)
    )


def record_count(found: RecordBatch) -> int:
    """Return the number of consecutive records in a batch."""
    numbers = found["record"]
    return 1 + numbers[-1].as_py() - numbers[0].as_py() if len(numbers) else 0


def named(found: RecordBatch, file: str) -> RecordBatch:
    """Return the rows with the name of their file."""
    place = schema().get_field_index("file")
    field = schema().field(place)
    name = _array([file], field.type)[0]
    return found.set_column(place, field, pyarrow().repeat(name, found.num_rows))


_NO_MATCH = MatchFacts(rounds=(), plies=())


class _Columns:
    """The values that differ between rows, and the index of each row's record in a batch."""

    def __init__(self) -> None:
        self.records: list[int] = []
        self.numbers: list[int | None] = []
        self.facts: list[RoundFacts | None] = []
        self.plies: list[int | None] = []
        self.codes: list[tuple[str, ...]] = []
        self.errors: list[int] = []

    def add(self, place: int, rows: RecordRows) -> None:
        """Add the rows of the record with this index, from 0."""
        match, count = rows.match, len(rows)
        if match is None or not match.rounds:
            self.numbers.append(None)
            self.facts.append(None)
            self.plies.append(None)
        else:
            self.numbers += range(1, count + 1)
            self.facts += match.rounds
            self.plies += match.plies
        self.records += [place] * count
        self.codes += rows.codes or [()] * count
        self.errors += rows.errors or [0] * count


def _distinct(values: Iterable[Any]) -> tuple[list[Any], list[int]]:
    """Return the distinct objects among values, and the index of each value's object."""
    values = list(values)
    known = {id(each): each for each in values}
    places = dict(zip(known, range(len(known)), strict=True))
    return list(known.values()), [places[id(each)] for each in values]


def _column(values: list[Any], kind: Any) -> Any:
    """Return the values of a column."""
    arrow = pyarrow()
    if arrow.types.is_integer(kind):
        return _array(values, kind)
    rest, places = _distinct(values)
    if len(rest) < len(values):
        return _column(rest, kind).take(arrow.array(places))
    if arrow.types.is_map(kind):
        return _array([None if each is None else _pairs(each, kind) for each in rest], kind)
    if arrow.types.is_list(kind) and arrow.types.is_struct(kind.value_type):
        return _calls(rest, kind)
    return _array(rest, kind)


def _pairs(values: Mapping[str, Any], kind: Any) -> list[tuple[str, Any]]:
    if pyarrow().types.is_integer(kind.item_type):
        return list(values.items())
    return [(name, _in_words(value)) for name, value in values.items()]


def _calls(values: list[Any], kind: Any) -> Any:
    """Return a column of lists of structs, converting each struct once."""
    arrow = pyarrow()
    items, places = _distinct(chain.from_iterable(filter(None, values)))
    structs = _array([astuple(each) for each in items], kind.value_type)
    ends = accumulate([0 if each is None else len(each) for each in values], initial=0)
    starts = list(ends)
    offsets = [
        *(at if each is not None else None for at, each in zip(starts, values, strict=False)),
        starts[-1],
    ]
    found = structs.take(arrow.array(places, arrow.int64()))
    return arrow.ListArray.from_arrays(arrow.array(offsets, arrow.int32()), found, type=kind)


def _in_words(value: object) -> str:
    """Return the value of an option as text, or as JSON if it is not a string.

    >>> _in_words("league"), _in_words(14), _in_words([1])
    ('league', '14', '[1]')
    """
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _array(values: list[Any], kind: Any) -> Any:
    """Return an array; values that Arrow cannot hold are escaped or left out."""
    arrow = pyarrow()
    try:
        return arrow.array(values, kind)
    except (UnicodeEncodeError, OverflowError, arrow.ArrowInvalid):
        most = _MOST_EXACT if kind == arrow.list_(arrow.float64()) else _LARGEST
        return arrow.array([storable(each, most) for each in values], kind)


def storable(value: Any, most: int = _LARGEST) -> Any:
    r"""Return a value adapted to UTF-8 and 64 bits.

    A lone surrogate becomes its escape sequence, a number larger than `most` becomes unknown, and a
    fraction becomes the nearest float.

    >>> storable(("\ud800", 2**70, -3))
    ('\\ud800', None, -3)
    """
    match value:
        case str():
            return value.encode("utf-8", "backslashreplace").decode()
        case int():
            return value if -most <= value <= most else None
        case Rational():
            whole = abs(int(value.numerator)) // int(value.denominator)
            return float(value) if whole <= most else None
        case list():
            return [storable(each, most) for each in cast("list[Any]", value)]
        case tuple():
            return tuple([storable(each, most) for each in cast("tuple[Any, ...]", value)])
        case _:
            return value
