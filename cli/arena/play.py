"""`kifu play`, `kifu player` and `kifu generate`: programs that play, and random records."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import click

from ...arena.players.levels import FAIR, SEARCH
from ...arena.search.player import require_suitable
from ...arena.search.public import Unsuitable
from ...formats import Notation, lost
from ...formats.interface.catalog import formats
from ...formats.interface.protocol import protocol
from ...replayer import game, generate
from ...validation.beginning import match_options
from ..convert.targets import named, target_option, write_records
from ..errors import CLEAN, Failure, refusing, say, unknown
from ..options import (
    GAME,
    OneOf,
    any_file,
    count_option,
    force,
    output_file,
    seed_option,
    seed_or_any,
    with_options,
)
from ..output import check_target, emit, finish
from .begin import begin, begin_options

if TYPE_CHECKING:
    from ...arena.players.limit import Limit
    from ...arena.players.player import Player
    from ...arena.search.leaves import Leaves

_OPTIONS = (
    click.option(
        "--playouts",
        type=click.IntRange(min=1),
        metavar="N",
        help="The number of playouts or, in a search, simulations per decision. [default: 1000]",
    ),
    click.option(
        "--seconds",
        type=click.FloatRange(min=0, min_open=True),
        metavar="T",
        help="A time limit per decision instead; the same seed may then give different play.",
    ),
)


def limit_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options --playouts and --seconds."""
    return with_options(function, _OPTIONS)


@click.command
@click.argument("name", metavar="GAME", type=GAME)
@click.option(
    "--players",
    "levels",
    metavar="LEVEL,...",
    default="monte-carlo",
    show_default=True,
    help="The level of each seat, from seat 0; a single level applies to all seats.",
)
@count_option
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    metavar="N",
    default=20,
    show_default=True,
    help="The maximum number of rounds in a match.",
)
@seed_option("The seed for deals and decisions")
@begin_options
@limit_options
@click.option(
    "--network",
    metavar="FILE",
    shell_complete=any_file,
    help="A network for the level search, which `kifu learn` has trained.",
)
@target_option("; by default, what the name after -o implies, or the canonical one")
@output_file
@force
def command(
    name: str,
    levels: str,
    count: int,
    rounds: int,
    seed: str | None,
    rules: str | None,
    options: tuple[str, ...],
    playouts: int | None,
    seconds: float | None,
    network: str | None,
    target: str | None,
    output: str | None,
    force: bool,
) -> int:
    """Play matches between players, and write their records.

    The levels are random, rules (rules of thumb), monte-carlo (playouts of deals that the player
    cannot tell from the real one), search (for two players: searches for an equilibrium, and mixes
    its actions) and all-seeing, which sees all cards and is not a fair opponent.

    A match is played to its end, if its game defines one. Several matches are written one per line,
    if the notation allows it.
    """
    notation = named(target, name, output)
    check_target(output, force)
    limit = the_limit(playouts, seconds)
    start = begin(name, rules, options)
    seats = _seats(name, start, levels)
    for level in seats:
        player_of(name, level, "", limit)
    if SEARCH in seats:
        with refusing(Unsuitable):
            require_suitable(game(name), start)
    leaves = None if network is None else _network(network, name, start, seats)
    records = _records(name, start, seats, count, rounds, seed_or_any(seed), limit, leaves)
    write_records(notation, records, output, force)
    return CLEAN


def _seats(name: str, start: Any, levels: str) -> list[str]:
    """Return the level of each seat."""
    from ...arena.players.levels import LEVELS

    found = [each.strip() for each in levels.split(",")]
    for each in found:
        if each not in LEVELS:
            raise unknown("level", each, LEVELS, f"expected one of {', '.join(LEVELS)}")
    expected = game(name).rules(start).players
    if len(found) not in (1, expected):
        raise Failure(
            f"{name} has {expected} seats: give --players one level, or {expected} separated by "
            "commas"
        )
    return found * expected if len(found) == 1 else found


def _network(path: str, name: str, start: Any, seats: list[str]) -> Leaves:
    from ...archive.questions.installed import NotInstalled
    from ...arena.learning.checkpoint import WrongNetwork, load

    if SEARCH not in seats:
        raise Failure(f"--network is for the level {SEARCH}: add --players {SEARCH}")
    with refusing(WrongNetwork, NotInstalled):
        return load(path, game(name), start)


def _records(
    name: str,
    start: Any,
    levels: list[str],
    count: int,
    rounds: int,
    seed: str,
    limit: Limit,
    leaves: Leaves | None,
) -> Iterator[Any]:
    """Yield the records; each depends only on the seed and its number, not on how many are made."""
    from ...arena.players.match import Match, called

    for number in range(count):
        players = [
            player_of(name, level, f"{seed}/{number}/{seat}", limit, leaves)
            for seat, level in enumerate(levels)
        ]
        match = Match(game(name), called(start, levels), players, f"{seed}/{number}")
        with refusing(Unsuitable):
            record = match.play(rounds)
        yield record


def the_limit(playouts: int | None, seconds: float | None) -> Limit:
    """Return the limit given by the options; raises Failure if they conflict or are wrong."""
    from ...arena.players.limit import Limit, check_limit

    if playouts is not None and seconds is not None:
        raise Failure("--playouts and --seconds cannot be used together")
    limit = Limit(playouts, seconds)
    with refusing(ValueError):
        check_limit(limit)
    return limit


def player_of(
    game: str, level: str, seed: str, limit: Limit, leaves: Leaves | None = None
) -> Player:
    """Return a game's player for a level; raises Failure if there is no such player."""
    from ...arena.players.levels import player

    with refusing(ValueError):
        return player(game, level, seed, limit, leaves)


@click.command
@click.argument("name", metavar="GAME", type=GAME)
@click.option(
    "--level",
    type=OneOf(FAIR),
    default="monte-carlo",
    show_default=True,
    help="How to choose moves: at random, by rules of thumb, by playouts, or by a search.",
)
@click.option(
    "--seed", default="0", show_default=True, metavar="S", help="The seed for its decisions."
)
@limit_options
def player_command(
    name: str, level: str, seed: str, playouts: int | None, seconds: float | None
) -> int:
    """Play a game as a program that speaks its protocol.

    An arbiter sends commands on standard input, one per line; each reply ends with an empty line. A
    reply to an invalid command begins with `?`. Use `kifu play` for games without a protocol.
    """
    from ...arena.players.talk import replies

    speaking = [each for each, found in formats().items() if found.protocol is not None]
    if name not in speaking:
        has = ", ".join(speaking) or "no game"
        raise Failure(f"{name} has no protocol (games with one: {has}): use `kifu play {name}`")
    playing = player_of(name, level, seed, the_limit(playouts, seconds))
    # An arbiter may be killed, or send arbitrary bytes.
    lines = (raw.decode("utf-8", "replace") for raw in sys.stdin.buffer)
    with refusing(Unsuitable):
        for reply in replies(protocol(name), playing, lines):
            emit(f"{reply}\n\n")
            finish()
    return CLEAN


@click.command
@click.argument("name", metavar="GAME", type=GAME)
@count_option
@seed_option("The seed for the records")
@begin_options
@target_option("; by default, what the name after -o implies, or the canonical one")
@output_file
@force
def generate_command(
    name: str,
    count: int,
    seed: str | None,
    rules: str | None,
    options: tuple[str, ...],
    target: str | None,
    output: str | None,
    force: bool,
) -> int:
    """Write random legal records of a game.

    Several records are written one per line, if the notation allows it. A record depends only on
    the seed and its number, not on how many are written.
    """
    notation = named(target, name, output)
    check_target(output, force)
    start = begin(name, rules, options)
    start = start if match_options(name) else None
    records = _random_records(name, start, count, seed_or_any(seed), notation)
    write_records(notation, records, output, force)
    return CLEAN


def _random_records(
    name: str, start: Any, count: int, seed: str, target: Notation[Any]
) -> Iterator[Any]:
    """Yield the records; each kind of loss is reported once."""
    said: set[str] = set()
    for number in range(count):
        record = generate(name, f"{seed}/{number}", start)
        for loss in lost(record, target):
            if loss not in said:
                said.add(loss)
                say(f"{target.id} cannot hold {loss}")
        yield record
