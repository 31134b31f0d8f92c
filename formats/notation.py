"""What a notation is: a way to write the records of one game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from ..findings import Finding
from .text import Text

RecordT = TypeVar("RecordT")


class CannotHold(ValueError):
    """A record holds something that a notation cannot say, and that cannot be left out."""


def _same(finding: Finding) -> Finding:
    return finding


class Reading(Struct, Generic[RecordT]):
    """What came of reading one record.

    `findings` are those of syntax and shape, placed in the file. `record` is None where there is
    none to be had; where it is there but not `whole`, it lacks what could not be read, and serves
    to look for further faults only. `place` puts a finding about the record in its place.
    """

    notation: Notation[RecordT]
    findings: list[Finding]
    record: RecordT | None = None
    whole: bool = True
    place: Callable[[Finding], Finding] = _same


class Notation(Struct, Generic[RecordT], frozen=True, kw_only=True):
    """A notation, as the registry holds it.

    `lacks` names what the notation cannot hold, each with what that means. `claims` says from the
    beginning of a text whether this is what it is written in. `read` yields the records of a text,
    `write` gives the text of one record; several stand behind one another with `between` in
    between. `compact` writes a record on one line, where the notation can.
    """

    id: str
    title: str
    suffix: str
    lacks: Mapping[str, str]
    claims: Callable[[str], bool]
    read: Callable[[Text], Iterator[Reading[RecordT]]]
    write: Callable[[RecordT], str]
    compact: Callable[[RecordT], str] | None = None
    between: str = ""
    medium: Literal["json", "yaml", "text"] = "text"
    schema: str | None = None
    grammar: str | None = None

    @property
    def game(self) -> str:
        """The game whose records it writes."""
        return self.id.partition("/")[0]

    def join(self, records: Sequence[Any]) -> str:
        """The text of several records: one a line where the notation can."""
        if len(records) > 1 and self.compact is not None:
            return "".join(map(self.compact, records))
        return self.between.join(map(self.write, records))
