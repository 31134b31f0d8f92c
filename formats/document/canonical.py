"""The canonical notation of each game: JSON that holds everything a record can contain."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from ...replayer.play import KINDS
from ..interface.notation import Notation, Reading
from ..text.text import Text

if TYPE_CHECKING:
    from ...replayer.facts import MatchFacts
    from ...replayer.record import GameRecord
    from ..files.line_reader import Skim
    from ..text.unusual import Unusual
    from .form import Form

RecordT = TypeVar("RecordT", bound="GameRecord[Any]")


def canonical(
    schema: str,
    form: Callable[[], Form[RecordT]],
    *,
    grammar: str | None = None,
    skim: Skim | None = None,
    facts: Callable[[bytes], Sequence[MatchFacts]] | None = None,
    unusual: Callable[[str], Iterable[Unusual]] | None = None,
) -> Notation[RecordT]:
    """Return the canonical notation, identified by its schema.

    `form` is called when a record is first read or written, so that a game need not import its
    readers and writers just to skim.
    """
    form = cache(form)

    def read(text: Text) -> Iterator[Reading[RecordT]]:
        from .record import read_json

        return read_json(notation, declaring(), text)

    def record(line: bytes) -> RecordT:
        from msgspec.json import decode

        from .mapping import SCHEMA, with_schema

        values = decode(line)
        reference = values.pop(SCHEMA, None)
        return with_schema(form().mapping.build(values), reference)

    declaring = cache(lambda: form().declaring())
    notation = Notation(
        id=schema,
        title="canonical JSON: everything a record can contain",
        suffix=".json",
        unsupported={},
        keeps=frozenset(KINDS),
        read=read,
        write=lambda record: form().write(record),
        compact=lambda record: form().compact(record),
        skim=skim,
        facts=facts,
        record=record,
        unusual=unusual,
        medium="json",
        schema=schema,
        grammar=grammar,
    )
    return notation
