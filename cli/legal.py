"""`kifu legal`: what may be done at a moment of a game, and why something may not."""

from __future__ import annotations

from typing import Any

import click

from ..formats import Notation
from ..replayer.game import Decision, IllegalAction, Rules
from ..replayer.replay import Step, first_breach, replay_round
from .errors import CLEAN, FOUND, Failure, say
from .options import input_notation, json_or_text, record_number
from .output import emit_json, show_lines
from .records import read_one
from .rounds import broken, moment, one_number, round_option
from .steps import breach_values, moment_values


@click.command
@click.argument("path", metavar="INPUT")
@round_option
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
    chosen = one_number(one.game, one.record, number_of_round)
    try:
        step = moment(replay_round(one.game, one.record, chosen), ply)
    except IllegalAction as breach:
        raise Failure(f"round {chosen} cannot be replayed: {broken(breach)}") from None
    values: dict[str, Any] = {"round": chosen, **moment_values(rules, step), "ply": ply}
    if action is not None:
        return max(one.status, _why(rules, step, action, values, style))
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
            say(_nobody_acts(chosen))
    return one.status


def _why(
    rules: Rules[Any], step: Step[Any], action: str, values: dict[str, Any], style: str
) -> int:
    """Tell whether an action is legal, and otherwise why not."""
    if not isinstance(step.node, Decision):
        raise Failure(f"{_nobody_acts(values['round'])}, so there is no rule to ask")
    tries = ({player: action} for player in step.node.players)
    breach = next(filter(None, (first_breach(rules, step.state, each) for each in tries)), None)
    if style == "json":
        breach_or_none = None if breach is None else breach_values(breach)
        emit_json(values | {"action": action, "breach": breach_or_none})
    else:
        show_lines(["legal" if breach is None else broken(breach)])
    return CLEAN if breach is None else FOUND


def _nobody_acts(number: int) -> str:
    return f"round {number} is over here: nobody acts"
