"""Calls that assign programs to seats, and estimate lines of play."""

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
    """The programs for the seats, and the seat whose view is shown; None shows all cards."""

    seat: int | None
    levels: list[Level | None]
    round: int = 1
    place: Moment | None = None


def seats(desk: Desk, sheet: Sheet, body: Seats) -> Values:
    """Assign programs to seats, and show or hide cards."""
    one = play_of(sheet, body.record)
    count = one.game.rules(one.record).players
    if len(body.levels) > count or body.seat not in (None, *range(count)):
        raise Refused(f"there are {count} seats")
    if body.seat is not None and not one.game.has_views:
        raise Refused(f"{one.game.name} hides nothing from its players")
    if body.seat is not None and (one.outcome.is_wrong or len(sheet.outcomes) > 1):
        raise Refused("cards can be hidden only if there is a single record without errors")
    if body.seat is not None:
        require_open(sheet, body.seat)
    require_levels(one.game.name, one.record, body.levels)
    sheet.kept.levels, sheet.kept.seat = body.levels, body.seat
    sheet.changed()
    return kept(desk, sheet, body.record, body.place, body.round)


class Estimate(Changing):
    """Lines of play at the given moment; None means all actions worth trying."""

    place: Moment
    seat: int | None = None
    lines: list[list[str]] | None = None
    playouts: int = 400


def estimate(desk: Desk, sheet: Sheet, body: Estimate) -> Values:
    """Estimate lines of play for a seat, based on what it can know."""
    one = play_of(sheet, body.record)
    with refusing():
        step = standing(one.game, one.record, body.place).step
    hidden = sheet.kept.seat
    if hidden is not None and body.seat not in (None, hidden):
        raise Refused("while cards are hidden, only your own seat's actions can be estimated")
    wanted = (body.seat, body.lines, body.playouts)
    return estimated(one, body.place, step, hidden, sheet.kept.seed, *wanted)
