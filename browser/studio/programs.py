"""The programs that play for seats, each seeing only what its seat is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ...arena.players.levels import player
from ...arena.players.limit import Limit
from ...arena.players.match import Seat
from ...arena.players.player import Player, Seen
from ...replayer.game import Game
from ...replayer.play.going_on import Moment, main_lines, standing
from ...replayer.replay.round import Step
from ...replayer.rules import Action, Decision
from .errors import Refused
from .sheet import Level


@lru_cache(64)
def _player(game: str, level: str, seed: str, limit: Limit) -> Player:
    return player(game, level, seed, limit)


def playing(game: str, level: Level, seed: str) -> Player:
    """Return the player for a level. Raises Refused if the level does not exist."""
    try:
        return _player(game, level.level, seed, level.limit)
    except ValueError as why:
        raise Refused(str(why)) from None


def acting(step: Step[Any]) -> tuple[int, ...]:
    """Return the seats to act in a step."""
    return step.node.players if isinstance(step.node, Decision) else ()


def program_to_act(step: Step[Any], levels: Sequence[Level | None]) -> int | None:
    """Return the first seat to act in a step if programs play for all seats that act, or None."""
    seats = acting(step)
    if not seats or any(each >= len(levels) or levels[each] is None for each in seats):
        return None
    return seats[0]


def choices(
    game: Game[Any, Any],
    record: Any,
    moment: Moment,
    levels: Sequence[Level | None],
    seed: str,
    given: Mapping[int, Action],
) -> dict[int, Action]:
    """Return the `given` actions, and the programs' choices for other seats at the given moment."""
    chosen = dict(given)
    for seat in acting(standing(game, record, moment).step):
        level = levels[seat] if seat < len(levels) else None
        if seat not in chosen and level is not None:
            program = playing(game.name, level, f"{seed}/{seat}")
            chosen[seat] = program.choose(seen_at(game, record, moment, seat, program.sees_all))
    return chosen


def seen_at(
    game: Game[Any, Any], record: Any, moment: Moment, player: int, sees_all: bool = False
) -> Seen:
    """Return what a seat was shown of a record, up to a moment when it acts.

    Raises Refused if the record is itself a view, CannotGoOn if an earlier round breaks a rule, and
    IndexError if the moment does not exist.
    """
    if getattr(record, "view", None) is not None:
        raise Refused("this is a view of one player; programs need the whole record")
    here = standing(game, record, moment)
    seat = Seat(game, game.with_rounds(record, ()), player, sees_all)
    for steps in main_lines(game, record, moment.round - 1):
        seat.begin(steps[0].state)
        seat.follow(steps[:-1])
    seat.begin(here.line.steps[0].state)
    seat.follow(here.line.steps[: moment.step])
    return seat.seen(here.step.node)
