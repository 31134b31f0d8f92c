"""How a JSON notation's values map to records.

This is separate from the readers, which are not needed for skimming.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ...findings import Finding, Fix, Rule
from ...replayer.record import GameRecord
from .. import codes
from .written import dense

if TYPE_CHECKING:
    from .json.text import JsonText

RecordT = TypeVar("RecordT", bound=GameRecord[Any])

SCHEMA = "$schema"
"""The key that tells editors the schema of a JSON text."""

Path: TypeAlias = list[str | int]
"""The keys and indices that lead to a value."""


class Unknown(Struct, frozen=True):
    """A place whose value is unknown, and its possible values.

    If `values` is empty, the key is left out. If `path` is empty, the rest of the record cannot be
    read. `lost` is the part of the value that is unknown; `certain`: whether only one value is
    possible.
    """

    path: Path
    values: Sequence[Any] = ()
    lost: Path | None = None
    certain: bool = False


Part: TypeAlias = tuple[object, Callable[[Finding], Finding]]
"""A value to validate, and a function that places findings about it in the whole document."""

Parts: TypeAlias = Callable[[Any], Iterator[Part]]

Assume: TypeAlias = Callable[[Any, Path], Unknown | None]
"""Returns the possible values of an unreadable place, or None if the game has none."""


def in_one_part(value: Any) -> Iterator[Part]:
    """Yield the whole value; findings about it are unchanged."""
    yield value, lambda finding: finding


class Lacking(Struct, frozen=True):
    """A key missing from a record, why it is needed, and its value; `certain` if no other fits."""

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
    """How a notation's JSON maps to records.

    `schema` names its schema; `build` makes a record from a value that fits the schema. `parts`
    yields the values to validate if a text has several. `translate` turns a path in the canonical
    record (a list of keys) into the path in the text. `narrow` finds the characters of a string
    that a finding is about; `written` rewrites a fix's string in the style of the one it replaces;
    `reword` puts a message into the notation's terms; `absent` maps a key that a round may omit to
    a phrase in messages, and the phrase to use instead if the key is omitted. `defaults` and
    `repeatable` are for `JsonText`. `inspect` finds other errors in the text. `assume` returns the
    possible values of an unreadable place, and `follows` returns whether a finding may merely
    follow from it; both use paths in the text. `words` are rules about a value on its own, whose
    findings follow from nothing else. `options` is the key that holds the rule options. `lacks`
    returns a key that the record needs but the schema does not require.
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
    words: frozenset[Rule] = frozenset()
    options: str | None = None
    lacks: Callable[[RecordT], Lacking | None] = lambda record: None


def with_schema(record: RecordT, reference: str | None) -> RecordT:
    """Return the record with the schema reference from its text, if there is one."""
    return record if reference is None else replace(record, schema=reference)
