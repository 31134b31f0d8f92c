"""Tables of facts in files: written batch by batch, and read back."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, BinaryIO, Literal, TypeAlias, cast, get_args

from msgspec import MsgspecError
from msgspec.json import decode

from ...formats.text.columns import as_cell, harmless
from ...replayer.points import as_number
from .arrow import RecordBatch, schema
from .columns import COLUMNS
from .installed import pyarrow

Format: TypeAlias = Literal["parquet", "arrow", "arrows", "csv", "jsonl"]
"""Parquet; Arrow IPC as a file and as a stream; CSV and JSON, with one row per line."""

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
"""Formats by file suffix."""

BINARY: tuple[Format, ...] = ("parquet", "arrow", "arrows")
"""The binary formats."""

READABLE = tuple(suffix for suffix, each in SUFFIXES.items() if each in BINARY)
"""The suffixes of files that can be queried later."""


_SEEN = b"kifu.files"
"""The key for metadata about the files that were read."""


class NoTable(ValueError):
    """Raised if a file is not a table of facts."""


def write(
    batches: Iterable[RecordBatch],
    stream: BinaryIO,
    style: Format,
    seen: Mapping[str, str] | None = None,
) -> None:
    """Write batches to a stream as they arrive.

    Binary formats keep fingerprints of the source files (`seen`) for later queries. Without
    PyArrow, raises NotInstalled before anything is written.
    """
    described = schema()
    if seen is not None:
        described = described.with_metadata({_SEEN: json.dumps(seen)})
    with _writing(style, stream, described) as write_batch:
        for each in batches:
            write_batch(each)


WriteBatch: TypeAlias = Callable[[RecordBatch], object]


@contextmanager
def _writing(style: Format, stream: BinaryIO, described: Any) -> Generator[WriteBatch]:
    """Return an object that writes batches to a stream."""
    names = [each.name for each in COLUMNS]

    def csv_lines(batch: Any) -> None:
        for line in csv_text(zip(*_columns(batch), strict=True)):
            stream.write(line.encode())

    def json_lines(batch: Any) -> None:
        for row in zip(*_columns(batch), strict=True):
            value = dict(zip(names, row, strict=True))
            stream.write(f"{harmless(json.dumps(value, ensure_ascii=False))}\n".encode())

    match style:
        case "parquet":
            parquet = pyarrow("parquet")
            with parquet.ParquetWriter(stream, described, compression="zstd") as writer:
                yield writer.write_batch
        case "arrow" | "arrows":
            ipc = pyarrow("ipc")
            opened = ipc.new_file if style == "arrow" else ipc.new_stream
            with opened(stream, described) as writer:
                yield writer.write_batch
        case "csv":
            stream.write("".join(csv_text([names])).encode())
            yield csv_lines
        case "jsonl":
            yield json_lines


def csv_text(rows: Iterable[Iterable[object]]) -> Iterator[str]:
    r"""Yield rows as CSV, one per line, with lists and the like as JSON and formulas escaped.

    >>> list(csv_text([("=1", [2], None)]))
    ["'=1,[2],\n"]
    """
    text = io.StringIO(newline="")
    lines = csv.writer(text, lineterminator="\n")
    for row in rows:
        lines.writerow(map(_cell, row))
        yield text.getvalue()
        text.seek(0)
        text.truncate()


def _columns(batch: Any) -> list[list[Any]]:
    """Return the columns of a batch as JSON values."""
    return [
        list(map(_PLAIN.get(about.type, _as_it_is), column.to_pylist()))
        for about, column in zip(COLUMNS, batch.columns, strict=True)
    ]


def _as_it_is(value: Any) -> Any:
    return value


def _object(value: Iterable[tuple[str, Any]] | None) -> dict[str, Any] | None:
    return None if value is None else dict(value)


def _numbers(value: Iterable[float] | None) -> list[float] | None:
    """Return numbers, with whole numbers as ints."""
    return None if value is None else list(map(as_number, value))


_PLAIN: Mapping[str, Callable[[Any], Any]] = {
    "MAP(VARCHAR, VARCHAR)": _object,
    "MAP(VARCHAR, BIGINT)": _object,
    "DOUBLE[]": _numbers,
}


def _cell(value: object) -> object:
    if isinstance(value, str):
        return as_cell(value)
    if isinstance(value, list | dict):
        return harmless(json.dumps(cast("object", value), ensure_ascii=False))
    return value


def read(path: str) -> Any:
    """Return the table of facts in a file as an Arrow dataset, which is read lazily.

    Raises OSError if it cannot be opened, and NoTable if it is not a table of facts.
    """
    with _reading(path) as style:
        if style == "arrows":
            with pyarrow().ipc.open_stream(path) as reader:
                found = pyarrow("dataset").dataset(reader.read_all())
        else:
            found = _dataset(path, style)
    if not found.schema.equals(schema()):
        raise NoTable(f"{path}: its columns differ from those of a table of facts")
    return found


def seen(path: str) -> Mapping[str, str] | None:
    """Return what a table records about its source files, or None if it records nothing.

    Raises OSError if it cannot be opened, and NoTable if it is not a table of facts.
    """
    with _reading(path) as style:
        if style == "arrows":
            with pyarrow().ipc.open_stream(path) as reader:
                described = reader.schema
        else:
            described = _dataset(path, style).schema
    metadata: Mapping[bytes, bytes] | None = described.metadata
    said = (metadata or {}).get(_SEEN)
    if said is None:
        return None
    try:
        return decode(said, type=dict[str, str])
    except MsgspecError as why:
        raise NoTable(f"{path}: its data about the source files cannot be read: {why}") from None


@contextmanager
def _reading(path: str) -> Generator[Format]:
    """Yield the format of a file, turning the library's errors about damaged files into NoTable."""
    with open(path, "rb") as stream:
        head = stream.read(8)
    style = _style(head)
    if style is None:
        made = " or ".join(READABLE)
        raise NoTable(
            f"{path}: this is not a table of facts: `kifu facts -o` writes them, as {made}"
        )
    try:
        yield style
    except pyarrow().ArrowException as why:
        raise NoTable(f"{path}: this cannot be read: {' '.join(str(why).split())}") from None


def _dataset(path: str, style: Format) -> Any:
    return pyarrow("dataset").dataset(path, format="parquet" if style == "parquet" else "ipc")


def _style(head: bytes) -> Format | None:
    """Return the format of a file, judging by its beginning."""
    if head.startswith(b"PAR1"):
        return "parquet"
    if head.startswith(b"ARROW1"):
        return "arrow"
    return "arrows" if head.startswith(b"\xff\xff\xff\xff") else None
