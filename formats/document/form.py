"""Convert a game's records to values of canonical JSON and back; not needed for skimming."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ... import replayer
from ...replayer.record import GameRecord
from .mapping import SCHEMA, Path, Unknown
from .mapping import JsonMapping as JsonMapping  # so that plug-ins can import them from here
from .mapping import Lacking as Lacking
from .written import dense
from .written import layout as layout
from .written import pretty as pretty
from .written import said as said

RecordT = TypeVar("RecordT", bound=GameRecord[Any])

VERSION = 1


class Form(Struct, Generic[RecordT], frozen=True):
    """The conversion between a game's records and canonical JSON.

    `mapping` reads records. `values` returns the values of a record, except its format and version;
    `people` lays out values for people.
    """

    mapping: JsonMapping[RecordT]
    values: Callable[[RecordT], dict[str, Any]]
    people: Callable[[dict[str, Any]], str]

    def write(self, record: RecordT) -> str:
        """Return the text of a record, laid out for people."""
        return self.people(self._declared(record))

    def compact(self, record: RecordT) -> str:
        """Return the text of a record on one line."""
        return dense(self._declared(record)) + "\n"

    def declaring(self) -> JsonMapping[RecordT]:
        """Return the mapping, extended by the keys common to the records of all games."""
        return replace(self.mapping, assume=self._assume)

    def _declared(self, record: RecordT) -> dict[str, Any]:
        said = {SCHEMA: record.schema, "format": self.mapping.schema, "version": VERSION}
        given = said | _with_play(record, self.values(record))
        return {key: value for key, value in given.items() if key != SCHEMA or value is not None}

    def _assume(self, value: Any, path: Path) -> Unknown | None:
        from .tree import UNREAD

        match path:
            case ["format", *_]:
                return Unknown(["format"], [self.mapping.schema], certain=True)
            case ["version", *_] if value.get("version", UNREAD) is UNREAD:
                return Unknown(["version"], [VERSION], certain=True)
            case ["version", *_]:
                return Unknown([])  # the meaning of another version is unknown
            case [rounds, number, "ended", *_]:
                # The round ended for a reason outside the game, which does not affect the rest.
                return Unknown([rounds, number, _ENDED], [{"how": "interruption"}])
            case _:
                return self.mapping.assume(value, path)


def _with_play(record: GameRecord[Any], values: dict[str, Any]) -> dict[str, Any]:
    """Return a record's values with the notes about play, in the same places for every game.

    Notes about the match come before its rounds; notes about a round come at its end.
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
