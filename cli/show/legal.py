"""`kifu legal`: the legal actions in a position, and why others are illegal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click
from msgspec import to_builtins

from ...formats import Notation
from ...formats.text.columns import visible
from ...replayer.choices import listed, ranges
from ...replayer.positions import Broken, broken
from ...replayer.replay.trajectory_step import TrajectoryStep
from ...replayer.rules import Action
from ..errors import CLEAN, FOUND, Failure, say
from ..input.records import read_one
from ..options import input_notation, input_path, json_or_text, record_number
from ..output import emit_json, show_lines
from .rounds import one_trajectory, round_option, step_at, variation_option, worded


@click.command
@input_path
@round_option
@variation_option
@click.option(
    "--ply",
    type=int,
    required=True,
    metavar="K",
    help="The ply to play, from 1 (0: a decision before the first ply).",
)
@click.option("--why", "action", metavar="ACTION", help="Say which rule forbids this action.")
@record_number
@input_notation
@json_or_text
def command(
    path: str,
    number_of_round: int | None,
    variation: tuple[int, ...],
    ply: int,
    action: str | None,
    number: int | None,
    source: Notation[Any] | None,
    style: str,
) -> int:
    """List the legal actions in a position of a game.

    In a view, these are all actions that could be legal given what its player knew at that point.
    Actions that differ only in a number are listed as a range. With --why, say whether one action
    is legal; the exit status is 1 if it is not.
    """
    one = read_one(path, source, number)
    found = one_trajectory(one.game, one.record, number_of_round, variation)
    step = step_at(found, ply)
    waits = "is over" if step.over else "waits for chance"
    nobody = f"{found.label} {waits} here: nobody acts"
    values: dict[str, object] = {**found.names(), **step.choice(), "ply": ply}
    if action is not None:
        if not step.actors:
            raise Failure(f"{nobody}, so no rule applies")
        breach = step.breach_of(action)
        why = None if breach is None else broken(breach)
        return max(one.status, _why(action, why, values, style))
    if style == "json":
        emit_json(values)
    else:
        several = len(step.actors) > 1
        show_lines(
            visible(f"player {player}: {each}" if several else each)
            for player, actions in step.legal.items()
            for each in _worded(step, player, actions)
        )
        if not step.actors:
            say(nobody)
    return one.status


def _worded(step: TrajectoryStep[Any], player: int, actions: Sequence[Action]) -> Iterator[str]:
    """Yield the actions as people write them, then the ranges of actions."""
    for each in listed(actions):
        yield step.spelled(player, each)
    yield from map(str, ranges(actions))


def _why(action: str, breach: Broken | None, values: dict[str, object], style: str) -> int:
    """Show whether an action is legal, and if not, why; return the exit status."""
    if style == "json":
        emit_json(values | {"action": action, "breach": breach and to_builtins(breach)})
    else:
        show_lines(["legal" if breach is None else visible(worded(breach))])
    return CLEAN if breach is None else FOUND
