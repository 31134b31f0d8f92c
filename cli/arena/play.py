"""`kifu play`: a match between players, as a record."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import click

from ...formats import CannotHold
from ...replayer import game, games, new_record
from ...replayer.game import Unsupported
from ..convert.targets import named, target_option
from ..errors import CLEAN, Failure, say, unknown
from ..options import force, output_file
from ..output.writing import check_target, write_records
from ..values import any_game
from .players import limit_options, player_of, the_limit


@click.command
@click.argument("name", metavar="GAME", shell_complete=any_game)
@click.option(
    "--players",
    "levels",
    metavar="LEVEL,...",
    default="monte-carlo",
    show_default=True,
    help="The level of each seat, from seat 0; one alone is that of all.",
)
@click.option(
    "-n", "count", type=click.IntRange(min=1), default=1, show_default=True, help="How many."
)
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    metavar="N",
    default=20,
    show_default=True,
    help="How many rounds a match has at most.",
)
@click.option("--seed", metavar="S", help="What is dealt and drawn: the same gives the same.")
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
    if name not in games():
        raise unknown("game", name, list(games()), f"games are {', '.join(games())}")
    notation = named(target, name)
    check_target(output, force)
    limit = the_limit(playouts, seconds)
    try:
        seats = _seats(name, levels)
        for level in seats:
            player_of(name, level, "", limit)
    except Unsupported as why:
        raise Failure(str(why)) from None
    if seed is None:
        seed = str(Random().getrandbits(32))
        say(f"the seed is {seed}")
    records = _records(name, seats, count, rounds, seed, limit)
    try:
        write_records(notation, records, output, force)
    except (CannotHold, Unsupported) as why:
        raise Failure(str(why)) from None
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
