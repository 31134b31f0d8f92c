"""Practise contracts: plans of what a seat could bid, bury and name, with estimates."""

from __future__ import annotations

from msgspec import to_builtins

from ....arena.players.limit import Limit
from ....arena.players.mighty.practice import Given, plans
from ....replayer.play.going_on import Moment
from ..answers import Values
from ..calls.call import Changing
from ..desk import Desk
from ..errors import Refused, refusing
from ..going import play_of
from ..levels import require_playouts
from ..programs import seen_at
from ..sheet import Sheet


class Propose(Changing):
    """A seat as president, whether it knows the kitty, and the given parts of its plan."""

    place: Moment
    seat: int
    kitty: bool = True
    discards: list[str] | None = None
    trump: str | None = None
    points: int | None = None
    friend: str | None = None
    playouts: int = 800


def propose(desk: Desk, sheet: Sheet, body: Propose) -> Values:
    """Propose plans for a seat as president, best first, each with its estimate."""
    hidden = sheet.kept.seat
    if hidden not in (None, body.seat):
        raise Refused("while cards are hidden, plans can be made only for your own seat")
    require_playouts(body.playouts)
    one = play_of(sheet, body.record)
    given = Given(body.discards, body.trump, body.points, body.friend)
    with refusing():
        seen = seen_at(one.game, one.record, body.place, body.seat, sees_all=hidden is None)
        limit, seed = Limit(body.playouts), sheet.kept.seed
        found = plans(seen, body.seat, given, kitty=body.kitty, limit=limit, seed=seed)
    return {"seat": body.seat, "plans": [_values(each) for each in found]}


def _values(plan: object) -> Values:
    values: Values = to_builtins(plan)
    return values | {
        key: values["estimate"][key] for key in ("mean", "low", "high", "wins", "deals")
    }
