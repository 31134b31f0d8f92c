"""Options of players, and the players that they name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from ..errors import Failure, refusing
from ..options import with_options

if TYPE_CHECKING:
    from ...arena.players.limit import Limit
    from ...arena.players.player import Player

_OPTIONS = (
    click.option(
        "--playouts",
        type=click.IntRange(min=1),
        metavar="N",
        help="How many playouts a decision may take.  [default: 200]",
    ),
    click.option(
        "--seconds",
        type=click.FloatRange(min=0, min_open=True),
        metavar="T",
        help="How long a decision may take, instead: then the same seed may play otherwise.",
    ),
)


def limit_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options --playouts and --seconds."""
    return with_options(function, _OPTIONS)


def the_limit(playouts: int | None, seconds: float | None) -> Limit:
    """The limit that the options say; raises Failure where they say two, or none."""
    from ...arena.players.limit import Limit, check_limit

    if playouts is not None and seconds is not None:
        raise Failure("--playouts and --seconds exclude each other")
    limit = Limit(playouts, seconds)
    with refusing(ValueError):
        check_limit(limit)
    return limit


def player_of(game: str, level: str, seed: str, limit: Limit) -> Player:
    """The player of a game at a level; raises Failure where there is none."""
    from ...arena.players.levels import player

    with refusing(ValueError):
        return player(game, level, seed, limit)
