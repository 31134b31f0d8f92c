"""Masks and observations packed into bytes: a bit for each value that is 0 or 1, else a byte."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterable, Mapping, Sequence, Sized
from itertools import groupby
from typing import Any

from msgspec import ValidationError, convert

from ...findings.arguments import require
from ...replayer.encoding.fields import Field, Layout
from ..questions.installed import numpy


def width(fields: Sequence[Field]) -> int:
    """Return the number of bytes of a packed row."""
    bits = sum(each.size for each in fields if each.high == 1)
    return (bits + 7) // 8 + sum(each.size for each in fields if each.high != 1)


def packed(rows: bytes, count: int, fields: Sequence[Field]) -> bytes:
    """Return rows that have a byte for each value, packed: the bits of a row come first."""
    np = numpy()
    values = np.frombuffer(rows, np.uint8).reshape(count, -1)
    bits, others = list[Any](), list[Any]()
    for is_bit, run in groupby(Layout(tuple(fields)).places(), lambda each: each[0].high == 1):
        parts = list(run)
        start, (last, at) = parts[0][1], parts[-1]
        (bits if is_bit else others).append(values[:, start : at + last.size])
    bits = bits if len(bits) == 1 else [np.concatenate([values[:, :0], *bits], axis=1)]
    return np.concatenate([np.packbits(bits[0], axis=1), *others], axis=1).tobytes()


def unpack(column: Any, fields: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return packed rows as a NumPy array (uint8) for each field, with a row for each decision.

    `column` is a packed column of a file that `kifu export` wrote: a PyArrow column, a NumPy array,
    or a list of bytes or base64 texts. `fields` are the column's fields in the data card: each has
    a name, a shape and its highest value.

    Raises ValueError if these are not fields, or the rows have another width, and ImportError
    without NumPy.

    >>> fields = [{"name": "card", "shape": [3], "high": 1}]
    >>> unpack([bytes([0b01000000])], fields)["card"].tolist()
    [[0, 1, 0]]
    """
    require("column", column, "a packed column", Sized)
    require("fields", fields, "a sequence of fields", Sequence)
    np = numpy()
    try:
        known = convert(fields, list[Field])
    except ValidationError as why:
        raise ValueError(f"these are not fields of a column in a data card: {why}") from None
    rows, expected = as_rows(column), width(known)
    if rows.ndim != 2 or (len(rows) and rows.shape[1] != expected):
        raise ValueError(f"the rows do not fit: these fields take {expected} bytes")
    rows = rows.reshape(len(rows), expected)
    at = expected - sum(each.size for each in known if each.high != 1)
    small, large = np.unpackbits(rows[:, :at], axis=1), rows[:, at:]
    found: dict[str, Any] = {}
    for each in known:
        size = each.size
        if each.high == 1:
            values, small = small[:, :size], small[:, size:]
        else:
            values, large = large[:, :size], large[:, size:]
        found[each.name] = values.reshape(len(rows), *each.shape)
    return found


def as_rows(column: Any) -> Any:
    """Return packed rows as an array of NumPy with two dimensions."""
    np = numpy()
    if isinstance(column, np.ndarray):
        return column
    if hasattr(column, "combine_chunks"):  # a column of a table
        column = column.combine_chunks()
    if hasattr(column, "buffers"):
        width, at = column.type.byte_width, column.offset
        data = np.frombuffer(column.buffers()[1], np.uint8)
        return data[at * width : (at + len(column)) * width].reshape(len(column), width)
    listed: Iterable[bytes | str] = column
    rows = [b64decode(each) if isinstance(each, str) else each for each in listed]
    if len({len(each) for each in rows}) > 1:
        raise ValueError("the rows do not fit: they are of different lengths")
    return np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1 if rows else 0)
