"""The public API: read, check, replay and convert records, and ask questions about them.

Pass a path as a `pathlib.Path` (or any `os.PathLike`), and text as `str` or `bytes`. Given a
folder, functions read the files in it that `kifu validate` would read.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from errno import EISDIR
from io import BytesIO
from os import PathLike, fsdecode
from os.path import isdir
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias, TypeVar, cast, overload

from .findings.arguments import (
    integer,
    integers,
    optional_text,
    require,
    require_source,
    require_stream,
    require_text,
    texts,
    wrong,
)

if TYPE_CHECKING:
    from .archive.questions.arrow import RecordBatchReader
    from .archive.questions.rows import RecordRows
    from .browser.board import Board, Picture
    from .browser.widget import Widget
    from .findings import Finding, Rule
    from .formats.files.reading import UnknownNotation
    from .formats.files.source import Source
    from .formats.interface.notation import Reading
    from .replayer.beliefs.deals import Deals
    from .replayer.beliefs.playouts import PlayedOut
    from .replayer.record import GameRecord
    from .replayer.replay.round import RoundReplay
    from .validation.outcome import Outcome

    RecordT = TypeVar("RecordT", bound=GameRecord[Any])
    StateT = TypeVar("StateT")

Path: TypeAlias = str | PathLike[str]
Input: TypeAlias = str | bytes | PathLike[str]


class RecordError(ValueError):
    """Raised if a text is not exactly one complete record; `findings` say where and why."""

    __module__ = "kifu"  # where users import it from

    def __init__(self, message: str, findings: Sequence[Finding] = ()) -> None:
        super().__init__(message)
        self.findings = tuple(findings)


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
    from .formats import UnknownNotation
    from .formats import read as read_stream

    if (folder := _folder(source)) is not None:
        from .archive.reading.folder import readings

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
    from .formats import UnknownNotation
    from .validation.outcome import outcome
    from .validation.outcomes import outcomes as outcomes_of

    if (folder := _folder(source)) is not None:
        from .archive.reading.folder import outcomes as outcomes_in

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
    from .archive.questions.arrow import reader

    require_source(source)
    optional_text("format", format)
    return reader(_rows(source, format))


def _rows(source: Input | BinaryIO, format: str | None) -> Iterator[list[RecordRows]]:
    from .archive.questions.rows import all_kept, judged, record_rows, rows_of
    from .formats import UnknownNotation
    from .validation.outcome import outcome
    from .validation.outcomes import skimmed_by_piece

    if (folder := _folder(source)) is not None:
        from .archive.reading.folder import rows

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
    from .formats.files.source import UTF_8, Source, open_file

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


def _require_record(record: object) -> None:
    from .replayer.record import GameRecord

    hint = "kifu.loads reads one" if isinstance(record, str | bytes) else ""
    require("record", record, "a record", GameRecord, hint=hint)


def check(reading: Reading[RecordT]) -> list[Finding]:
    """Return all findings about a record that was read, in text order.

    The configuration of a folder does not apply.

    >>> [f.code for r in read("12345678,12345679,11112345,11112345,s1,211") for f in check(r)]
    ['G101']
    """
    from .formats.interface.notation import Reading
    from .validation.outcome import outcome

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
    from .repair.suggestions import suggest as suggestions_for
    from .validation.outcome import Outcome

    require("outcome", outcome, "an Outcome", Outcome, hint="kifu.outcomes gives them")
    return suggestions_for(outcome)


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
    from .replayer.record import GameRecord

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
    from . import formats, replayer

    _require_record(record)
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
    from .formats.files.encodings import chosen, declaring, encoded
    from .formats.files.target import write_file
    from .formats.interface.catalog import canonical_notation, described
    from .replayer import game_of

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
    from . import formats

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
    from . import formats

    _require_record(record)
    require("to", to, "a str", str)
    return formats.lost(record, formats.notation(to))


def replay(record: GameRecord[StateT]) -> list[RoundReplay[StateT]]:
    """Replay each round of a record, up to its end or the first action that breaks a rule.

    The variations of each round are also replayed.

    Raises IllegalAction (a ValueError) if a round is not well-formed (it has three hands, say).

    >>> record = loads("12345678,12345679,11112345,11112345,s1,113,2p,3p,431")
    >>> [step.ply for step in replay(record)[0].steps]
    [0, 1, 2, 3, 4, 5]
    """
    from . import replayer
    from .replayer.replay.match import replay as walk_rounds

    _require_record(record)
    return list(walk_rounds(replayer.game_of(record), record))


def branch(
    record: RecordT,
    ply: int,
    actions: Sequence[str],
    round: int = 1,
    path: Sequence[int] = (),
    name: str | None = None,
) -> RecordT:
    """Return a copy of the record with one more variation, which starts at a ply of a round.

    `actions` are those of all players from that ply on, in any spelling that the game accepts; the
    record keeps the canonical spelling. `path` leads to the variation that contains the ply; `()`
    is the main line.

    Raises IllegalAction (a ValueError) if a rule forbids one of the actions, ValueError if there
    are none, and IndexError if there is no such round, variation or ply.

    >>> record = loads("12345678,12345679,11112345,11112345,s1,113,2p,3p,431")
    >>> other = branch(record, ply=4, actions=["0", "74"], name="nobody receives")
    >>> [step.actions for step in replay(other)[0].variations[0].own]
    [{3: '0'}, {0: '74'}, None]
    """
    from . import replayer
    from .replayer.play.branch import branch as branched
    from .replayer.play.variations import Variation

    _require_record(record)
    optional_text("name", name)
    other = Variation(ply=integer("ply", ply), actions=texts("actions", actions), name=name)
    number, where = integer("round", round), integers("path", path)
    return branched(replayer.game_of(record), record, number, where, other)


def view(record: RecordT, player: int) -> RecordT:
    """Return the record as one player (from 0) knew it; the result is itself a record.

    Raises ValueError if there is no such player, the record cannot be replayed, or its game hides
    nothing.
    """
    from . import replayer
    from .replayer.replay.view import view as view_of

    _require_record(record)
    return view_of(replayer.game_of(record), record, integer("player", player))


def deals(record: RecordT, player: int | None, ply: int, round: int = 1) -> Deals[RecordT, Any]:
    """Return the deals that a player (from 0) cannot rule out before a ply of a round.

    Without a player, they are the deals consistent with the record itself. `Deals` counts and draws
    them.

    Raises IndexError if there is no such round or ply, and ValueError if there is no such player,
    the record cannot be replayed, or its game has no hidden cards.

    >>> from random import Random
    >>> text = '''{"format": "leduc/json", "version": 1, "hands": [
    ...   {"cards": ["Ks", "Jh"], "actions": ["call"]}]}'''
    >>> left = deals(loads(text), player=1, ply=2)
    >>> left.count(), left.sample(Random(7)).hands[0].cards
    (5, ('Qs', 'Jh'))
    """
    from . import replayer
    from .replayer.beliefs.deals import deals as deals_of

    _require_record(record)
    seat = None if player is None else integer("player", player)
    game, number = replayer.game_of(record), integer("round", round)
    return deals_of(game, record, seat, integer("ply", ply), number)


def playouts(
    record: GameRecord[Any], ply: int, times: int, seed: int = 0, round: int = 1
) -> PlayedOut:
    """Play out a round at random from a ply (from 1), `times` times, to estimate its value.

    All legal actions are equally likely. The same seed (64 bits of it are used) always gives the
    same result: the points of each player in the match after each playout, and their means.

    Raises IndexError if there is no such round or ply, and ValueError if something is hidden at
    that ply (`deals` draws possible deals), `times` is negative or more than a billion, or the
    record cannot be replayed.

    >>> record = loads("12345678,12345679,11112345,11112345,s1,113,2p,3p,431")
    >>> found = playouts(record, ply=4, times=100)
    >>> found.decisions, found.means
    (1756, (16.1, 10.1, 16.1, 10.1))
    """
    from . import replayer
    from .replayer.beliefs.playouts import playouts as played_out

    _require_record(record)
    where, number = integer("ply", ply), integer("round", round)
    runs, first = integer("times", times), integer("seed", seed)
    if not 0 <= runs <= 10**9:
        raise ValueError(f"times must be from 0 to a billion, not {runs}")
    return played_out(replayer.game_of(record), record, where, runs, first, number)


def board(record: GameRecord[Any], player: int | None = None, language: str | None = None) -> Board:
    """Return a board for stepping through a record. Notebooks display it; its `html` is a page.

    With a `player` (from 0), it contains nothing hidden from that player. The `language` may be
    `en`, `ko`, `ja` or `pl`; without it, the reader's browser decides.

    Raises ValueError if the language is not one of these, or there is no such view.

    >>> made = board(loads("12345678,12345679,11112345,11112345,s1,113,2p,3p,431"))
    >>> made.html.startswith("<!doctype html>")
    True
    """
    from .browser.board import board as board_of

    _require_record(record)
    seat = None if player is None else integer("player", player)
    return board_of(record, seat, _language(language))


def _language(language: str | None) -> str | None:
    """Return the given language. Raises ValueError if boards are not available in it."""
    from .browser.page import LANGUAGES

    optional_text("language", language)
    if language not in (None, *LANGUAGES):
        raise ValueError(f"language must be one of {', '.join(LANGUAGES)}, not {language!r}")
    return language


def picture(
    record: GameRecord[Any], ply: int, round: int = 1, player: int | None = None
) -> Picture:
    """Return a picture of the position before a ply of a round. Notebooks display it.

    `svg` is the picture as text, `png()` as bytes. With a `player` (from 0), it shows only what
    that player knew at that point. The ply after the last one gives the final position.

    Raises ValueError if there is no such position or view, or it cannot be drawn.

    >>> made = picture(loads("12345678,12345679,11112345,11112345,s1,113,2p,3p,431"), ply=3)
    >>> made.svg[:4]
    '<svg'
    """
    from .browser.board import picture as picture_of

    _require_record(record)
    where, number = integer("ply", ply), integer("round", round)
    return picture_of(record, number, where, None if player is None else integer("player", player))


def widget(
    record: GameRecord[Any], player: int | None = None, language: str | None = None
) -> Widget:
    """Return a board like `board` that Python code in a notebook can control and listen to.

    `place` is the position shown, `show` shows another record, and `on_choice` registers a function
    to call with each legal action the reader chooses.

    Raises ValueError like `board`, and ImportError if anywidget is not installed; the extra
    `notebook` installs it.
    """
    _require_record(record)
    seat, spoken = None if player is None else integer("player", player), _language(language)
    from .browser.widget import Widget

    return Widget(record, seat, spoken)


def rules() -> list[Rule]:
    """Return every rule that a record can break, sorted by code.

    >>> [rule.name for rule in rules() if rule.code == "G104"]
    ['goita-king-may-not-attack']
    """
    from .formats import all_codes

    return all_codes()
