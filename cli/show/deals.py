"""`kifu deals`: count or draw the deals that a player cannot tell apart."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import click

from ...formats import Notation
from ...replayer.beliefs.deals import Deals, deals
from ..convert.targets import named, target_option, write_records
from ..errors import Failure, refusing
from ..input.records import OneRecord, read_one
from ..options import (
    force,
    input_notation,
    input_path,
    output_file,
    record_number,
    seed_option,
    seed_or_any,
)
from ..output import check_target, show_lines
from .rounds import one_number, round_option


@click.command
@input_path
@round_option
@click.option(
    "--ply",
    type=int,
    required=True,
    metavar="K",
    help="Use the position before this ply, from 1 (one past the last: the end).",
)
@click.option(
    "--player",
    type=int,
    metavar="N",
    help="The player (from 0) whose knowledge is used; by default, everything the record shows.",
)
@click.option("--count", is_flag=True, help="Count the deals; this is the default.")
@click.option(
    "--sample",
    "number_drawn",
    type=click.IntRange(min=1),
    metavar="N",
    help="Draw this many deals.",
)
@seed_option("The seed for drawing")
@target_option("; by default, what the name after -o implies, or the canonical one")
@record_number
@input_notation
@output_file
@force
def command(
    path: str,
    number_of_round: int | None,
    ply: int,
    player: int | None,
    count: bool,
    number_drawn: int | None,
    seed: str | None,
    target: str | None,
    number: int | None,
    source: Notation[Any] | None,
    output: str | None,
    force: bool,
) -> int:
    """Count or draw the deals that a player cannot tell apart.

    A deal is possible if everything that the player has seen up to that point is legal with it.
    All possible deals are equally likely to be drawn. They are written as complete records up to
    the ply.
    """
    if count and number_drawn is not None:
        raise Failure("--count and --sample cannot be used together")
    check_target(output, force)
    one = read_one(path, source, number)
    found = _deals(one, player, ply, number_of_round)
    if number_drawn is None:
        show_lines([str(found.count())])
        return one.status
    notation = named(target, one.game.name, output)
    seed = seed_or_any(seed)
    write_records(notation, _drawn(found, number_drawn, seed), output, force)
    return one.status


def _deals(
    one: OneRecord, player: int | None, ply: int, number_of_round: int | None
) -> Deals[Any, Any]:
    number = one_number(one.game, one.record, number_of_round)
    with refusing(IndexError, ValueError):
        return deals(one.game, one.record, player, ply, number)


def _drawn(found: Deals[Any, Any], number: int, seed: str) -> Iterator[Any]:
    """Yield the drawn records; each depends only on the seed and its number."""
    for each in range(number):
        with refusing(ValueError):
            drawn = found.sample(Random(f"{seed}/{each}"))
        yield drawn
