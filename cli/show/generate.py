"""`kifu generate`: random legal records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from ...formats import Notation, lost
from ...replayer import generate
from ..convert.targets import named, target_option
from ..errors import CLEAN, say
from ..options import count_option, force, output_file, seed_option, seed_or_any
from ..output.writing import check_target, write_records
from ..values import GAME


@click.command
@click.argument("name", metavar="GAME", type=GAME)
@count_option
@seed_option("What they are made from")
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
    notation = named(target, name)
    check_target(output, force)
    write_records(notation, _records(name, count, seed_or_any(seed), notation), output, force)
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
