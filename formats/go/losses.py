"""Names the parts of a record of Go that were lost in a notation."""

from __future__ import annotations

from ...replayer.go.record import Record
from ..interface.losses import changed, changed_rounds


def differences(before: Record, after: Record) -> list[str]:
    """Name what changed."""
    names = [*changed(before, after, without="rounds")]
    if before.rounds != after.rounds:
        names += changed_rounds(before.rounds, after.rounds, "rounds")
    return list(dict.fromkeys(names))
