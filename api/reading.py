"""Reading and checking the records in a text, a file, a stream or a folder."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from io import BytesIO
from os import PathLike, fsdecode
from os.path import isdir
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias, TypeVar, cast

from ..findings.arguments import optional_text, require, require_source

if TYPE_CHECKING:
    from ..archive.questions.arrow import RecordBatchReader
    from ..archive.questions.rows import RecordRows
    from ..findings import Finding, Rule
    from ..formats.files.recognition import UnknownNotation
    from ..formats.files.source import Source
    from ..formats.interface.notation import Reading
    from ..replayer.record import GameRecord
    from ..validation.outcome import Outcome

    RecordT = TypeVar("RecordT", bound=GameRecord[Any])

Path: TypeAlias = str | PathLike[str]
Input: TypeAlias = str | bytes | PathLike[str]


def read(source: Input | BinaryIO, format: str | None = None) -> Iterator[Reading[GameRecord[Any]]]:
    """Read the records in a text, a file or a stream, one at a time.

    Each reading has the record (None if it could not be read), the notation (None if unknown), and
    the findings about its text: syntax and schema errors. Anything that is not a record yields a
    reading with the finding F001. Only one record is in memory at a time.

    In a folder, the files that `kifu validate` would read are read, in the same order; files that
    are not records are skipped. Each reading has the `path` of its file.

    Raises KeyError if `format` is not a notation, OSError if a file cannot be read (in a folder,
    after all other files have been read), and ProjectError if a folder's configuration cannot be
    used.

    >>> [reading.notation.id for reading in read("12345678,12345679,11112345,11112345,s1")]
    ['goita/history']
    """
    require_source(source)
    optional_text("format", format)
    return _read(source, format)


def _read(source: Input | BinaryIO, format: str | None) -> Iterator[Reading[Any]]:
    from ..formats import UnknownNotation
    from ..formats import read as read_stream

    if (folder := _folder(source)) is not None:
        from ..archive.reading.folder import readings

        yield from readings(folder, format)
        return
    try:
        with _opened(source) as (stream, name):
            yield from read_stream(stream, name, format)
    except UnknownNotation as why:
        yield _no_record(why, source)


def outcomes(
    source: Input | BinaryIO, format: str | None = None
) -> Iterator[Outcome[GameRecord[Any]]]:
    """Check the records in a text, a file or a stream, one at a time.

    Each outcome has all findings about a record, in text order, and counts its rounds and plies. In
    a folder, the configuration applies: `select`, `ignore`, `severity` and a baseline. Raises the
    same exceptions as `read`.

    >>> [len(each.findings) for each in outcomes("12345678,12345679,11112345,11112345,s1,211")]
    [1]
    """
    require_source(source)
    optional_text("format", format)
    return _outcomes(source, format)


def _outcomes(source: Input | BinaryIO, format: str | None) -> Iterator[Outcome[Any]]:
    from ..formats import UnknownNotation
    from ..validation.outcome import outcome
    from ..validation.outcomes import outcomes as outcomes_of

    if (folder := _folder(source)) is not None:
        from ..archive.reading.folder import outcomes as outcomes_in

        yield from outcomes_in(folder, format)
        return
    try:
        with _opened(source) as (stream, name):
            yield from outcomes_of(stream, name, format)
    except UnknownNotation as why:
        yield outcome(_no_record(why, source))


def facts(source: Input | BinaryIO, format: str | None = None) -> RecordBatchReader:
    """Return facts about every round in a text, a file or a stream, for querying an archive.

    There is one row for each round; `docs/questions.md` explains the columns. Records are read as
    Arrow batches are requested; the same exceptions as in `read` may then be raised. Anything that
    is not a record yields a row with the code F001.

    Raises ImportError if PyArrow is not installed; the extra `stats` installs it.

    >>> table = facts("12345678,12345679,11112345,11112345,s1,113,2p,3p,431").read_all()
    >>> table.select(["round", "plies", "result", "errors"]).to_pylist()
    [{'round': 1, 'plies': 4, 'result': 'unfinished', 'errors': 0}]
    """
    from ..archive.questions.arrow import reader

    require_source(source)
    optional_text("format", format)
    return reader(_rows(source, format))


def _rows(source: Input | BinaryIO, format: str | None) -> Iterator[list[RecordRows]]:
    from ..archive.questions.rows import all_kept, judged, record_rows, rows_of
    from ..formats import UnknownNotation
    from ..validation.outcome import outcome
    from ..validation.outcomes import skimmed_by_piece

    if (folder := _folder(source)) is not None:
        from ..archive.reading.folder import rows

        yield from rows(folder, format)
        return
    try:
        with _opened(source) as (stream, name):
            read = skimmed_by_piece(stream, name, format, skim="lines")
            for some in record_rows(read):
                yield [judged(each, all_kept, name) for each in some]
    except UnknownNotation as why:
        yield [judged(rows_of(outcome(_no_record(why, source)), 1, 1), all_kept, why.name)]


def _folder(source: object) -> str | None:
    """Return the path of a folder, or None for any other source."""
    if isinstance(source, str | bytes) or not isinstance(source, PathLike):
        return None
    name: str = fsdecode(cast("PathLike[str]", source))
    return name if isdir(name) else None


@contextmanager
def _opened(source: Input | BinaryIO) -> Generator[tuple[BinaryIO | Source, str]]:
    """Yield the stream to read, and the path of its file ("" if it has none)."""
    from ..formats.files.source import UTF_8, Source, open_file

    if isinstance(source, str):
        data = BytesIO(source.encode("utf-8", "surrogatepass"))
        yield Source(data, encoding=UTF_8), ""
    elif isinstance(source, bytes):
        yield BytesIO(source), ""
    elif isinstance(source, PathLike):
        with open_file(fsdecode(source)) as stream:
            yield stream, fsdecode(source)
    else:
        name = getattr(source, "name", "")  # a number if the file has no name
        yield source, name if isinstance(name, str) else ""


def _no_record(why: UnknownNotation, source: Input | BinaryIO) -> Reading[Any]:
    """Return the reading of a source that is not a record, with a hint if it may be a path."""
    reading = why.reading
    if isinstance(source, str) and len(source.splitlines()) == 1:
        hint = "; pass a path as a pathlib.Path"
        reading.findings = [each.but(message=each.message + hint) for each in reading.findings]
    return reading


def check(reading: Reading[RecordT]) -> list[Finding]:
    """Return all findings about a record that was read, in text order.

    The configuration of a folder does not apply.

    >>> [f.code for r in read("12345678,12345679,11112345,11112345,s1,211") for f in check(r)]
    ['G101']
    """
    from ..formats.interface.notation import Reading
    from ..validation.outcome import outcome

    require("reading", reading, "a Reading", Reading, hint="kifu.read gives them")
    return outcome(reading).findings


def validate(source: Input | BinaryIO, format: str | None = None) -> list[Finding]:
    """Return all findings about the records in a text, a file or a stream.

    Anything that is not a record is also a finding (F001). For a folder, the findings are those
    that `kifu validate` reports. Raises the same exceptions as `read`.

    >>> validate("12345678,12345679,11112345,11112345,s1,113,2p,3p,431")
    []
    """
    return [finding for each in outcomes(source, format) for finding in each.findings]


def suggest(outcome: Outcome[GameRecord[Any]]) -> list[Finding]:
    """Return the findings of an outcome, with suggestions of what was probably meant.

    The first error in a round gets up to three `suggestions`: unsafe fixes, each of which leaves
    nothing wrong there. A single suggestion also becomes the `fix`, unless there already is one. A
    search takes up to about a tenth of a second, and always gives the same result.

    >>> (outcome,) = outcomes("1345678,12345679,11112345,11112345,s1,113,2p,3p,431")
    >>> [each.message for each in suggest(outcome)[0].suggestions]
    ['probably 12345678 for 1345678: then everything fits']
    """
    from ..repair.suggestions import suggest as suggestions_for
    from ..validation.outcome import Outcome

    require("outcome", outcome, "an Outcome", Outcome, hint="kifu.outcomes gives them")
    return suggestions_for(outcome)


def rules() -> list[Rule]:
    """Return every rule that a record can break, sorted by code.

    >>> [rule.name for rule in rules() if rule.code == "G104"]
    ['goita-king-may-not-attack']
    """
    from ..formats import all_codes

    return all_codes()
