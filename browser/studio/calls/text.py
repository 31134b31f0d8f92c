"""Calls that change the text of a sheet."""

from __future__ import annotations

from ....findings.limits import LIMIT
from ....replayer.play.going_on import Moment
from ..answers import Values, answer
from ..desk import Desk
from ..errors import Refused
from ..files import size
from ..sheet import Sheet
from .call import Changing, kept, require_open
from .looking import Texts, texts


class Typed(Changing):
    """Text typed by the user, and the round to show.

    If `apart`, the text replaces one that was changed elsewhere, and is undone separately.
    """

    text: str
    apart: bool = False
    round: int = 1
    place: Moment | None = None


def typed(desk: Desk, sheet: Sheet, body: Typed) -> Values:
    """Replace the text with what the user typed."""
    require_open(sheet)
    if len(body.text) > LIMIT or size(sheet.kept, body.text) > LIMIT:
        raise Refused(f"a text may be at most {LIMIT // 2**20} MiB", 413)
    if body.text != sheet.text:
        sheet.write(body.text, typed=True, apart=body.apart)
        desk.keep(sheet)
    return answer(sheet, body.record, body.round)


class Back(Changing):
    """The round to show."""

    round: int = 1


def undo(desk: Desk, sheet: Sheet, body: Back) -> Values:
    """Undo the last change."""
    return kept(desk, sheet, body.record, sheet.undo(), body.round)


def redo(desk: Desk, sheet: Sheet, body: Back) -> Values:
    """Redo the last undone change."""
    return kept(desk, sheet, body.record, sheet.redo(), body.round)


class Convert(Changing):
    """A notation."""

    notation: str


def convert_text(desk: Desk, sheet: Sheet, body: Convert) -> Values:
    """Convert a sheet's text to another notation, if nothing is lost."""
    require_open(sheet)
    if len(sheet.outcomes) > 1:
        raise Refused("there are several records: save them in the other notation instead")
    found = texts(desk, sheet, Texts(record=1, notation=body.notation))
    if found["lost"]:
        missing = ", ".join(found["lost"])
        raise Refused(f"{body.notation} cannot hold {missing}", lost=found["lost"])
    sheet.write(found["text"], body.notation)
    sheet.kept.name = found["name"]
    return kept(desk, sheet)
