"""The canonical notation of each game: JSON that holds all that its record can say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec.structs import replace

from ... import replayer
from ...replayer.play.kinds import KINDS
from ...replayer.record import GameRecord
from ..interface.notation import Notation, Reading
from ..text.text import Text
from .mapping import SCHEMA, JsonMapping, Path, Unknown
from .written import dense

if TYPE_CHECKING:
    from ...replayer.facts import MatchFacts
    from ..files.line_reader import Skim

RecordT = TypeVar("RecordT", bound=GameRecord[Any])

VERSION = 1


def canonical(
    mapping: JsonMapping[RecordT],
    values: Callable[[RecordT], dict[str, Any]],
    people: Callable[[dict[str, Any]], str],
    *,
    grammar: str | None = None,
    skim: Skim | None = None,
    facts: Callable[[bytes], Sequence[MatchFacts]] | None = None,
) -> Notation[RecordT]:
    """The canonical notation; its identifier is that of its schema.

    `values` gives the values of a record, without the declaration of format and version; `people`
    lays values out for people.
    """

    def declared(record: RecordT) -> dict[str, Any]:
        said = {SCHEMA: record.schema, "format": mapping.schema, "version": VERSION}
        given = said | _with_play(record, values(record))
        return {key: value for key, value in given.items() if key != SCHEMA or value is not None}

    def assume(value: Any, path: Path) -> Unknown | None:
        from .tree import UNREAD

        match path:
            case ["format", *_]:
                return Unknown(["format"], [mapping.schema], certain=True)
            case ["version", *_] if value.get("version", UNREAD) is UNREAD:
                return Unknown(["version"], [VERSION], certain=True)
            case ["version", *_]:
                return Unknown([])  # what another version means, nobody knows
            case [rounds, number, "ended", *_]:
                # That the round ended outside play is known, and how does not matter to the rest.
                return Unknown([rounds, number, _ENDED], [{"how": "interruption"}])
            case _:
                return mapping.assume(value, path)

    declaring = replace(mapping, assume=assume)

    def read(text: Text) -> Iterator[Reading[RecordT]]:
        return _reader()(notation, declaring, text)

    def write(record: RecordT) -> str:
        return people(declared(record))

    def compact(record: RecordT) -> str:
        return dense(declared(record)) + "\n"

    notation = Notation(
        id=mapping.schema,
        title="canonical JSON: all that a record can say",
        suffix=".json",
        unsupported={},
        keeps=frozenset(KINDS),
        read=read,
        write=write,
        compact=compact,
        skim=skim,
        facts=facts,
        medium="json",
        schema=mapping.schema,
        grammar=grammar,
    )
    return notation


@cache
def _reader() -> Callable[[Any, Any, Text], Iterator[Reading[Any]]]:
    """What reads a record, imported once one is read: one that is skimmed is not."""
    from .record import read_json

    return read_json


def _with_play(record: GameRecord[Any], values: dict[str, Any]) -> dict[str, Any]:
    """The values of a record with what is noted about its play, in the same places for any game.

    What is about the match stands before its rounds, what is about a round last in it.
    """
    game = replayer.game_of(record)
    values.pop(_ANNOTATIONS, None)
    for each, written in zip(game.rounds(record), values.get(game.rounds_field, ()), strict=False):
        _put_last(written, _ENDED, getattr(each, _ENDED, None))
        _put_last(written, _ANNOTATIONS, getattr(each, _ANNOTATIONS, ()))
    if not record.annotations:
        return values
    rounds = values.pop(game.rounds_field, ())
    notes = msgspec.to_builtins(record.annotations)
    return {**values, _ANNOTATIONS: notes, game.rounds_field: rounds}


_ANNOTATIONS, _ENDED = "annotations", "ended"


def _put_last(written: dict[str, Any], key: str, value: object) -> None:
    written.pop(key, None)
    if value:
        written[key] = msgspec.to_builtins(value)
