"""Names the parts of a record of Go that were lost in a notation."""

from __future__ import annotations

from msgspec.structs import replace

from ...replayer.go.record import Record, Round
from ...replayer.play.variations import Variation
from ..interface.losses import changed, changed_rounds


def differences(before: Record, after: Record) -> list[str]:
    """Name what changed."""
    names = [*changed(before, after, without="rounds")]
    if before.rounds != after.rounds:
        one, other = ([*map(_unnamed, each.rounds)] for each in (before, after))
        names += changed_rounds(one, other, "rounds")
        names += ["names"] * (one == other)
    return list(dict.fromkeys(names))


def _unnamed(line: Round) -> Round:
    """Return a round without the names of its variations."""
    return replace(line, variations=tuple(map(_nameless, line.variations)))


def _nameless(line: Variation) -> Variation:
    return replace(line, name=None, variations=tuple(map(_nameless, line.variations)))
