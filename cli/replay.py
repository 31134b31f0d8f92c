"""`kifu replay`: a game as a person would follow it, or step by step for a program."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

import click

from ..formats import Notation, board
from ..replayer.game import IllegalAction
from ..replayer.replay import RoundReplay, replay_round
from .errors import FOUND
from .options import input_notation, json_or_text, record_number
from .output import emit, show_lines
from .records import OneRecord, read_one
from .rounds import broken, moment, numbers, one_number, round_option
from .steps import breach_values, step_values

Replays: TypeAlias = Mapping[int, RoundReplay[Any] | IllegalAction]
"""The rounds to show by their numbers, or why they are not even shaped like one."""


@click.command
@click.argument("path", metavar="INPUT")
@round_option
@click.option("--ply", type=int, metavar="K", help="The moment before this ply, from 1.")
@record_number
@input_notation
@json_or_text
def command(
    path: str,
    number_of_round: int | None,
    ply: int | None,
    number: int | None,
    source: Notation[Any] | None,
    style: str,
) -> int:
    """Show a game: hands, table, who may do what, result.

    The ply after the last is the end of the round, ply 0 a decision before the first. The exit
    status is 1 where a round breaks a rule and cannot be replayed further.
    """
    one = read_one(path, source, number)
    if one is None:
        return FOUND
    if ply is not None:
        number_of_round = one_number(one.game, one.record, number_of_round)
    replays = {each: _replay(one, each) for each in numbers(one.game, one.record, number_of_round)}
    if style == "json":
        for piece in _as_json(one, replays, ply):
            emit(piece)
    else:
        show_lines(_as_text(one, replays, ply))
    return FOUND if any(map(_stops, replays.values())) else one.status


def _replay(one: OneRecord, number: int) -> RoundReplay[Any] | IllegalAction:
    try:
        return replay_round(one.game, one.record, number)
    except IllegalAction as breach:
        return breach


def _stops(replayed: RoundReplay[Any] | IllegalAction) -> bool:
    return isinstance(replayed, IllegalAction) or replayed.breach is not None


def _as_text(one: OneRecord, replays: Replays, ply: int | None) -> Iterator[str]:
    shows = board(one.game.name)
    if ply is None:
        yield from shows.head(one.record)
    for number, replayed in replays.items():
        if ply is None:
            yield ""
        if isinstance(replayed, IllegalAction):
            yield f"round {number} cannot be replayed: {broken(replayed)}"
        elif ply is None:
            yield from shows.course(one.record, replayed)
        else:
            yield from shows.position(one.record, replayed, moment(replayed, ply))


def _as_json(one: OneRecord, replays: Replays, ply: int | None) -> Iterator[str]:
    """One object, a round a line."""
    yield f'{{"game": {json.dumps(one.game.name)}, "rounds": ['
    separator = "\n  "
    for number, replayed in replays.items():
        values = {"round": number, **_values(one, replayed, ply)}
        yield separator + json.dumps(values, ensure_ascii=False)
        separator = ",\n  "
    yield "\n]}\n"


def _values(
    one: OneRecord, replayed: RoundReplay[Any] | IllegalAction, ply: int | None
) -> dict[str, Any]:
    if isinstance(replayed, IllegalAction):
        return {"steps": [], "breach": breach_values(replayed)}
    rules = one.game.rules(one.record)
    steps = replayed.steps if ply is None else [moment(replayed, ply)]
    return {"steps": [step_values(rules, step) for step in steps]}
