"""Notes on the periods when an arbiter was stopped."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from .clock import Stop
from .seat import Seat


def notes(stops: Iterable[Stop], seats: Sequence[Seat]) -> Iterator[str]:
    """Yield how long the arbiter was stopped, and which process continued it."""
    found = dict[str, list[float]]()
    for stop in stops:
        found.setdefault(_who(stop, seats), []).append(stop.seconds)
    for who, seconds in found.items():
        times = "" if len(seconds) == 1 else f"{len(seconds)} times, "
        yield f"the arbiter was stopped {times}for {sum(seconds):.1f} s, and continued by {who}"


def _who(stop: Stop, seats: Sequence[Seat]) -> str:
    player = next((each.number for each in seats if each.process_id in stop.by), None)
    if player is not None:
        return f"a process of player {player}"
    if os.getpid() in stop.by:
        return "a process that a player left behind"
    return "another process" if stop.by else "a process that has ended"
