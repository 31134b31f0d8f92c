"""Rounds and moments of a record, as `--round` and `--ply` name them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from ..replayer.game import Game, IllegalAction
from ..replayer.replay import RoundReplay, Step
from .errors import Failure

round_option = click.option(
    "--round", "number_of_round", type=int, metavar="N", help="The round, from 1."
)


def numbers(game: Game[Any, Any], record: Any, number: int | None) -> Sequence[int]:
    """The rounds that are meant: the one with this number, or all."""
    count = game.rounds(record)
    if number is None:
        return range(1, count + 1)
    if not 1 <= number <= count:
        there = f"the rounds 1 to {count}" if count > 1 else ("round 1" if count else "no round")
        raise Failure(f"there is no round {number}: the record has {there}")
    return [number]


def one_number(game: Game[Any, Any], record: Any, number: int | None) -> int:
    """The round that is meant, which need not be named where there is only one."""
    found = numbers(game, record, number)
    if len(found) != 1:
        raise Failure(f"the record has {len(found)} rounds: --round says which is meant")
    return found[0]


def moment(replayed: RoundReplay[Any], ply: int) -> Step[Any]:
    """The step in which a ply is to be played; 0 is a decision before the first one.

    Raises Failure where the replay does not come so far.
    """
    breach, moments, number = replayed.breach, replayed.moments, replayed.number
    if breach is not None and not replayed.steps[-1].ply:
        raise Failure(f"round {number} cannot be replayed: {broken(breach)}")
    if ply in moments:
        return replayed.at(ply)
    why = "its end" if breach is None else f"which breaks {breach.rule.code}"
    there = f"round {number} goes from ply {moments[0]} to ply {moments[-1]}, {why}"
    raise Failure(f"there is no ply {ply}: {there}")


def broken(breach: IllegalAction) -> str:
    """The rule that an action breaks, and why."""
    return f"{breach.rule.code} {breach.rule.name}: {breach}"
