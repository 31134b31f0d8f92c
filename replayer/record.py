"""The common base of the records of all games."""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

from msgspec import Struct, field

from ..findings.shown import short_struct
from .play.annotation import Annotation
from .play.variations import Variation

StateT = TypeVar("StateT", covariant=True)


class GameRecord(Struct, Generic[StateT], frozen=True, kw_only=True):
    """A record of a match of any game; `StateT` is the type of the states in its replay.

    Each game has its own subclass. A type checker cannot know which game a record belongs to, so
    name the subclass to access its fields: `kifu.load(path, type=Record)`, or `isinstance(record,
    Record)`. `schema` is the value of `$schema` in JSON, which editors use; it means nothing to the
    game. `annotations` are about the match as a whole.
    """

    schema: str | None = field(default=None, name="$schema")
    annotations: tuple[Annotation, ...] = ()

    __repr__ = short_struct


class GameRound(Protocol):
    """A round in a record of any game."""

    @property
    def plies(self) -> int:
        """The number of plies in its recorded main line."""
        ...

    @property
    def variations(self) -> tuple[Variation, ...]:
        """The variations that branch off its main line."""
        ...
