"""Boards: how a game shows its records to people, as lines of text; and what boards share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from ...replayer.positions import Broken
from ...replayer.replay.trajectory import Trajectory, TrajectoryStep
from ...replayer.rules import CHANCE, Action
from ..text.columns import visible, wrapped

MOST = 100
"""More legal actions than these are counted, not listed."""

RecordT = TypeVar("RecordT")
PositionT = TypeVar("PositionT")


class Board(Struct, Generic[RecordT, PositionT], frozen=True, kw_only=True):
    """How a game shows its records; the module that its descriptor names has one as `BOARD`.

    Everything is drawn from positions (`Positions`) and from what the record says about the match
    as a whole, never from the states of the rules. Each function gives lines of text, whose parts
    may be marked with roles (`roles`). Whatever a stranger wrote into a record goes through
    `columns.visible`.
    """

    head: Callable[[RecordT], Iterator[str]]
    """What the record says about the match as a whole: its name, players, options."""

    whole: Callable[[Trajectory[RecordT, PositionT]], Iterator[str]]
    """A round, or a variation, from its deal to its result, or to the action that breaks a rule."""

    variation: Callable[[Trajectory[RecordT, PositionT]], Iterator[str]]
    """A variation in few words: its actions from where it leaves, and its result."""

    position: Callable[
        [Trajectory[RecordT, PositionT], TrajectoryStep[PositionT]],
        Iterator[str],
    ]
    """The position of a step, who may do what in it, and what is done."""


class MatchHeader(Protocol):
    """What a record says about its match: a name, and when it was played (in ISO 8601)."""

    @property
    def title(self) -> str | None: ...  # noqa: D102
    @property
    def start_time(self) -> str | None: ...  # noqa: D102
    @property
    def end_time(self) -> str | None: ...  # noqa: D102


def heading(record: MatchHeader) -> Iterator[str]:
    """The name of a match, and when it was played."""
    if record.title is not None:
        yield visible(record.title)
    if record.start_time is not None or record.end_time is not None:
        times = [f"from {record.start_time}" if record.start_time else ""]
        times.append(f"to {record.end_time}" if record.end_time else "")
        yield visible(" ".join(filter(None, times)))


def name_of(players: Sequence[str] | None, seat: int) -> str:
    """The name of a player, nothing where there is none."""
    names = players or ()
    return visible(names[seat]) if seat in range(len(names)) else ""


def plays(
    variation: Trajectory[RecordT, PositionT], written: Callable[[Action], str] = visible
) -> Iterator[str]:
    """The actions of a variation from where it leaves; `written` gives the text of each."""
    done = [
        f"{written(action)} is dealt"
        if player == CHANCE
        else f"{step.ply + offset} P{player} {written(action)}"
        for step in variation.own
        if step.stands
        for offset, (player, action) in enumerate((step.actions or {}).items())
    ]
    if done:
        yield from wrapped("plays:", done)


def broken(breach: Broken) -> str:
    """The rule that is broken, and how."""
    return f"  {breach.code} {breach.name}: {visible(breach.message)}"
