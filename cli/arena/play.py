"""`kifu play`: a match between players, as a record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from ...replayer import game, new_record
from ..convert.targets import named, target_option
from ..errors import CLEAN, Failure, unknown
from ..options import count_option, force, output_file, seed_option, seed_or_any
from ..output.writing import check_target, write_records
from ..values import GAME
from .players import limit_options, player_of, the_limit


@click.command
@click.argument("name", metavar="GAME", type=GAME)
@click.option(
    "--players",
    "levels",
    metavar="LEVEL,...",
    default="monte-carlo",
    show_default=True,
    help="The level of each seat, from seat 0; one alone is that of all.",
)
@count_option
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    metavar="N",
    default=20,
    show_default=True,
    help="How many rounds a match has at most.",
)
@seed_option("What is dealt and drawn")
@limit_options
@target_option(", if not the canonical one")
@output_file
@force
def command(
    name: str,
    levels: str,
    count: int,
    rounds: int,
    seed: str | None,
    playouts: int | None,
    seconds: float | None,
    target: str | None,
    output: str | None,
    force: bool,
) -> int:
    """Play matches between players, and write their records.

    Levels are random, rules (rules of thumb), monte-carlo (playouts of deals that the player cannot
    tell from the true one) and all-seeing, which looks at all cards and is no fair opponent.

    A match goes on to its end; some games know none. Several matches are written one a line, where
    the notation can.
    """
    notation = named(target, name)
    check_target(output, force)
    limit = the_limit(playouts, seconds)
    seats = _seats(name, levels)
    for level in seats:
        player_of(name, level, "", limit)
    records = _records(name, seats, count, rounds, seed_or_any(seed), limit)
    write_records(notation, records, output, force)
    return CLEAN


def _seats(name: str, levels: str) -> list[str]:
    """The level of each seat."""
    from ...arena.players.levels import LEVELS

    found = [each.strip() for each in levels.split(",")]
    for each in found:
        if each not in LEVELS:
            raise unknown("level", each, LEVELS, f"levels are {', '.join(LEVELS)}")
    due = game(name).rules(new_record(name)).players
    if len(found) not in (1, due):
        raise Failure(f"{name} has {due} seats: --players names one level, or {due} with commas")
    return found * due if len(found) == 1 else found


def _records(
    name: str, levels: list[str], count: int, rounds: int, seed: str, limit: Any
) -> Iterator[Any]:
    """The records; each depends on the seed and on its number, not on how many there are."""
    from ...arena.players.match import Match, called

    for number in range(count):
        players = [
            player_of(name, level, f"{seed}/{number}/{seat}", limit)
            for seat, level in enumerate(levels)
        ]
        record = called(new_record(name), levels)
        yield Match(game(name), record, players, f"{seed}/{number}").play(rounds)
