"""The open sheets, and autosaving them."""

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
    """All open sheets. New ones are saved in `folder`."""

    def __init__(self, folder: str, autosave: Autosave) -> None:
        self.folder = os.path.abspath(folder)
        self._autosave = autosave
        self._lock = Lock()
        kept, self.notices = autosave.load()
        self._sheets = {each.id: Sheet(each) for each in kept}

    @property
    def sheets(self) -> Sequence[Sheet]:
        """The open sheets, in the order they were opened."""
        return list(self._sheets.values())

    def sheet(self, identifier: str, version: int | None = None) -> Sheet:
        """Return an open sheet. Raises Refused if it is closed, and Stale if it has changed."""
        found = self._sheets.get(identifier)
        if found is None:
            raise Refused("this record is no longer open", 404)
        if version is not None and version != found.version:
            raise Stale
        return found

    def open(self, name: str, data: bytes, path: str | None = None) -> tuple[Sheet, str | None]:
        """Open a file as a new sheet, unless it is already open; return the sheet and a notice."""
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
        return self.add(Sheet(kept)), found.notice

    def add(self, sheet: Sheet) -> Sheet:
        """Add a sheet to the open ones, unless it is already open."""
        with self._lock:
            if sheet.kept.id not in self._sheets:
                if len(self._sheets) >= MOST_SHEETS:
                    raise Refused(f"{MOST_SHEETS} records are open: close some first")
                if sheet.kept.path is None:
                    sheet.kept.name = self._distinct(sheet.kept.name)
            self._sheets[sheet.kept.id] = sheet
        self.keep(sheet)
        return sheet

    def _distinct(self, name: str) -> str:
        """Return a name that no open sheet has: `match-2.json`."""
        taken, (stem, suffix) = {each.kept.name for each in self.sheets}, os.path.splitext(name)
        number = 1
        while name in taken:
            number += 1
            name = f"{stem}-{number}{suffix}"
        return name

    def keep(self, sheet: Sheet) -> None:
        """Autosave a sheet."""
        try:
            self._autosave.keep(sheet.kept)
        except OSError as why:
            raise Refused(f"autosave failed: {why.strerror or why}", 500) from None

    def close(self, sheet: Sheet) -> None:
        """Close a sheet: cancel programs thinking about it, and archive its autosave."""
        sheet.called_off += 1
        sheet.changed()
        with self._lock:
            self._sheets.pop(sheet.kept.id, None)
        self._autosave.close(sheet.kept.id)

    def call_off(self) -> None:
        """Cancel all programs that are thinking."""
        for each in self.sheets:
            each.called_off += 1
