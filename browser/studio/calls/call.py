"""What a call is: a body, whose fields are checked, and what is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from msgspec import Struct

from ....replayer.play.going_on import Moment
from ..answers import Values, answer
from ..desk import Desk
from ..errors import Refused
from ..going import Play, put
from ..sheet import Sheet

BodyT = TypeVar("BodyT")


class Call(Struct, Generic[BodyT], frozen=True):
    """A call about a sheet: the type of its body, and what is done.

    One that may take long does not make others wait: it has to look after the sheet itself.
    """

    body: type[BodyT]
    act: Callable[[Desk, Sheet, BodyT], Values]
    waits: bool = True


class Body(Struct, kw_only=True, forbid_unknown_fields=True):
    """What every call about a sheet says: which record it means."""

    record: int = 1


class Changing(Body):
    """The body of a call that changes a sheet, which names the version that it changes."""

    version: int


def kept(
    desk: Desk,
    sheet: Sheet,
    record: int = 1,
    moment: Moment | None = None,
    number: int = 1,
    told: str | None = None,
) -> Values:
    """Autosave a sheet that was changed, and show it."""
    desk.keep(sheet)
    return answer(sheet, record, number, moment, told=told)


def changed(
    desk: Desk,
    sheet: Sheet,
    number: int,
    one: Play,
    record: Any,
    moment: Moment | None = None,
    show: int = 1,
) -> Values:
    """Take over a changed record, and show it; if others stand in its text, in a new sheet."""
    now, told = put(sheet, number, one, record)
    if now is not sheet:
        desk.add(now)
    return kept(desk, now, number if now is sheet else 1, moment, show, told)


def require_open(sheet: Sheet, view: int | None = None) -> None:
    """Raise Refused where cards are hidden, unless it is for the view of the seat that plays."""
    if sheet.kept.seat not in (None, view):
        raise Refused("cards are hidden here: show them first")
