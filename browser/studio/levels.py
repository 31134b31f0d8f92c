"""The levels of programs, and their estimates of lines of play."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from ... import replayer
from ...arena.players.estimates import estimates
from ...arena.players.levels import ALL_SEEING, LEVELS, RULES, SEARCH
from ...arena.players.limit import Limit
from ...arena.players.strategy import strategy
from ...arena.search.player import require_suitable
from ...arena.search.public import Unsuitable
from ...replayer.play.going_on import Moment
from ...replayer.replay.round import Step
from .answers import Values
from .errors import Refused, refusing
from .going import Play
from .programs import acting, playing, seen_at
from .sheet import Level

MOST_PLAYOUTS = 20_000


def levels(game: str, record: Any = None) -> list[str]:
    """Return the levels for a match; if nothing is hidden, none sees more than the others."""
    without = {SEARCH}
    if not replayer.game(game).has_views:
        without.add(ALL_SEEING)
    if strategy(game) is None:
        without.add(RULES)
    if record is not None:
        with suppress(Unsuitable):
            require_suitable(replayer.game(game), record)
            without.remove(SEARCH)
    return [each for each in LEVELS if each not in without]


def require_levels(name: str, record: Any, levels: Sequence[Level | None]) -> None:
    """Raise Refused if the level does not exist for a match, or its limit is invalid."""
    for each in levels:
        if each is not None:
            playing(name, each, "")
    if any(each is not None and each.level == SEARCH for each in levels):
        game = replayer.game(name)
        with refusing():
            require_suitable(game, game.with_rounds(record, ()))


def require_playouts(playouts: int) -> None:
    """Raise Refused if the number of playouts is not allowed."""
    if playouts not in range(1, MOST_PLAYOUTS + 1):
        raise Refused(f"playouts must be from 1 to {MOST_PLAYOUTS}, not {playouts}")


def estimated(
    one: Play,
    moment: Moment,
    step: Step[Any],
    hidden: int | None,
    seed: str,
    seat: int | None,
    lines: Sequence[Sequence[str]] | None,
    playouts: int,
) -> Values:
    """Estimate lines of play for a seat that acts in a step, over deals that fit what it knows."""
    seats = acting(step)
    if seat is None:
        seat = hidden if hidden is not None else next(iter(seats), None)
    if seat is None or seat not in seats:
        raise Refused("this seat does not act here" if seats else "nobody acts here")
    require_playouts(playouts)
    with refusing():
        seen = seen_at(one.game, one.record, moment, seat)
        found = estimates(seen, lines, Limit(playouts), seed)
    return {"seat": seat, "estimates": found, "hidden": hidden is not None}
