"""The places of a record's rounds and their actions in a document."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from .. import replayer
from ..browser.written import actions_written, place_of
from ..replayer.game import Game
from ..replayer.record import GameRound
from ..replayer.replay.trajectory import Malformed, Trajectory, trajectories
from ..replayer.replay.trajectory_step import TrajectoryStep
from ..validation.outcome import Outcome
from .documents import Part

Span: TypeAlias = tuple[int, int]


class Played(Struct, frozen=True):
    """An action in a document: its offsets, its game, and its step.

    `ply` is its ply number, or 0 if it is not a ply.
    """

    start: int
    end: int
    game: str
    trajectory: Trajectory[Any, Any]
    step: TrajectoryStep[Any]
    ply: int


class PlacedRound(Struct, frozen=True):
    """A round in a document: its number (from 1), its offsets, and how many plies it has."""

    number: int
    start: int
    end: int
    plies: int


def rounds_of(part: Part) -> list[tuple[Outcome[Any], list[PlacedRound]]]:
    """Return the records of a part, each with the rounds that have a place."""
    found = [(outcome, Places(part, outcome).rounds()) for outcome in part.outcomes]
    ends = [each.start for _, rounds in found for each in rounds][1:]
    behind = iter([*ends, part.end])
    return [
        (outcome, [_whole(part, outcome, each, next(behind)) for each in rounds])
        for outcome, rounds in found
    ]


def _whole(part: Part, outcome: Outcome[Any], found: PlacedRound, behind: int) -> PlacedRound:
    """Return a round extended to the next one, excluding the whitespace between them.

    In JSON, the span is complete. Notations with rounds on lines only remember where each begins;
    the last round of a record extends to the next record.
    """
    if outcome.notation is None or outcome.notation.medium == "json":
        return found
    text = part.document.text[found.start : behind].rstrip()
    return replace(found, end=max(found.end, found.start + len(text)))


class Places:
    """Finds the parts of a record in the document it was read from."""

    def __init__(self, part: Part, outcome: Outcome[Any]) -> None:
        self._part = part
        self._reading = outcome.reading
        notation = outcome.notation
        self._game: Game[Any, Any] | None = notation and replayer.game(notation.game)

    def rounds(self) -> list[PlacedRound]:
        """Return the rounds that have a place, in the order of the record."""
        spans = [self._round(number) for number, _ in enumerate(self._rounds, start=1)]
        return [
            PlacedRound(number, *span, each.plies)
            for number, (span, each) in enumerate(zip(spans, self._rounds, strict=True), start=1)
            if span is not None
        ]

    @cached_property
    def _rounds(self) -> Sequence[GameRound]:
        game, written = self._game, self._reading.written
        return () if game is None or written is None else game.rounds(written)

    def _round(self, number: int) -> Span | None:
        """Return the span of a round as far as its notation remembers it, or None."""
        return self._span(self._pointer(number), number)

    def plays_at(self, offset: int) -> Iterator[Played]:
        """Yield the actions at an offset, in the main line of its round or in a variation."""
        count = len(self._rounds)
        # Rounds are in order, so only a few of them have to be placed to find the right one.
        starts = range(1, count + 1)
        number = bisect_right(starts, offset, key=lambda each: (self._round(each) or (0, 0))[0])
        if number:
            yield from (play for play in self.plays(number) if play.start <= offset < play.end)

    def plays(self, number: int) -> Iterator[Played]:
        """Yield the actions in a round (numbered from 1) that have a place in the document.

        There are none if the record could not be read completely: its play is then unknown.
        """
        game, reading = self._game, self._reading
        if game is None or reading.record is None or not reading.whole:
            return
        for found in trajectories(game, reading.record, [number]):
            if not isinstance(found, Malformed):
                for line in found.tree():
                    yield from self._plays(game.name, line)

    def _plays(self, game: str, found: Trajectory[Any, Any]) -> Iterator[Played]:
        for each in actions_written(self._reading, found):
            span = self._part.span(each.place)
            if self._is_known(span, found.number):
                yield Played(*span, game, found, each.step, each.ply)

    def _is_known(self, span: Span, number: int) -> bool:
        """Return whether a span belongs to an action.

        For an action that is not written, notations give the first character of what contains it.
        """
        start, end = span
        above, _ = self._round(number) or (end, end)
        return start < end and (start, end) != (above, above + 1)

    def _pointer(self, number: int) -> str:
        return f"/{self._game.rounds_field if self._game else ''}/{number - 1}"

    def _span(self, pointer: str, number: int) -> Span | None:
        found = place_of(self._reading, pointer, number)
        return None if found is None else self._part.span(found)
