"""Counts and skips events when no record is needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..interface.notation import Counts
from .events import Close, Event, Move, Moves, Next, Open, Round


def main_line(events: Iterable[Event]) -> Iterator[Event]:
    """Yield the events outside variations.

    >>> from kifu.formats.events.events import Close, Move, Open
    >>> stream = [Move(0, 2, "e4"), Open(3, 4), Move(4, 6, "d4"), Close(6, 7), Move(8, 10, "e5")]
    >>> [each.spelled for each in main_line(stream)]
    ['e4', 'e5']
    """
    depth = 0
    for each in events:
        if isinstance(each, Open):
            depth += 1
        elif isinstance(each, Close):
            depth = max(0, depth - 1)
        elif isinstance(each, Next):
            depth = 0
            yield each
        elif not depth:
            yield each


def counted(events: Iterable[Event]) -> Iterator[Counts]:
    """Yield the numbers of rounds and plies in each record, not counting variations.

    >>> from kifu.formats.events.events import Move, Next
    >>> list(counted([Move(0, 2, "e4"), Move(3, 5, "e5"), Next(6, 6), Move(6, 8, "d4")]))
    [Counts(rounds=1, plies=2, records=1), Counts(rounds=1, plies=1, records=1)]
    """
    rounds = plies = events_seen = 0
    for each in main_line(events):
        if isinstance(each, Next):
            if events_seen:
                yield Counts(rounds, plies)
            rounds = plies = events_seen = 0
            continue
        events_seen += 1
        if isinstance(each, Round):
            rounds += 1
        elif isinstance(each, Move | Moves):
            several = int(each.counted) if isinstance(each, Move) else len(each.made())
            rounds, plies = max(rounds, 1), plies + several
    if events_seen:
        yield Counts(rounds, plies)
