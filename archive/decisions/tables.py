"""Tables of decisions in files: written as rows arrive, and read back."""

from __future__ import annotations

import json
import zipfile
import zlib
from base64 import b64decode
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Literal, TypeAlias, get_args

import msgspec

from ..questions.installed import numpy, pyarrow
from .card import Card, Header, WrongTable, card_beside, header_of
from .packing import as_rows, width
from .rows import schema

Format: TypeAlias = Literal["parquet", "arrow", "npz", "jsonl"]
"""Parquet and Arrow IPC with zstd, NumPy, and JSON with one row per line."""

FORMATS: tuple[Format, ...] = get_args(Format)
SUFFIXES: Mapping[str, Format] = {
    ".parquet": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".npz": "npz",
    ".jsonl": "jsonl",
}

_KEY = b"kifu.decisions"
_TEXTS = ("file", "source", "result", "annotations")

_DAMAGED = (
    *(ValueError, LookupError, TypeError, EOFError, OSError),
    *(zipfile.BadZipFile, zlib.error, msgspec.MsgspecError),
)
"""Exceptions of readers for damaged files."""

WriteTable: TypeAlias = Callable[[Any], object]


def full_schema(header: Header) -> Any:
    """Return all columns of a file: those of rows, with the file and the text of the record."""
    arrow = pyarrow("", "tables")
    columns = [arrow.field("file", arrow.string()), *schema(header)]
    said = msgspec.json.encode(header)
    return arrow.schema([*columns, arrow.field("source", arrow.string())], {_KEY: said})


@contextmanager
def writing_tables(style: Format, stream: BinaryIO, described: Any) -> Generator[WriteTable]:
    """Yield a function that writes tables to a stream."""
    match style:
        case "parquet":
            parquet = pyarrow("parquet", "tables")
            options = {"compression": "zstd", "write_page_checksum": True}
            with parquet.ParquetWriter(stream, described, **options) as writer:
                yield writer.write_table
        case "arrow":
            ipc = pyarrow("ipc", "tables")
            options = ipc.IpcWriteOptions(compression="zstd")
            with ipc.new_file(stream, described, options=options) as writer:
                yield writer.write_table
        case "jsonl":
            yield lambda table: stream.writelines(_lines(table))
        case "npz":
            tables: list[Any] = []
            yield tables.append
            together = pyarrow("", "tables").concat_tables([described.empty_table(), *tables])
            with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
                arrays = [*_arrays(together), ("header", _bytes(described.metadata[_KEY]))]
                for name, each in arrays:
                    with packed.open(f"{name}.npy", "w", force_zip64=True) as member:
                        numpy().lib.format.write_array(member, each, allow_pickle=False)


def _lines(table: Any) -> Iterator[bytes]:
    """Yield rows as JSON, with packed columns in base64."""
    for row in table.to_pylist():
        yield msgspec.json.encode(row) + b"\n"


def _arrays(table: Any) -> Iterator[tuple[str, Any]]:
    """Yield the columns for NumPy: texts as the indexes of distinct values, -1 if unknown."""
    np = numpy()
    for name in table.schema.names:
        column = table.column(name).combine_chunks()
        if name in _TEXTS:
            encoded = column.dictionary_encode()
            indexes = encoded.indices.fill_null(-1).to_numpy(zero_copy_only=False)
            yield name, indexes.astype(np.int32)
            yield f"{name}_values", _bytes(json.dumps(encoded.dictionary.to_pylist()).encode())
        elif pyarrow("types", "tables").is_fixed_size_binary(column.type):
            yield name, as_rows(column)
        else:
            yield name, column.to_numpy(zero_copy_only=False)


def _bytes(data: bytes) -> Any:
    return numpy().frombuffer(data, numpy().uint8)


def sources(path: str) -> Iterator[str]:
    """Yield the texts of the records in a file.

    Raises OSError if it cannot be opened, and WrongTable if it is not a whole table of decisions.
    """
    style = SUFFIXES.get(Path(path).suffix)
    if style is None:
        raise WrongTable(f"{path}: expected a name that ends in {', '.join(SUFFIXES)}")
    with open(path, "rb") as stream:
        card, count = card_beside(path), 0
        try:
            rows, texts = _READERS[style](stream, path, card)
            for some in texts:
                for each in some:
                    count += 1
                    if each is not None:
                        yield _checked(each, path)
        except _DAMAGED as why:
            if isinstance(why, WrongTable):
                raise
            raise _cut_short(path, why) from None
        found = count if rows is None else rows
        expected = {} if card is None else {each.name: each.rows for each in card.files}
        said = expected.get(Path(path).name, found)
        if found != said:
            raise WrongTable(f"{path}: it has {found} rows, but its data card says {said}")


def _checked(text: object, path: str) -> str:
    """Return the text of a record."""
    try:
        msgspec.json.decode(str(text).encode())
    except (msgspec.MsgspecError, UnicodeEncodeError):
        raise WrongTable(f"{path}: its column `source` has a text that is not JSON") from None
    if not isinstance(text, str) or "\n" in text:
        raise WrongTable(f"{path}: its column `source` has a value that is not one line of text")
    return text


def _cut_short(path: str, why: Exception) -> WrongTable:
    return WrongTable(f"{path}: this cannot be read, or is cut short: {' '.join(str(why).split())}")


def _misfit(path: str, name: str, expected: int) -> WrongTable:
    return WrongTable(f"{path}: {name!r} does not have {expected} bytes a row")


Texts: TypeAlias = tuple[int | None, Iterable[Iterable[Any]]]
"""The number of rows, if known, and the column `source` in parts."""


def _of_parquet(stream: BinaryIO, path: str, card: Card | None) -> Texts:
    file = pyarrow("parquet", "tables").ParquetFile(stream, page_checksum_verification=True)
    _fits(file.schema_arrow, path)
    parts = file.iter_batches(columns=["source"])
    return file.metadata.num_rows, (each.column(0).to_pylist() for each in parts)


def _of_arrow(stream: BinaryIO, path: str, card: Card | None) -> Texts:
    file = pyarrow("ipc", "tables").open_file(stream)
    _fits(file.schema, path)
    parts = map(file.get_batch, range(file.num_record_batches))
    return None, (each.column("source").to_pylist() for each in parts)


def _fits(described: Any, path: str) -> None:
    """Raise WrongTable if packed columns do not fit the header."""
    said: Mapping[bytes, bytes] = described.metadata or {}
    header = header_of(said.get(_KEY), path)
    for name, fields in header.columns.items():
        kind = described.field(name).type if name in described.names else None
        if getattr(kind, "byte_width", None) != width(fields):
            raise _misfit(path, name, width(fields))
    if "source" not in described.names:
        raise WrongTable(f"{path}: the column `source` is missing")


def _of_npz(stream: BinaryIO, path: str, card: Card | None) -> Texts:
    arrays = numpy().load(stream, allow_pickle=False)
    header = header_of(arrays["header"].tobytes() if "header" in arrays else None, path)
    indexes, values = arrays["source"], json.loads(arrays["source_values"].tobytes())
    for name, fields in header.columns.items():
        if arrays[name].shape != (len(indexes), width(fields)):
            raise _misfit(path, name, width(fields))
    return None, [[None if each < 0 else values[each] for each in indexes.tolist()]]


def _of_lines(stream: BinaryIO, path: str, card: Card | None) -> Texts:
    """Lines have no header; their widths can only be checked with the data card."""
    header = None if card is None else card.header
    widths = {} if header is None else {name: width(each) for name, each in header.columns.items()}
    return None, ([_source(line, widths, path)] for line in stream)


def _source(line: bytes, widths: Mapping[str, int], path: str) -> Any:
    row = msgspec.json.decode(line, type=dict[str, Any])
    if "source" not in row:
        raise WrongTable(f"{path}: this is not a table that `kifu export` wrote")
    for name, each in widths.items():
        if len(b64decode(row[name], validate=True)) != each:
            raise _misfit(path, name, each)
    return row["source"]


_READERS: Mapping[Format, Callable[[BinaryIO, str, Card | None], Texts]] = {
    "parquet": _of_parquet,
    "arrow": _of_arrow,
    "npz": _of_npz,
    "jsonl": _of_lines,
}
