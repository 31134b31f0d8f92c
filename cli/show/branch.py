"""`kifu branch`: go back to a ply of a game and play on differently."""

from __future__ import annotations

from typing import Any

import click

from ...formats import Notation, canonical_notation
from ...replayer.play.branch import with_branch
from ...replayer.play.variations import Variation
from ...replayer.replay.match import replay_all
from ...replayer.replay.trajectory import broken
from ...replayer.rules import IllegalAction
from ..convert.losses import Losses
from ..convert.targets import with_suffix_of, write_records
from ..errors import FOUND, Failure, refusing, say
from ..input.records import read_one
from ..options import force, input_notation, input_path, output_file, record_number
from ..output import check_target
from .rounds import one_number, round_option, variation_option, worded


@click.command
@input_path
@click.argument("actions", metavar="ACTION...", nargs=-1, required=True)
@round_option
@click.option(
    "--ply",
    type=int,
    required=True,
    metavar="K",
    help="The ply to play differently, from 1 (0: a decision before the first ply).",
)
@variation_option
@click.option("--name", metavar="TEXT", help="A name for the new variation.")
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
    """Go back to a ply, play on differently, and keep both.

    The record is written with one more variation, in its game's canonical notation, or in the one
    given by the name after -o if that can hold variations. ACTIONs are the actions of all players,
    starting with that ply, as `kifu legal` lists them, or in any other spelling that the game
    accepts. If a rule forbids one, nothing is written, and the exit status is 1. In a view, `kifu
    legal` lists what could be legal given what the player knew at that point; an action may still
    break a rule because of a card that the view shows later.
    """
    check_target(output, force)
    one = read_one(path, source, number)
    chosen = one_number(one.game, one.record, number_of_round)
    (main_line,) = replay_all(one.game, one.record, (chosen,))
    if isinstance(main_line, IllegalAction):
        raise Failure(f"round {chosen} cannot be replayed: {worded(broken(main_line))}")
    new = Variation(ply=ply, actions=actions, name=name)
    try:
        with refusing(IndexError):
            record = with_branch(one.game, one.record, main_line, variation, new)
    except IllegalAction as breach:
        say(worded(broken(breach)))
        return FOUND
    target, losses = _target(output, one.game.name), Losses()
    losses.of(path, [record], target)
    losses.say()
    Losses(verbose=True).left_out(path, one.left_out)
    write_records(target, [record], output, force)
    return one.status


def _target(path: str | None, game: str) -> Notation[Any]:
    """Return the notation to write; raises Failure if the file name implies another one."""
    canonical = canonical_notation(game)
    named = [] if path is None else with_suffix_of(path, game)
    if not named or canonical.id in (each.id for each in named):
        return canonical
    for each in named:
        if "variations" not in each.unsupported:
            return each
    several = " and ".join(each.id for each in named)
    why = f"{several} cannot hold variations: the file name must end in"
    raise Failure(f"{path}: {why} {canonical.suffix}")
