"""The canonical notation of each game: JSON that holds everything its record can contain."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from ...replayer.play import KINDS
from ..interface.notation import Notation, Reading
from ..text.text import Text

if TYPE_CHECKING:
    from ...replayer.facts import MatchFacts
    from ...replayer.record import GameRecord
    from ..files.line_reader import Skim
    from .form import Form

RecordT = TypeVar("RecordT", bound="GameRecord[Any]")


def canonical(
    schema: str,
    form: Callable[[], Form[RecordT]],
    *,
    grammar: str | None = None,
    skim: Skim | None = None,
    facts: Callable[[bytes], Sequence[MatchFacts]] | None = None,
) -> Notation[RecordT]:
    """Return the canonical notation, which has the identifier of its schema.

    `form` is called for the first record that is read or written, so that a game that can skim
    imports the readers and writers only then.
    """
    form = cache(form)

    def read(text: Text) -> Iterator[Reading[RecordT]]:
        from .record import read_json

        return read_json(notation, declaring(), text)

    declaring = cache(lambda: form().declaring())
    notation = Notation(
        id=schema,
        title="canonical JSON: all that a record can say",
        suffix=".json",
        unsupported={},
        keeps=frozenset(KINDS),
        read=read,
        write=lambda record: form().write(record),
        compact=lambda record: form().compact(record),
        skim=skim,
        facts=facts,
        medium="json",
        schema=schema,
        grammar=grammar,
    )
    return notation
