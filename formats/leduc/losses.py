"""Names the parts of a Leduc poker record that were lost in a notation."""

from __future__ import annotations

from ...replayer.leduc.record import Record
from ..interface.losses import changed, changed_rounds


def differences(before: Record, after: Record) -> list[str]:
    """Name what changed."""
    hands = changed_rounds(before.hands, after.hands, "hands")
    return list(dict.fromkeys([*changed(before, after, without="hands"), *hands]))
