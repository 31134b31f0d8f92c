"""The differences between two records of tic-tac-toe."""

from __future__ import annotations

from kifu.formats.interface.losses import changed, changed_rounds

from .record import Record


def differences(before: Record, after: Record) -> list[str]:
    """Name what changed, using the terms of `Notation.unsupported`."""
    rounds = changed_rounds(before.rounds, after.rounds, "rounds")
    return list(dict.fromkeys([*changed(before, after, without="rounds"), *rounds]))
