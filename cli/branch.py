"""`kifu branch`: back to a moment of a game, and on in another way."""

from __future__ import annotations

from typing import Any

import click

from ..formats import CannotHold, Notation, canonical_notation, lost
from ..replayer.branch import branch
from ..replayer.game import IllegalAction
from ..replayer.variations import Variation
from .errors import FOUND, Failure, say
from .options import force, input_notation, output_file, record_number
from .records import read_one
from .rounds import broken, one_line, round_option, variation_option
from .writing import check_target, has_lines, write


@click.command
@click.argument("path", metavar="INPUT")
@click.argument("actions", metavar="ACTION...", nargs=-1, required=True)
@round_option
@click.option(
    "--ply",
    type=int,
    required=True,
    metavar="K",
    help="The ply to play otherwise, from 1 (0: a decision before).",
)
@variation_option
@click.option("--name", metavar="TEXT", help="What the new variation is called.")
@record_number
@input_notation
@output_file
@force
def command(
    path: str,
    actions: tuple[str, ...],
    number_of_round: int | None,
    ply: int,
    variation: tuple[int, ...],
    name: str | None,
    number: int | None,
    source: Notation[Any] | None,
    output: str | None,
    force: bool,
) -> int:
    """Go back to a ply, play on differently, and keep both lines.

    The record is written with one more variation, in the canonical notation of its game. ACTIONs
    are those of all players from the ply on, as `kifu legal` lists them. The exit status is 1, and
    nothing is written, where a rule forbids one of them.
    """
    check_target(output, force)
    one = read_one(path, source, number)
    if one is None:
        return FOUND
    replayed = one_line(one.game, one.record, number_of_round, variation)
    new = Variation(ply=ply, actions=actions, name=name)
    try:
        record = branch(one.game, one.record, replayed.number, variation, new)
    except IllegalAction as breach:
        say(broken(breach))
        return FOUND
    except IndexError as why:
        raise Failure(str(why)) from None
    target = canonical_notation(one.game.name)
    try:
        lost(record, target)
        write(target.texts([record], has_lines(output)), output, force)
    except CannotHold as why:
        raise Failure(str(why)) from None
    return one.status
