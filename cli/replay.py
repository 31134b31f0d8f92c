"""`kifu replay`: a game as a person would follow it, or step by step for a program."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import click

from ..formats import Notation, board
from ..formats.columns import visible
from ..replayer.game import IllegalAction, Rules
from ..replayer.replay import RoundReplay, Step
from ..replayer.trajectory import breach_values, line_values, step_values, variation_values
from .errors import FOUND
from .options import input_notation, json_or_text, record_number
from .output import emit, show_lines
from .records import OneRecord, read_one
from .rounds import broken, line, moment, numbers, one_number, round_option, variation_option

Replays: TypeAlias = Mapping[int, RoundReplay[Any] | IllegalAction]
"""The rounds to show by their numbers, or why they are not even shaped like one."""


@click.command
@click.argument("path", metavar="INPUT")
@round_option
@variation_option
@click.option("--ply", type=int, metavar="K", help="The moment before this ply, from 1.")
@record_number
@input_notation
@json_or_text
def command(
    path: str,
    number_of_round: int | None,
    variation: tuple[int, ...],
    ply: int | None,
    number: int | None,
    source: Notation[Any] | None,
    style: str,
) -> int:
    """Show a game: hands, table, who may do what, result.

    Other lines of play follow each round; --variation shows one of them in full. The ply after the
    last is the end of the line, ply 0 a decision before the first. The exit
    status is 1 where a round or a variation breaks a rule and cannot be replayed further.
    """
    one = read_one(path, source, number)
    if one is None:
        return FOUND
    if ply is not None or variation:
        number_of_round = one_number(one.game, one.record, number_of_round)
    chosen = numbers(one.game, one.record, number_of_round)
    replays = {each: _replay(one, each, variation) for each in chosen}
    if style == "json":
        for piece in _as_json(one, replays, ply):
            emit(piece)
    else:
        show_lines(_as_text(one, replays, ply))
    return FOUND if any(map(_stops, replays.values())) else one.status


def _replay(
    one: OneRecord, number: int, variation: Sequence[int]
) -> RoundReplay[Any] | IllegalAction:
    try:
        return line(one.game, one.record, number, variation)
    except IllegalAction as breach:
        return breach


def _stops(replayed: RoundReplay[Any] | IllegalAction) -> bool:
    return isinstance(replayed, IllegalAction) or any(each.breach for each in replayed.tree())


# For people


def _as_text(one: OneRecord, replays: Replays, ply: int | None) -> Iterator[str]:
    if ply is None:
        yield from board(one.game.name).head(one.record)
    for number, replayed in replays.items():
        if ply is None:
            yield ""
        if isinstance(replayed, IllegalAction):
            yield f"round {number} cannot be replayed: {broken(replayed)}"
        elif ply is None:
            yield from _course(one, replayed)
        else:
            yield from _moment(one, replayed, moment(replayed, ply))


def _course(one: OneRecord, replayed: RoundReplay[Any]) -> Iterator[str]:
    """A line, and in few words those that leave it."""
    shows = board(one.game.name)
    first, *variations = replayed.tree()
    if first.own:
        yield from shows.course(one.record, first)
    else:
        yield visible(first.title)
    yield from _fault(first)
    for each in variations:
        yield ""
        yield visible(each.title)
        if each.own:
            yield from shows.variation(one.record, each)
        yield from _fault(each)


def _fault(replayed: RoundReplay[Any]) -> Iterator[str]:
    """Why a variation is not played, or has actions left."""
    if replayed.fault is not None:
        yield f"  {visible(broken(replayed.fault))}"
    elif replayed.breach is not None and not replayed.own:
        yield f"  not reached: {visible(broken(replayed.breach))}"


def _moment(one: OneRecord, replayed: RoundReplay[Any], step: Step[Any]) -> Iterator[str]:
    """A position, and what is done there in variations."""
    yield from board(one.game.name).position(one.record, replayed, step)
    for each in replayed.variations:
        if each.own and replayed.steps[each.shared] is step:
            actions = " ".join((each.own[0].actions or {}).values())
            yield visible(f"{each.title}: {actions}")


# For programs


def _as_json(one: OneRecord, replays: Replays, ply: int | None) -> Iterator[str]:
    """One object, a round a line."""
    yield f'{{"game": {json.dumps(one.game.name)}, "rounds": ['
    separator = "\n  "
    rules = one.game.rules(one.record)
    for number, replayed in replays.items():
        values = _values(rules, number, replayed, ply)
        yield separator + json.dumps(values, ensure_ascii=False)
        separator = ",\n  "
    yield "\n]}\n"


def _values(
    rules: Rules[Any], number: int, replayed: RoundReplay[Any] | IllegalAction, ply: int | None
) -> dict[str, Any]:
    if isinstance(replayed, IllegalAction):
        return {"round": number, "steps": [], "breach": breach_values(replayed)}
    values = line_values(replayed)
    if ply is not None:
        return values | {"steps": [step_values(rules, moment(replayed, ply))]}
    steps = [step_values(rules, step) for step in replayed.steps]
    return values | {"steps": steps, "variations": _variations(rules, replayed)}


def _variations(rules: Rules[Any], replayed: RoundReplay[Any]) -> list[dict[str, Any]]:
    """The variations of a line, each with the steps that it does not share with it."""
    return [
        variation_values(each)
        | {
            "steps": [step_values(rules, step) for step in each.own],
            "breach": None if each.breach is None else breach_values(each.breach),
            "variations": _variations(rules, each),
        }
        for each in replayed.variations
    ]
