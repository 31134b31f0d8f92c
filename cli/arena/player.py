"""`kifu player`: a program that plays, and speaks the protocol of its game."""

from __future__ import annotations

import sys

import click

from ...arena.players.levels import FAIR
from ...formats.interface.catalog import formats
from ...formats.interface.protocol import protocol
from ..errors import CLEAN, Failure
from ..output.output import emit, finish
from ..values import GAME, OneOf
from .players import limit_options, player_of, the_limit


@click.command
@click.argument("name", metavar="GAME", type=GAME)
@click.option(
    "--level",
    type=OneOf(FAIR),
    default="monte-carlo",
    show_default=True,
    help="How it decides: at random, by rules of thumb, or by playouts.",
)
@click.option("--seed", default="0", show_default=True, metavar="S", help="What it draws from.")
@limit_options
def command(name: str, level: str, seed: str, playouts: int | None, seconds: float | None) -> int:
    """Play a game as a program that speaks its protocol.

    An arbiter asks over standard input: a command is a line, and a reply ends with an empty line.
    What is wrong with a command stands behind `?`. `kifu play` plays the games that have no
    protocol.
    """
    from ...arena.players.talk import replies

    speaking = [each for each, found in formats().items() if found.protocol is not None]
    if name not in speaking:
        has = ", ".join(speaking) or "no game"
        raise Failure(f"{name} has no protocol, which {has} has: `kifu play {name}`")
    player = player_of(name, level, seed, the_limit(playouts, seconds))
    # An arbiter may be killed, or send any bytes.
    lines = (raw.decode("utf-8", "replace") for raw in sys.stdin.buffer)
    for reply in replies(protocol(name), player, lines):
        emit(f"{reply}\n\n")
        finish()
    return CLEAN
