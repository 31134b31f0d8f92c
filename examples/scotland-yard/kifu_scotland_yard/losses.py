"""The differences between two records of Scotland Yard."""

from __future__ import annotations

from kifu.formats.interface.losses import changed, changed_rounds

from .record import Record


def differences(before: Record, after: Record) -> list[str]:
    """Name what changed, using the terms of `Notation.unsupported`."""
    header = changed(before, after, without="games")
    return list(dict.fromkeys([*header, *changed_rounds(before.games, after.games, "games")]))
