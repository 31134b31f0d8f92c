"""The sheets that are open, and their autosave."""

from __future__ import annotations

import os
from collections.abc import Sequence
from threading import Lock

from .autosave import Autosave
from .errors import Refused, Stale
from .files import read
from .sheet import Kept, Sheet, Written, digest

MOST_SHEETS = 100


class Desk:
    """All open sheets. `folder` is where new ones are saved."""

    def __init__(self, folder: str, autosave: Autosave) -> None:
        self.folder = os.path.abspath(folder)
        self.told: list[str] = []
        """What there is to say to who opens the page."""
        self._autosave = autosave
        self._lock = Lock()
        kept, self.told = autosave.load()
        self._sheets = {each.id: Sheet(each) for each in kept}

    @property
    def sheets(self) -> Sequence[Sheet]:
        """The open sheets, in the order in which they were opened."""
        return list(self._sheets.values())

    def sheet(self, identifier: str, version: int | None = None) -> Sheet:
        """An open sheet; raises Refused where there is none, and Stale for an older version."""
        found = self._sheets.get(identifier)
        if found is None:
            raise Refused("this is not open any more", 404)
        if version is not None and version != found.version:
            raise Stale
        return found

    def open(self, name: str, data: bytes, path: str | None = None) -> tuple[Sheet, str | None]:
        """Open a file as a new sheet, or the sheet in which this path is open already."""
        for each in self.sheets:
            if path is not None and each.kept.path == path:
                return each, None
        found = read(data, name)
        kept = Kept(
            name=os.path.basename(name) or "record",
            written=Written(found.text),
            folder=self.folder if path is None else os.path.dirname(path),
            path=path,
            newline=found.newline,
            bom=found.bom,
            encoding=found.encoding,
        )
        if path is not None and not found.is_changed:
            kept.saved = digest(found.text)
        return self.add(Sheet(kept)), found.told

    def add(self, sheet: Sheet) -> Sheet:
        """Take a sheet among those that are open, if it is not yet."""
        with self._lock:
            if sheet.kept.id not in self._sheets and len(self._sheets) >= MOST_SHEETS:
                raise Refused(f"{MOST_SHEETS} records are open: close some first")
            self._sheets[sheet.kept.id] = sheet
        self.keep(sheet)
        return sheet

    def keep(self, sheet: Sheet) -> None:
        """Autosave a sheet."""
        try:
            self._autosave.keep(sheet.kept)
        except OSError as why:
            raise Refused(f"this could not be autosaved: {why.strerror or why}", 500) from None

    def close(self, sheet: Sheet) -> None:
        """Close a sheet; its autosave is put away, and nobody thinks about it any more."""
        sheet.called_off += 1
        sheet.changed()
        with self._lock:
            self._sheets.pop(sheet.kept.id, None)
        self._autosave.close(sheet.kept.id)

    def call_off(self) -> None:
        """Call off all that programs think about."""
        for each in self.sheets:
            each.called_off += 1
