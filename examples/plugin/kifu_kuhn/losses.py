"""The differences between two records of Kuhn poker."""

from __future__ import annotations

from kifu.formats.interface.losses import changed, changed_rounds

from .record import Record


def differences(before: Record, after: Record) -> list[str]:
    """Name what changed, using the terms of `Notation.unsupported`."""
    header = changed(before, after, without="hands")
    return list(dict.fromkeys([*header, *changed_rounds(before.hands, after.hands, "hands")]))
