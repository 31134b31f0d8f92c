"""Calls that do not change anything: show a round, check records, convert a text."""

from __future__ import annotations

from typing import Any

from ....formats import CannotHold, Notation, canonical_notation, rewritten
from ....formats import notation as notation_of
from ....formats.interface import catalog
from ....replayer.play.going_on import Moment
from ..answers import Values, answer, under_way
from ..desk import Desk
from ..errors import Refused
from ..going import play_of, renamed
from ..sheet import Sheet
from .call import Body, require_open


class Show(Body):
    """A round; None means the round in progress, or the first."""

    round: int | None = None
    place: Moment | None = None


def show(desk: Desk, sheet: Sheet, body: Show) -> Values:
    """Show a round of a record."""
    moment = body.place
    if moment is None and body.round is None:
        moment = under_way(sheet.outcome(body.record))
    return answer(sheet, body.record, body.round or 1, moment)


def check(desk: Desk, sheet: Sheet, body: Body) -> Values:
    """Return the records that have errors, or None if the text changes in the meantime."""
    require_open(sheet)
    with sheet.lock:
        version, outcomes = sheet.version, sheet.outcomes
    wrong = list[int]()
    for number, each in enumerate(outcomes, start=1):
        if sheet.version != version:
            return {"version": version, "wrong": None}
        if each.is_wrong:
            wrong.append(number)
    return {"version": version, "wrong": wrong}


class Texts(Body):
    """A notation; None means the sheet's notation."""

    notation: str | None = None


def texts(desk: Desk, sheet: Sheet, body: Texts) -> Values:
    """Return a record in another notation, a list of losses, and a name for its file."""
    one = play_of(sheet, body.record)
    if sheet.kept.seat is not None:
        shown, own = answer(sheet, body.record), canonical_notation(one.notation.game)
        name = renamed(sheet.kept.name, own, f"-seat-{sheet.kept.seat}")
        return {"text": shown["text"], "lost": [], "name": name}
    target = one.notation if body.notation is None else of_game(body.notation, one.notation.game)
    try:
        text, missing = rewritten(one.record, target)
    except CannotHold as why:
        raise Refused(str(why)) from None
    name = renamed(sheet.kept.name, target)
    return {"text": text, "lost": missing, "name": name}


def of_game(identifier: str, game: str) -> Notation[Any]:
    """Return one of a game's notations. Raises Refused if the game does not have it."""
    if identifier not in catalog.described() or not identifier.startswith(f"{game}/"):
        raise Refused(f"{identifier} is not a notation of {game}")
    return notation_of(identifier)
