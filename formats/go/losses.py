"""Names the parts of a record of Go that were lost in a notation."""

from __future__ import annotations

from collections.abc import Iterator

from ...replayer.go.record import Record
from ...replayer.play.variations import in_order
from ..interface.losses import changed, changed_rounds

NAMES = "variation names"


def differences(before: Record, after: Record) -> list[str]:
    """Name what changed."""
    found = [*changed(before, after, "rounds"), *_rounds(before, after)]
    return list(dict.fromkeys(found))


def _rounds(before: Record, after: Record) -> Iterator[str]:
    for each in changed_rounds(before.rounds, after.rounds, "rounds"):
        if each != "variations" or not _same_lines(before, after, named=False):
            yield each
        elif not _same_lines(before, after, named=True):
            yield NAMES


def _same_lines(before: Record, after: Record, named: bool) -> bool:
    return all(
        in_order(one.variations, named) == in_order(other.variations, named)
        for one, other in zip(before.rounds, after.rounds, strict=True)
    )
