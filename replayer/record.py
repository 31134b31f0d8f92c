"""What the records of all games have in common."""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

from msgspec import Struct, field

from ..findings.shown import short_struct
from .play.annotation import Annotation
from .play.variations import Variation

StateT = TypeVar("StateT", covariant=True)


class GameRecord(Struct, Generic[StateT], frozen=True, kw_only=True):
    """A record of a match, of any game; `StateT` is the type of the states in its replay.

    Each game has a subclass of its own. A type checker cannot know of which game a record is, so
    name the subclass to get at its fields: `kifu.load(path, type=Record)`, or
    `isinstance(record, Record)`. `schema` is what JSON says under `$schema`, for editors; it means
    nothing for the game. `annotations` are about the match as a whole.
    """

    schema: str | None = field(default=None, name="$schema")
    annotations: tuple[Annotation, ...] = ()

    __repr__ = short_struct


class GameRound(Protocol):
    """A round of a record, of any game."""

    @property
    def plies(self) -> int:
        """The number of plies that are recorded in its main line."""
        ...

    @property
    def variations(self) -> tuple[Variation, ...]:
        """The variations that leave its main line."""
        ...
