"""Calls about who plays, and what lines of play are worth to a seat."""

from __future__ import annotations

from ....replayer.play.going_on import Moment, standing
from ..answers import Values
from ..desk import Desk
from ..errors import Refused, refusing
from ..going import play_of
from ..levels import estimated, require_levels
from ..sheet import Level, Sheet
from .call import Changing, kept, require_open


class Seats(Changing):
    """Who plays, and from which seat hidden play is seen; None opens all cards."""

    seat: int | None
    levels: list[Level | None]
    round: int = 1
    place: Moment | None = None


def seats(desk: Desk, sheet: Sheet, body: Seats) -> Values:
    """Say who plays, and show or hide cards."""
    one = play_of(sheet, body.record)
    count = one.game.rules(one.record).players
    if len(body.levels) > count or body.seat not in (None, *range(count)):
        raise Refused(f"there are {count} seats")
    if body.seat is not None and not one.game.has_views:
        raise Refused(f"{one.game.name} hides nothing from its players")
    if body.seat is not None and (one.outcome.is_wrong or len(sheet.outcomes) > 1):
        raise Refused("cards can only be hidden in one record without errors")
    if body.seat is not None:
        require_open(sheet, body.seat)
    require_levels(one.game.name, body.levels)
    sheet.kept.levels, sheet.kept.seat = body.levels, body.seat
    sheet.changed()
    return kept(desk, sheet, body.record, body.place, body.round)


class Estimate(Changing):
    """Lines of play at a moment; None are the actions that are worth trying."""

    place: Moment
    seat: int | None = None
    lines: list[list[str]] | None = None
    playouts: int = 400


def estimate(desk: Desk, sheet: Sheet, body: Estimate) -> Values:
    """What lines of play are worth to a seat, as far as it can know."""
    one = play_of(sheet, body.record)
    with refusing():
        step = standing(one.game, one.record, body.place).step
    hidden = sheet.kept.seat
    if hidden is not None and body.seat not in (None, hidden):
        raise Refused("only what your own seat may do is estimated while cards are hidden")
    wanted = (body.seat, body.lines, body.playouts)
    return estimated(one, body.place, step, hidden, sheet.kept.seed, *wanted)
