"""Boards, which show a game's records as lines of text, and helpers for boards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from ...replayer.positions import Broken
from ...replayer.replay.trajectory import Trajectory
from ...replayer.replay.trajectory_step import TrajectoryStep
from ...replayer.rules import CHANCE, Action
from ..text.columns import cut, visible, wrapped

MOST = 100
"""If there are more legal actions than this, they are counted instead of listed."""

RecordT = TypeVar("RecordT")
PositionT = TypeVar("PositionT")


class Board(Struct, Generic[RecordT, PositionT], frozen=True, kw_only=True):
    """How a game shows its records; the module that its descriptor names provides one as `BOARD`.

    Everything is drawn from positions (`Positions`) and the record's data about the match, never
    from the rules' states. Each function yields lines of text, whose parts may be marked with roles
    (`roles`). Text from a record goes through `columns.visible`.
    """

    head: Callable[[RecordT], Iterator[str]]
    """Yield the record's data about the match: its name, players, options."""

    whole: Callable[[Trajectory[RecordT, PositionT]], Iterator[str]]
    """Yield a round or variation, from its deal to its result or an action that breaks a rule."""

    variation: Callable[[Trajectory[RecordT, PositionT]], Iterator[str]]
    """Yield a short form of a variation: its actions from where it branches off, and its result."""

    position: Callable[
        [Trajectory[RecordT, PositionT], TrajectoryStep[PositionT]],
        Iterator[str],
    ]
    """Yield the position of a step, who may do what, and the action taken."""


def heading(record: object) -> Iterator[str]:
    """Yield the name of a match, its occasion, and its times, as far as the record has them."""
    title, start, end = (
        getattr(record, each, None) for each in ("title", "start_time", "end_time")
    )
    if title is not None:
        yield visible(title)
    occasion = (getattr(record, each, None) for each in ("event", "place"))
    yield from (visible(each) for each in occasion if each and each != title)
    times = (f"from {start}" if start else "", f"to {end}" if end else "")
    if any(times):
        yield visible(" ".join(filter(None, times)))


def name_of(players: Sequence[str] | None, seat: int) -> str:
    """Return the name of a player; empty if there is none."""
    names = players or ()
    return visible(names[seat]) if seat in range(len(names)) else ""


def called(players: Sequence[str] | None, seat: int) -> str:
    """Return a player's name, or a number if there is no name.

    >>> called(["Ada", "Bo"], 1), called(None, 1)
    ('Bo', 'P1')

    If names do not tell players apart, numbers precede them.

    >>> called(["Ada", "Ada"], 1), called(["P1", "Ada"], 0)
    ('P1 Ada', 'P0 P1')
    """
    name = name_of(players, seat)
    others = {name_of(players, each) for each in range(len(players or ())) if each != seat}
    clear = name and name not in others and not re.fullmatch(r"P\d+", name)
    return name if clear else f"P{seat} {name}".rstrip()


def numbered(players: Sequence[str]) -> list[str]:
    """Return each player's number and name; findings and files refer to players by number."""
    return [f"P{seat} {name_of(players, seat)}".rstrip() for seat in range(len(players))]


MOST_WIDE = 8
"""The maximum width of a name as the heading of a column."""


def columns(players: Sequence[str] | None, seats: int) -> list[str]:
    """Return headings of columns: names, shortened if necessary, or numbers.

    >>> columns(["Ada", "Bartholomew"], 2), columns(["Bartholomew", "Bartholomeo"], 2)
    (['Ada', 'Barthol…'], ['P0', 'P1'])
    """
    names = [cut(called(players, seat), MOST_WIDE) for seat in range(seats)]
    return names if len({*names}) == seats else [f"P{seat}" for seat in range(seats)]


def plays(
    variation: Trajectory[RecordT, PositionT],
    written: Callable[[Action], str] = visible,
) -> Iterator[str]:
    """Yield the actions of a variation from where it branches off, as `written` formats them."""
    players: Sequence[str] | None = getattr(variation.record, "players", None)

    def done_by(player: int, action: Action) -> str:
        return f"{called(players, player)} {written(action)}"

    done = [
        f"{written(' '.join(action.split()))} is dealt"
        if player == CHANCE
        else f"{step.ply + offset} {done_by(player, step.spelled(player, action))}"
        for step in variation.own
        if step.stands
        for offset, (player, action) in enumerate((step.actions or {}).items())
    ]
    if done:
        yield from wrapped("plays:", done)


def broken(breach: Broken) -> str:
    """Return a line that names the broken rule and says how it is broken."""
    return f"  {breach.code} {breach.name}: {visible(breach.message)}"
