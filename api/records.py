"""One record as a Python value: from a text or a file, and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from errno import EISDIR
from os import PathLike, fsdecode
from os.path import isdir
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar, overload

from ..findings.arguments import optional_text, require, require_stream, require_text, wrong
from .reading import Path, read

if TYPE_CHECKING:
    from ..findings import Finding
    from ..formats.interface.notation import Reading
    from ..replayer.record import GameRecord

    RecordT = TypeVar("RecordT", bound=GameRecord[Any])


class RecordError(ValueError):
    """Raised if a text is not exactly one complete record; `findings` say where and why."""

    __module__ = "kifu"  # where users import it from

    def __init__(self, message: str, findings: Sequence[Finding] = ()) -> None:
        super().__init__(message)
        self.findings = tuple(findings)


@overload
def load(source: Path | BinaryIO, format: str | None = None) -> GameRecord[Any]: ...
@overload
def load(source: Path | BinaryIO, format: str | None = None, *, type: type[RecordT]) -> RecordT: ...
def load(source: Path | BinaryIO, format: str | None = None, *, type: Any = None) -> Any:
    """Read the only record in a file or a stream.

    `type` is the expected type of record: the class `Record` of a game. A record is read even if
    its play is wrong, or if its text has an error that can be fixed safely; `validate` reports
    both.

    Raises the same exceptions as `read`, OSError for a folder, and RecordError if

    - there is not exactly one record,
    - a part of it could not be read, or
    - it is a record of a different game.
    """
    from pathlib import Path as FilePath

    if not isinstance(source, str | PathLike):
        hint = "kifu.loads reads a text" if isinstance(source, bytes) else ""
        require_stream("source", source, "read", "a path or a binary stream", hint)
    _require_type(type)
    if isinstance(source, str | PathLike) and isdir(source):
        raise IsADirectoryError(EISDIR, "a folder; kifu.read reads its records", fsdecode(source))
    return _one(read(FilePath(source) if isinstance(source, str) else source, format), type)


@overload
def loads(text: str | bytes, format: str | None = None) -> GameRecord[Any]: ...
@overload
def loads(text: str | bytes, format: str | None = None, *, type: type[RecordT]) -> RecordT: ...
def loads(text: str | bytes, format: str | None = None, *, type: Any = None) -> Any:
    """Read the only record in a text; see `load`.

    >>> from kifu.replayer.goita.record import Record
    >>> loads("12345678,12345679,11112345,11112345,s3", type=Record).rounds[0].dealer
    2
    """
    require_text(text)
    _require_type(type)
    return _one(read(text, format), type)


def _require_type(expected: object) -> None:
    if expected is not None and not _is_record_type(expected):
        raise wrong("type", expected, "the class Record of a game, or None")


def _is_record_type(value: object) -> bool:
    from ..replayer.record import GameRecord

    return isinstance(value, type) and issubclass(value, GameRecord)


def _one(readings: Iterator[Reading[Any]], expected: type[Any] | None = None) -> Any:
    found = list(readings)
    if len(found) != 1:
        raise RecordError(f"expected one record, found {len(found)}; use kifu.read")
    (reading,) = found
    if reading.written is None or not reading.whole:
        errors = [each for each in reading.findings if each.severity == "error"]
        first = errors[0]
        place = f"line {first.line}, column {first.column}: " if first.line else ""
        raise RecordError(f"{place}{first.message} ({first.code})", reading.findings)
    if expected is not None and not isinstance(reading.written, expected):
        game = "no game" if reading.notation is None else reading.notation.game
        raise RecordError(f"this is a record of {game}, not a {expected.__module__}.Record")
    return reading.record


def dumps(record: GameRecord[Any], format: str | None = None) -> str:
    """Write a record, in its game's canonical notation unless another is named.

    Anything that the notation cannot hold is left out; `lost` lists these parts. Raises KeyError if
    `format` is not a notation, and CannotHold (a ValueError) if the record cannot be written in it,
    for example because a player does not exist, if the text would be read as something else, or if
    the notation belongs to another game.

    >>> print(dumps(loads("12345678,12345679,11112345,11112345,s1,113"), "goita/history"), end="")
    12345678,12345679,11112345,11112345,s1,113
    """
    from .. import formats, replayer

    require_record(record)
    optional_text("format", format)
    game = replayer.game_of(record).name
    target = formats.canonical_notation(game) if format is None else formats.notation(format)
    return formats.rewritten(record, target)[0]


def dump(record: GameRecord[Any], target: Path | BinaryIO, format: str | None = None) -> None:
    """Write a record to a stream, or to a file, which is replaced completely or not at all.

    It is written in its notation's default encoding, which is UTF-8 for all of kifu's own
    notations. Raises the same exceptions as `dumps`, CannotEncode (a ValueError) if the encoding
    lacks a character, and OSError if the file cannot be written.
    """
    from ..formats.files.encodings import chosen, declaring, encoded
    from ..formats.files.target import write_file
    from ..formats.interface.catalog import canonical_notation, described
    from ..replayer import game_of

    if not isinstance(target, str | PathLike):
        require_stream("target", target, "write", "a path or a binary stream")
    text = dumps(record, format)
    kind = described()[format or canonical_notation(game_of(record).name).id]
    encoding = chosen(kind)
    data = encoding.mark + encoded(declaring(text, kind, encoding), encoding)
    if isinstance(target, str | PathLike):
        write_file(target, data, force=True)
    else:
        target.write(data)


def convert(text: str | bytes, to: str, format: str | None = None) -> str:
    r"""Convert the records in a text to another notation of their game.

    Anything that the target cannot hold is left out; `lost` lists it. Raises RecordError if a part
    of a record cannot be read, and the same exceptions as `read` and `dumps`.

    >>> convert("12345678,12345679,11112345,11112345,s1,113,2p", to="goita/json-2015")[:10]
    '{\n  "round'
    """
    from .. import formats

    require_text(text)
    require("to", to, "a str", str)
    target = formats.notation(to)
    records = [_one(iter([reading])) for reading in read(text, format)]
    for record in records:
        formats.lost(record, target)
    return "".join(target.texts(records))


def lost(record: GameRecord[Any], to: str) -> list[str]:
    """Return the parts of a record that a notation cannot hold, named as in its `unsupported`.

    >>> lost(loads("12345678,12345679,11112345,11112345,s1,113"), "goita/table")
    []
    >>> lost(loads("12345678,12345679,11112345,11112345,s1,113,2p"), "goita/yaml")
    ['last passes: passes after the last play of an unfinished round']
    """
    from .. import formats

    require_record(record)
    require("to", to, "a str", str)
    return formats.lost(record, formats.notation(to))


def require_record(record: object) -> None:
    """Raise TypeError unless this is a record."""
    from ..replayer.record import GameRecord

    hint = "kifu.loads reads one" if isinstance(record, str | bytes) else ""
    require("record", record, "a record", GameRecord, hint=hint)
