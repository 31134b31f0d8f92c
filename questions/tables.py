"""Tables of facts in files: written batch by batch, and read again."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from typing import Any, BinaryIO, Literal, TypeAlias, cast, get_args

from ..formats.columns import as_cell, harmless
from .arrow import RecordBatch, schema
from .columns import COLUMNS
from .installed import pyarrow

Format: TypeAlias = Literal["parquet", "arrow", "arrows", "csv", "jsonl"]
"""Parquet; Arrow IPC as a file and as a stream; CSV and JSON, one row a line."""

FORMATS: tuple[Format, ...] = get_args(Format)

SUFFIXES: Mapping[str, Format] = {
    ".parquet": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".arrows": "arrows",
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
}
"""The format that the name of a file tells."""

BINARY: tuple[Format, ...] = ("parquet", "arrow", "arrows")
"""The formats that no person reads."""

READABLE = tuple(suffix for suffix, each in SUFFIXES.items() if each in BINARY)
"""What the names of the files end in that can be asked again."""


class NoTable(ValueError):
    """A file is no table of facts."""


def write(batches: Iterable[RecordBatch], stream: BinaryIO, style: Format) -> None:
    """Write batches to a stream, each as soon as it is there.

    Raises NotInstalled without PyArrow, before anything is written.
    """
    schema()
    with _WRITERS[style](stream) as write_batch:
        for each in batches:
            write_batch(each)


WriteBatch: TypeAlias = Callable[[RecordBatch], object]


@contextmanager
def _parquet(stream: BinaryIO) -> Generator[WriteBatch]:
    parquet = pyarrow("parquet")
    with parquet.ParquetWriter(stream, schema(), compression="zstd") as writer:
        yield writer.write_batch


@contextmanager
def _arrow(stream: BinaryIO) -> Generator[WriteBatch]:
    with pyarrow("ipc").new_file(stream, schema()) as writer:
        yield writer.write_batch


@contextmanager
def _arrows(stream: BinaryIO) -> Generator[WriteBatch]:
    with pyarrow("ipc").new_stream(stream, schema()) as writer:
        yield writer.write_batch


@contextmanager
def _csv(stream: BinaryIO) -> Generator[WriteBatch]:
    text = io.StringIO(newline="")
    lines = csv.writer(text, lineterminator="\n")

    def flush() -> None:
        stream.write(text.getvalue().encode())
        text.seek(0)
        text.truncate()

    def write_batch(batch: Any) -> None:
        lines.writerows([*map(_cell, row)] for row in zip(*_columns(batch), strict=True))
        flush()

    lines.writerow(each.name for each in COLUMNS)
    flush()
    yield write_batch


@contextmanager
def _jsonl(stream: BinaryIO) -> Generator[WriteBatch]:
    names = [each.name for each in COLUMNS]

    def write_batch(batch: Any) -> None:
        for row in zip(*_columns(batch), strict=True):
            value = dict(zip(names, row, strict=True))
            stream.write(f"{harmless(json.dumps(value, ensure_ascii=False))}\n".encode())

    yield write_batch


_WRITERS = {"parquet": _parquet, "arrow": _arrow, "arrows": _arrows, "csv": _csv, "jsonl": _jsonl}


def _columns(batch: Any) -> list[list[Any]]:
    """The columns of a batch as values of JSON."""
    return [
        [None if each is None else dict(each) for each in column.to_pylist()]
        if about.type.startswith("MAP")
        else column.to_pylist()
        for about, column in zip(COLUMNS, batch.columns, strict=True)
    ]


def _cell(value: object) -> object:
    """A value in CSV: lists and the like as JSON, and no text a formula to a spreadsheet."""
    if isinstance(value, str):
        return as_cell(value)
    if isinstance(value, list | dict):
        return harmless(json.dumps(cast("object", value), ensure_ascii=False))
    return value


def read(path: str) -> Any:
    """The table of facts in a file, as a dataset of Arrow, which is read as it is asked.

    Raises OSError where it cannot be opened, and NoTable where it is none.
    """
    with open(path, "rb") as stream:
        head = stream.read(8)
    style = _style(head)
    if style is None:
        made = " or ".join(READABLE)
        raise NoTable(f"{path}: this is no table of facts: `kifu facts -o` writes them, as {made}")
    arrow, dataset = pyarrow(), pyarrow("dataset")
    try:
        if style == "arrows":
            with arrow.ipc.open_stream(path) as reader:
                found = dataset.dataset(reader.read_all())
        else:
            found = dataset.dataset(path, format="parquet" if style == "parquet" else "ipc")
    except arrow.ArrowException as why:
        raise NoTable(f"{path}: this cannot be read: {' '.join(str(why).split())}") from None
    if not found.schema.equals(schema()):
        raise NoTable(f"{path}: this has other columns than a table of facts")
    return found


def _style(head: bytes) -> Format | None:
    """The format that a file begins as."""
    if head.startswith(b"PAR1"):
        return "parquet"
    if head.startswith(b"ARROW1"):
        return "arrow"
    return "arrows" if head.startswith(b"\xff\xff\xff\xff") else None
