"""`kifu generate`: random legal records."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import click

from ...formats import CannotHold, Notation, lost
from ...replayer import games, generate
from ..convert.targets import named, target_option
from ..errors import CLEAN, Failure, say, unknown
from ..options import force, output_file
from ..output.writing import check_target, write_records
from ..values import any_game


@click.command
@click.argument("name", metavar="GAME", shell_complete=any_game)
@click.option(
    "-n", "count", type=click.IntRange(min=1), default=1, show_default=True, help="How many."
)
@click.option("--seed", metavar="S", help="What they are made from: the same gives the same.")
@target_option(", if not the canonical one")
@output_file
@force
def command(
    name: str,
    count: int,
    seed: str | None,
    target: str | None,
    output: str | None,
    force: bool,
) -> int:
    """Write random legal records of a game.

    Several are written one a line, where the notation can. A record depends on the seed and on its
    number, but not on how many there are.
    """
    if name not in games():
        raise unknown("game", name, list(games()), f"games are {', '.join(games())}")
    notation = named(target, name)
    check_target(output, force)
    if seed is None:
        seed = str(Random().getrandbits(32))
        say(f"the seed is {seed}")
    try:
        records = _records(name, count, seed, notation)
        write_records(notation, records, output, force)
    except CannotHold as why:
        raise Failure(str(why)) from None
    return CLEAN


def _records(name: str, count: int, seed: str, target: Notation[Any]) -> Iterator[Any]:
    """The records; each kind of loss is reported once."""
    said: set[str] = set()
    for number in range(count):
        record = generate(name, f"{seed}/{number}")
        for loss in lost(record, target):
            if loss not in said:
                said.add(loss)
                say(f"{target.id} cannot hold {loss}")
        yield record
