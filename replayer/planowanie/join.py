"""Joins the views of all players of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import TypeVar

from msgspec.structs import replace

from .cards import known
from .record import Cards, Deal, Record, Result, Trick

ValueT = TypeVar("ValueT")


class Disagreement(ValueError):
    """Two records are not views of the same game."""


def joined(views: Sequence[Record]) -> Record:
    """Return the record of a game, given the views of its players.

    Raises Disagreement if they are not views of the same game, or not of different players.
    """
    seen = [view.view for view in views]
    if None in seen or len(set(seen)) < len(seen):
        raise Disagreement("each record must be the view of a different player")
    views = sorted(views, key=lambda view: view.view or 0)
    first = views[0]
    for view in views[1:]:
        for field, what in (("deck", "deck"), ("seats", "number of players"), ("plan", "plan")):
            if getattr(view, field) != getattr(first, field):
                raise Disagreement(
                    f"the views of players {first.view} and {view.view} differ in the {what}"
                )
    for view in views:
        _require_sizes(view)
    longest = max(len(view.deals) for view in views)
    deals = (_deal(views, number) for number in range(longest))
    header = {
        field: _agreed(field, [getattr(view, field) for view in views])
        for field in ("title", "start_time", "end_time", "players")
    }
    return replace(first, view=None, **header, deals=tuple(deals), result=_result(views))


def _require_sizes(view: Record) -> None:
    """Raise Disagreement unless there is one value for each player."""
    for number, deal in enumerate(view.deals, start=1):
        lists: dict[str, Sequence[object] | None] = {
            "hands": deal.hands,
            "declarations": deal.declarations,
            "clocks": deal.clocks,
        }
        lists |= {f"cards in trick {at}": each.cards for at, each in enumerate(deal.tricks, 1)}
        for what, values in lists.items():
            if values is not None and len(values) != view.seats:
                there = f"{len(values)} {what} for {view.seats} players"
                raise Disagreement(f"the view of player {view.view} has {there} in deal {number}")


def _agreed(what: str, values: Iterable[ValueT | None]) -> ValueT | None:
    """Return the value shared by all views that have one."""
    said = [each for each in values if each is not None]
    if any(each != said[0] for each in said):
        raise Disagreement(f"the views differ ({what})")
    return said[0] if said else None


def _deal(views: Sequence[Record], number: int) -> Deal:
    where = f"deal {number + 1}: "
    seen = {view.view or 0: view.deals[number] for view in views if number < len(view.deals)}
    seats = range(views[0].seats)
    deals = list(seen.values())
    written = any(deal.hands is not None for deal in deals)
    hands = tuple(_hand(seen, seat) for seat in seats) if written else None
    said = tuple(
        _agreed(
            f"{where}declaration of player {seat}",
            (deal.declarations[seat] for deal in deals if deal.declarations is not None),
        )
        for seat in seats
    )
    clocks = tuple(_clock(seen.get(seat), seat) for seat in seats)
    return Deal(
        hands=hands,
        declarations=None if set(said) == {None} else said,
        tricks=tuple(_tricks(deals, where)),
        points=_agreed(f"{where}points", (deal.points for deal in deals)),
        clocks=clocks if any(clocks) else None,
    )


def _hand(seen: dict[int, Deal], seat: int) -> Cards:
    """Return the hand that a player was dealt or, if that is unknown, what others saw of it."""
    own = seen.get(seat)
    if own is not None and own.hands is not None:
        return own.hands[seat]
    hands = (deal.hands[seat] for deal in seen.values() if deal.hands is not None)
    return max(hands, key=lambda hand: len(known(hand)), default=())


def _clock(deal: Deal | None, seat: int) -> tuple[int | None, ...]:
    return () if deal is None or deal.clocks is None else deal.clocks[seat]


def _tricks(deals: Sequence[Deal], where: str) -> Iterable[Trick]:
    """Return the joined tricks; a view may lack the last cards."""
    for number, tricks in enumerate(zip_longest(*(deal.tricks for deal in deals)), start=1):
        rows = [trick for trick in tricks if trick is not None]
        fullest = max(rows, key=lambda trick: len(trick.played))
        for place, card in enumerate(fullest.cards):
            others = [trick.cards[place] for trick in rows]
            _agreed(f"{where}card of player {place} in trick {number}", [card, *others])
        yield fullest


def _result(views: Sequence[Record]) -> Result | None:
    """Return the result of the player at fault, if any; otherwise, the result shared by all."""
    faulty = [view for view in views if view.result is not None and view.result.end == "fault"]
    if not faulty:
        return _agreed("result", (view.result for view in views))
    if len(faulty) > 1:
        raise Disagreement("the logs of two seats each end with a fault of their own")
    (ended,) = faulty
    # Nothing comes after a fault, but the other players may not know everything before it.
    on = next((view for view in views if _cards_played(view) > _cards_played(ended)), None)
    if on is not None:
        why = f"the game should end with the fault of player {ended.view}, but continues"
        raise Disagreement(f"{why} in the view of player {on.view}")
    return ended.result


def _cards_played(view: Record) -> int:
    return sum(len(trick.played) for deal in view.deals for trick in deal.tricks)
