"""Calls: each has a body, whose fields are checked, and a function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from msgspec import Struct

from ....replayer.play.going_on import Moment
from ..answers import Values, answer
from ..desk import Desk
from ..errors import Refused
from ..going import Play, as_numbered, put
from ..sheet import Played, Sheet

BodyT = TypeVar("BodyT")


class Call(Struct, Generic[BodyT], frozen=True):
    """A call about a sheet: the type of its body, and its function.

    A call that may take a long time has `waits` set to false: it does not block others, and must
    lock the sheet itself.
    """

    body: type[BodyT]
    act: Callable[[Desk, Sheet, BodyT], Values]
    waits: bool = True


class Body(Struct, kw_only=True, forbid_unknown_fields=True):
    """The body of any call about a sheet, which gives the number of a record."""

    record: int = 1


class Changing(Body):
    """The body of a call that changes a sheet, which gives the version to change."""

    version: int


def kept(
    desk: Desk,
    sheet: Sheet,
    record: int = 1,
    moment: Moment | None = None,
    number: int = 1,
    notice: str | None = None,
) -> Values:
    """Autosave a changed sheet, and show it."""
    desk.keep(sheet)
    return answer(sheet, record, number, moment, notice=notice)


def changed(
    desk: Desk,
    sheet: Sheet,
    number: int,
    one: Play,
    record: Any,
    moment: Moment | None = None,
    show: int = 1,
    play: Played | None = None,
) -> Values:
    """Put a changed record in its sheet, or in a new one if the text has more records; show it."""
    now, notice = put(sheet, number, one, record, play)
    at = number if now is sheet else 1
    if moment is not None:
        shown, moment = moment, as_numbered(now, at, one, record, moment)
        if moment != shown:
            now.renumber(moment)
    if now is not sheet:
        desk.add(now)
    return kept(desk, now, at, moment, show, notice)


def require_open(sheet: Sheet, view: int | None = None) -> None:
    """Raise Refused if cards are hidden, unless the call is about the user's own view."""
    if sheet.kept.seat not in (None, view):
        raise Refused("cards are hidden: show them first")
