"""What a notation in JSON says of how its values make a record.

It stands apart from what reads them, which a record that is skimmed does without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ...findings import Finding, Fix
from ...replayer.record import GameRecord
from .. import codes
from .written import dense

if TYPE_CHECKING:
    from .json.text import JsonText

RecordT = TypeVar("RecordT", bound=GameRecord[Any])

SCHEMA = "$schema"
"""The key under which JSON says for editors which schema it follows."""

Path: TypeAlias = list[str | int]
"""The keys and indices that lead to a value."""


class Unknown(Struct, frozen=True):
    """A place whose value is not known, and the values that may stand there.

    Without any, the key is left out. Without a path, nothing can be made of the rest. `lost` is the
    part of that value that is not known. It is `certain` where only one value can stand there.
    """

    path: Path
    values: Sequence[Any] = ()
    lost: Path | None = None
    certain: bool = False


Part: TypeAlias = tuple[object, Callable[[Finding], Finding]]
"""A value to validate, and a function that gives findings about it their place in the whole."""

Parts: TypeAlias = Callable[[Any], Iterator[Part]]

Assume: TypeAlias = Callable[[Any, Path], Unknown | None]
"""What may stand in a place of a value that could not be read; None: the game has no answer."""


def in_one_part(value: Any) -> Iterator[Part]:
    """The whole value; findings about it stay as they are."""
    yield value, lambda finding: finding


class Lacking(Struct, frozen=True):
    """A key that a record lacks, `why` that shows, and its value, which may not be `certain`."""

    key: str
    why: str
    value: object
    certain: bool

    def finding(self) -> Finding:
        """The finding that says so."""
        fix = Fix(f'add "{self.key}": {dense(self.value)}', ((f"/{self.key}", self.value),))
        why = f'the key "{self.key}" is missing: {self.why}'
        fix = fix if self.certain else None
        return Finding(rule=codes.MISSING_KEY, message=why, pointer="", fix=fix)


class JsonMapping(Struct, Generic[RecordT], frozen=True, kw_only=True):
    """How the JSON of a notation maps to records.

    `schema` names its schema, and `build` makes a record of a value that fits it. `parts` gives the
    values to validate, if one text has several. `translate` turns a path in the canonical record (a
    list of keys) into the path in the text. `narrow` finds the characters of a string that a
    finding is about; `written` writes a string that a fix gives in the manner of the one that
    stands there; `reword` puts a message into the words of the notation; `absent` gives, for a key
    that a round may leave out, what messages then say of it, and what they should. `defaults` and
    `repeatable` are for `JsonText`. `inspect` finds what else is wrong with the text. `assume` says
    what may stand in a place that could not be read, and `follows` whether a finding may only
    follow from that; its paths are those of the text. `options` is the key of the options that the
    rules of the game have. `lacks` says which key of a record is missing, though the schema does
    not ask for it.
    """

    schema: str
    build: Callable[[Any], RecordT]
    parts: Parts = in_one_part
    translate: Callable[[list[str]], list[str]] | None = None
    narrow: Callable[[Finding, str], tuple[int, int] | None] | None = None
    written: Callable[[str, str], str] | None = None
    reword: Callable[[str], str] | None = None
    absent: Mapping[str, tuple[str, str]] = {}
    defaults: Mapping[str, str] = {}
    repeatable: frozenset[str] = frozenset()
    inspect: Callable[[JsonText, Any], Iterator[Finding]] | None = None
    assume: Assume = lambda value, path: None
    follows: Callable[[Finding, Path], bool] = lambda finding, path: False
    options: str | None = None
    lacks: Callable[[RecordT], Lacking | None] = lambda record: None


def with_schema(record: RecordT, reference: str | None) -> RecordT:
    """The record with what its text says of its schema, if it does."""
    return record if reference is None else replace(record, schema=reference)
