"""`kifu legal`: what may be done at a moment of a game, and why something may not."""

from __future__ import annotations

from typing import Any

import click

from ..formats import Notation
from ..replayer.game import Decision, IllegalAction, Rules
from ..replayer.replay import first_breach
from ..replayer.trajectory import breach_values, line_values, moment_values
from .errors import CLEAN, FOUND, Failure, say
from .options import input_notation, json_or_text, record_number
from .output import emit_json, show_lines
from .records import read_one
from .rounds import broken, moment, one_line, round_option, variation_option


@click.command
@click.argument("path", metavar="INPUT")
@round_option
@variation_option
@click.option(
    "--ply",
    type=int,
    required=True,
    metavar="K",
    help="The ply to play, from 1 (0: a decision before).",
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
    """List the legal actions at a moment of a game.

    With --why, say whether one action is legal; the exit status is 1 if it is not.
    """
    one = read_one(path, source, number)
    if one is None:
        return FOUND
    rules = one.game.rules(one.record)
    replayed = one_line(one.game, one.record, number_of_round, variation)
    step = moment(replayed, ply)
    why = "is over" if step.over else "waits for chance"
    nobody = f"{replayed.label} {why} here: nobody acts"
    values: dict[str, Any] = {**line_values(replayed), **moment_values(rules, step), "ply": ply}
    if action is not None:
        if not isinstance(step.node, Decision):
            raise Failure(f"{nobody}, so there is no rule to ask")
        breach = _breach(rules, step.state, step.node, action)
        return max(one.status, _why(action, breach, values, style))
    if style == "json":
        emit_json(values)
    else:
        several = len(values["actors"]) > 1
        show_lines(
            f"player {player}: {each}" if several else each
            for player, actions in values["legal"].items()
            for each in actions
        )
        if not values["actors"]:
            say(nobody)
    return one.status


def _breach(rules: Rules[Any], state: Any, node: Decision, action: str) -> IllegalAction | None:
    """The rule that an action breaks, whoever takes it of those who act."""
    tries = (first_breach(rules, state, {player: action}) for player in node.players)
    return next(filter(None, tries), None)


def _why(action: str, breach: IllegalAction | None, values: dict[str, Any], style: str) -> int:
    """Tell whether an action is legal, and otherwise why not."""
    if style == "json":
        breach_or_none = None if breach is None else breach_values(breach)
        emit_json(values | {"action": action, "breach": breach_or_none})
    else:
        show_lines(["legal" if breach is None else broken(breach)])
    return CLEAN if breach is None else FOUND
