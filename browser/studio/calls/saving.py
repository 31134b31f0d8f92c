"""Calls about files."""

from __future__ import annotations

import os

from ....formats import CannotHold, lost
from ..answers import Values
from ..desk import Desk
from ..errors import Refused
from ..files import encoded, save, target
from ..going import play_of
from ..sheet import Sheet, digest
from .call import Body, Changing, require_open
from .looking import of_game


class Save(Changing):
    """A file to save: its name, its notation, and the stamp of a file it may replace.

    Without a `notation`, the text is saved as it is. With a `number`, only that record is saved.
    """

    name: str
    notation: str | None = None
    number: int | None = None
    replace: str | None = None


def save_file(desk: Desk, sheet: Sheet, body: Save) -> Values:
    """Save a sheet to a file."""
    require_open(sheet)
    same = body.notation in (None, sheet.notation and sheet.notation.id)
    whole = same and _all(sheet, body)
    text, missing = (sheet.text, []) if whole else _converted(sheet, body)
    notation = body.notation or (sheet.notation and sheet.notation.id)
    path = target(sheet.kept.folder, body.name)
    data = encoded(sheet.kept, text, notation, is_chosen=body.notation is not None)
    save(path, body.name, data, body.replace)
    if whole:
        sheet.kept.path, sheet.kept.name = path, os.path.basename(path)
    if whole or (_all(sheet, body) and not missing):
        sheet.kept.saved = digest(sheet.text)
        sheet.changed()
        desk.keep(sheet)
    return {"sheet": sheet.values(body.record), "saved": path, "lost": missing}


def _all(sheet: Sheet, body: Save) -> bool:
    """Return whether all records of the sheet are saved."""
    return body.number is None or len(sheet.outcomes) == 1


def _converted(sheet: Sheet, body: Save) -> tuple[str, list[str]]:
    """Return one record or all of them in the requested notation, with a list of losses."""
    count = len(sheet.outcomes)
    numbers = range(1, count + 1) if body.number is None else (body.number,)
    plays = [play_of(sheet, each) for each in numbers]
    identifier = body.notation or plays[0].notation.id
    notation = of_game(identifier, plays[0].notation.game)
    missing = list[str]()
    try:
        for each in plays:
            missing += lost(each.record, notation)
        lines = body.name.endswith((".jsonl", ".ndjson"))
        written = "".join(notation.texts((each.record for each in plays), lines=lines))
    except CannotHold as why:
        raise Refused(str(why)) from None
    return written, list(dict.fromkeys(missing))


def close(desk: Desk, sheet: Sheet, body: Body) -> Values:
    """Close a sheet."""
    desk.close(sheet)
    return {}
