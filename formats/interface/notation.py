"""The interface of notations: ways to write the records of one game."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

from ...findings import Finding, amount
from ...findings.arguments import require
from ..text.text import Text

if TYPE_CHECKING:
    from ...replayer.facts import MatchFacts
    from ...replayer.play.annotation import Property
    from ..files.line_reader import LineReader, Skim
    from ..text.unusual import Unusual

RecordT = TypeVar("RecordT")
ItemT = TypeVar("ItemT")

Lines: TypeAlias = Iterator[tuple[int, bytes]]
"""The lines of a file, numbered from 1."""


_JUDGING: ContextVar[bool] = ContextVar("judging", default=False)


class Unsound(Exception):
    """Raised if a text has an error and only its soundness is being checked."""


@contextmanager
def judging() -> Generator[None]:
    """Only check whether a text is sound: explain nothing, and stop reading at the first error.

    The first error found (`Found.add`) raises Unsound.
    """
    token = _JUDGING.set(True)
    try:
        yield
    finally:
        _JUDGING.reset(token)


def reads_on() -> bool:
    """Return whether to read on after an error and explain it."""
    return not _JUDGING.get()


class CannotHold(ValueError):
    """A record holds something that a notation can neither hold nor leave out."""


def _same(finding: Finding) -> Finding:
    return finding


class Reading(Struct, Generic[RecordT], dict=True):
    """The result of reading one record.

    `notation` is None if it is unknown. `findings` are about the text: errors of syntax or schema,
    with lines and columns. `written` is the record as written, or None if it could not be read. If
    `whole` is false, unreadable parts are missing, and the record only serves to look for further
    errors. `place` gives a finding about the record its line and column; it returns None if the
    finding merely follows from an unreadable part. `text` is the text that was read, if it is a
    single one.

    `others` are further interpretations: only findings about all of them count. `path` is the path
    of its file, None if there is none. `beside` is content, other than comments, that no record can
    hold: each item's kind, in the plural, and its words as written.
    """

    notation: Notation[RecordT] | None
    findings: list[Finding]
    written: RecordT | None = None
    whole: bool = True
    place: Callable[[Finding], Finding | None] = _same
    text: Text | None = None
    others: tuple[RecordT, ...] = ()
    path: str | None = None
    beside: tuple[tuple[str, str], ...] = ()

    def __repr__(self) -> str:
        notation = "of no known notation" if self.notation is None else self.notation.id
        whole = "" if self.whole else ", not whole"
        return f"<Reading {notation}: {amount(len(self.findings), 'finding')}{whole}>"

    @cached_property
    def record(self) -> RecordT | None:
        """The record, including the parts that its notation leaves out but the rules imply."""
        complete = None if self.notation is None else self.notation.complete
        if self.written is None or complete is None:
            return self.written
        return complete(self.written)

    @property
    def notes(self) -> list[Finding]:
        """Findings that say what was added to `record`, placed in the file."""
        added = None if self.notation is None else self.notation.added
        if added is None or self.written is None or self.record is None:
            return []
        placed = map(self.place, added(self.written, self.record))
        return [each for each in placed if each is not None]


def placed_later(read: Callable[[], Reading[Any]]) -> Callable[[Finding], Finding | None]:
    """Place findings using a second reading of the same record, which is made when needed."""
    made = cache(read)
    return lambda finding: made().place(finding)


class Counts(Struct, frozen=True):
    """The numbers of rounds and plies, in one record by default."""

    rounds: int
    plies: int
    records: int = 1


class Notation(Struct, Generic[RecordT], frozen=True, kw_only=True):
    """A notation: its name, what it cannot hold, and the functions that read and write it.

    - `unsupported` names what the notation cannot hold, each with an explanation.
    - `keeps` are the kinds of annotations (`replayer.play.KINDS`) that it holds. Other kinds are
      reported as lost without further code, as are annotations in places that the notation lacks.
    - `lacks` names the places of this sort, such as "on passes": it returns the name for a ply of a
      round (from 1), or None if there is room at that ply.
    - `has_property` says whether a text from `write` has a property, in any layout; None if
      properties are not laid out.
    - `read` yields the records of a text, `write` returns the text of one record. The texts of
      several records are separated by `between`.
    - `compact` writes a record on one line; None if that is impossible.
    - `complete` adds what a text leaves out but the rules imply. `added` returns findings about
      additions worth noting.
    - `pieces` splits the lines of a long file into records before they are read, each with the
      number of its first line; None if that is impossible.
    - `lines`: whether every record is exactly one line (JSON may have one record per line or
      not): a large file is then read line by line.
    - `single`: whether each of the `pieces` is one record, whatever its content.
    - `parts` splits a record into named parts, if a text in the notation holds only one part.
    - `verbatim`: whether its lines quote what others said, so that any line is possible.
    - `suggests`: whether other words may be suggested for those in an error; not if they are names
      of properties, which determine what the values mean.
    - `line_comments`: whether a line that begins with `#` is a comment; in YAML, a comment may also
      end a line.
    - `accept` returns the numbers of rounds and plies in the bytes of one record if it is legal and
      there is nothing to report, otherwise None.
    - `skim` skips records, one per line, that are legal under the default options and have nothing
      to report. Records that it does not skip may be right as well.
    - `facts` reads facts about records off the lines that `skim` skips, without replaying them.
      `record` reads the record of one such line.
    - `unusual` yields the unusual styles that a text uses throughout, such as a Markdown table,
      each with the edits that give the usual one. It yields none for a sound text. The text is read
      with these edits, and with a note about them.
    - `schema`, `grammar` and `description` name the formal description of sound texts, each as
      `GAME/NAME`: a JSON Schema, a Lark grammar, or a page with examples of sound and wrong texts
      (see `description.py`).
    """

    id: str
    title: str
    suffix: str
    unsupported: Mapping[str, str]
    read: Callable[[Text], Iterator[Reading[RecordT]]]
    write: Callable[[RecordT], str]
    keeps: frozenset[str] = frozenset()
    lacks: Callable[[RecordT, int, int], str | None] | None = None
    has_property: Callable[[str, Property], bool] | None = None
    compact: Callable[[RecordT], str] | None = None
    complete: Callable[[RecordT], RecordT] | None = None
    added: Callable[[RecordT, RecordT], Iterable[Finding]] | None = None
    pieces: Callable[[LineReader], Iterator[tuple[int, bytes]]] | None = None
    suggests: bool = True
    lines: bool = False
    single: bool = False
    parts: Callable[[RecordT], Mapping[str, RecordT]] | None = None
    between: str = ""
    verbatim: bool = False
    line_comments: bool = False
    accept: Callable[[bytes], Counts | None] | None = None
    skim: Skim | None = None
    facts: Callable[[bytes], Sequence[MatchFacts]] | None = None
    record: Callable[[bytes], RecordT] | None = None
    unusual: Callable[[str], Iterable[Unusual]] | None = None
    medium: Literal["json", "yaml", "text"] = "text"
    schema: str | None = None
    grammar: str | None = None
    description: str | None = None

    def __repr__(self) -> str:
        return f"<Notation {self.id}>"

    @property
    def game(self) -> str:
        """The game whose records it writes."""
        return self.id.partition("/")[0]

    def texts(self, records: Iterable[RecordT], lines: bool = False) -> Iterator[str]:
        """Yield the text of records, piece by piece.

        Several records (with `lines`, even a single one) are written one per line if the notation
        allows it. At most two records are in memory at a time.
        """
        require("records", records, "an iterable of records", Iterable)
        return arranged(iter(records), lines, self.write, self.compact, self.between)


def arranged(
    items: Iterator[ItemT],
    lines: bool,
    whole: Callable[[ItemT], str],
    compact: Callable[[ItemT], str] | None,
    between: str,
) -> Iterator[str]:
    """Yield the text of records as `Notation.texts` does, given any items that represent them."""
    if compact is not None and not lines:
        first = list(islice(items, 2))
        items, lines = chain(first, items), len(first) > 1
    if compact is not None and lines:
        yield from map(compact, items)
        return
    for number, each in enumerate(items):
        yield (between if number else "") + whole(each)
