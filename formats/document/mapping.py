"""The mapping of the values of a notation in JSON to records.

It is separate from the readers, as skimming a record does not need those.
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
"""The key that names the schema of JSON for editors."""

Path: TypeAlias = list[str | int]
"""The keys and indices that lead to a value."""


class Unknown(Struct, frozen=True):
    """A place whose value is unknown, and its possible values.

    Without any, the key is left out. Without a path, the rest cannot be read. `lost` is the unknown
    part of that value. It is `certain` if only one value is possible.
    """

    path: Path
    values: Sequence[Any] = ()
    lost: Path | None = None
    certain: bool = False


Part: TypeAlias = tuple[object, Callable[[Finding], Finding]]
"""A value to validate, and a function that places findings about it in the whole."""

Parts: TypeAlias = Callable[[Any], Iterator[Part]]

Assume: TypeAlias = Callable[[Any, Path], Unknown | None]
"""Returns the possible values of a place that could not be read; None if the game has none."""


def in_one_part(value: Any) -> Iterator[Part]:
    """Yield the whole value; findings about it stay as they are."""
    yield value, lambda finding: finding


class Lacking(Struct, frozen=True):
    """A key that a record lacks, `why` it is needed, and its value, if that is `certain`."""

    key: str
    why: str
    value: object
    certain: bool

    def finding(self) -> Finding:
        """Return the finding about the missing key."""
        fix = Fix(f'add "{self.key}": {dense(self.value)}', ((f"/{self.key}", self.value),))
        why = f'the key "{self.key}" is missing: {self.why}'
        fix = fix if self.certain else None
        return Finding(rule=codes.MISSING_KEY, message=why, pointer="", fix=fix)


class JsonMapping(Struct, Generic[RecordT], frozen=True, kw_only=True):
    """How the JSON of a notation maps to records.

    `schema` names its schema, and `build` makes a record from a value that fits it. `parts` yields
    the values to validate, if one text has several. `translate` turns a path in the canonical
    record (a list of keys) into the path in the text. `narrow` finds the characters of a string
    that a finding is about; `written` writes the string of a fix in the style of the existing one;
    `reword` puts a message into the words of the notation; `absent` maps a key that a round may
    leave out to the words of messages about it, and better ones. `defaults` and `repeatable` are
    for `JsonText`. `inspect` finds other errors in the text. `assume` returns the possible values
    of a place that could not be read, and `follows` whether a finding may only follow from that;
    both use paths in the text. `options` is the key of the options of the rules. `lacks` returns
    the missing key of a record, though the schema does not require it.
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
    """Return the record with the reference of its text to a schema, if there is one."""
    return record if reference is None else replace(record, schema=reference)
