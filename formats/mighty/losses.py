"""Names the parts of a Mighty record that were lost in a notation."""

from __future__ import annotations

from collections.abc import Iterator

from ...replayer.mighty.inference.meaning import complete
from ...replayer.mighty.record import Record
from ..interface.losses import changed_rounds


def differences(before: Record, after: Record) -> list[str]:
    """Name what changed.

    Values that can be inferred from others do not count.
    """
    return list(dict.fromkeys(_differences(complete(before), complete(after))))


_HEADER = {
    "title": "title",
    "start_time": "times",
    "end_time": "times",
    "players": "names",
    "rules": "options",
    "view": "views",
}


def _differences(before: Record, after: Record) -> Iterator[str]:
    for field, name in _HEADER.items():
        if getattr(before, field) != getattr(after, field):
            yield name
    yield from changed_rounds(before.deals, after.deals, "deals")
