"""Rounds, variations and positions, as chosen by `--round`, `--variation` and `--ply`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import click

from ...replayer.game import Game
from ...replayer.positions import Broken, broken
from ...replayer.replay.trajectory import Trajectory, trajectory
from ...replayer.replay.trajectory_step import TrajectoryStep
from ...replayer.rules import IllegalAction
from ..errors import Failure, refusing

_PATH = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})*")


def _path(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[int, ...]:
    if value is None:
        return ()
    if _PATH.fullmatch(value) is None:
        raise Failure(f"{value!r} is not a variation: write numbers from 1, such as 1 or 1.2")
    return tuple(map(int, value.split(".")))


round_option = click.option(
    "--round", "number_of_round", type=int, metavar="N", help="The round, from 1."
)
variation_option = click.option(
    "--variation",
    metavar="PATH",
    callback=_path,
    help="The variation in the round: 1, or 1.2 for the second variation within the first.",
)


def numbers(game: Game[Any, Any], record: Any, number: int | None) -> Sequence[int]:
    """Return the number of the requested round, or all numbers if none is requested."""
    count = len(game.rounds(record))
    if number is None:
        return range(1, count + 1)
    if not 1 <= number <= count:
        there = f"rounds 1 to {count}" if count > 1 else ("round 1" if count else "no round")
        raise Failure(f"there is no round {number}: the record has {there}")
    return [number]


def one_number(game: Game[Any, Any], record: Any, number: int | None) -> int:
    """Return the number of the requested round, which may be omitted if there is only one."""
    found = numbers(game, record, number)
    if len(found) != 1:
        raise Failure(f"the record has {len(found)} rounds: choose one with --round")
    return found[0]


def one_trajectory(
    game: Game[Any, Any], record: Any, number: int | None, path: Sequence[int]
) -> Trajectory[Any, Any]:
    """Return the main line or a variation of a round, by default the only round.

    Raises Failure if it does not exist, or if the round is not well-formed.
    """
    chosen = one_number(game, record, number)
    try:
        return variation_of(trajectory(game, record, chosen), path)
    except IllegalAction as why:
        raise Failure(f"round {chosen} cannot be replayed: {worded(broken(why))}") from None


def variation_of(found: Trajectory[Any, Any], path: Sequence[int]) -> Trajectory[Any, Any]:
    """Return the variation at a path; with an empty path, the main line.

    Raises Failure if there is no such variation.
    """
    with refusing(IndexError):
        return found.variation(path)


def step_at(found: Trajectory[Any, Any], ply: int) -> TrajectoryStep[Any]:
    """Return the step that plays a ply; 0 is a decision before the first one.

    Raises Failure if the replay does not reach the ply.
    """
    breach, plies, label = found.breach, found.plies, found.label
    if breach is not None and not (plies and found.own):
        raise Failure(f"{label} cannot be replayed: {worded(breach)}")
    if ply in plies:
        return found.at(ply)
    why = "its end" if breach is None else f"which breaks {breach.code}"
    there = f"{label} goes from ply {plies[0]} to ply {plies[-1]}, {why}"
    raise Failure(f"there is no ply {ply}: {there}")


def worded(breach: Broken) -> str:
    """Return the rule that an action breaks, and the reason."""
    return f"{breach.code} {breach.name}: {breach.message}"
