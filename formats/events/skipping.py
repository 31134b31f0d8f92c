"""Events of which no record is asked: they are counted, and passed over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from ..interface.notation import Counts
from .events import Close, Event, Move, Moves, Next, Open, Round


def records(events: Iterable[Event]) -> Iterator[Iterator[Event]]:
    """The events of each record. What is left of one is passed over when the next is asked for.

    The event that begins a record is its first one, if it has others.

    >>> from kifu.formats.events.events import Move, Next
    >>> stream = [Move(0, 2, "e4"), Move(3, 5, "e5"), Next(6, 6), Move(6, 8, "d4")]
    >>> [[type(event).__name__ for event in each] for each in records(stream)]
    [['Move', 'Move'], ['Next', 'Move']]
    """
    stream, begins = iter(events), list[Event]()

    def rest() -> Iterator[Event]:
        for each in stream:
            if isinstance(each, Next):
                begins.append(each)
                return
            yield each

    for first in stream:
        if isinstance(first, Next):
            begins = [first]
            continue
        head, begins, own = [*begins, first], [], rest()
        yield chain(head, own)
        for _ in own:
            pass


def main_line(events: Iterable[Event]) -> Iterator[Event]:
    """Events without those of variations.

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
        elif not depth:
            yield each


def counted(events: Iterable[Event]) -> Iterator[Counts]:
    """The rounds and the plies of each record, those of variations not among them.

    >>> from kifu.formats.events.events import Move, Next
    >>> list(counted([Move(0, 2, "e4"), Move(3, 5, "e5"), Next(6, 6), Move(6, 8, "d4")]))
    [Counts(rounds=1, plies=2, records=1), Counts(rounds=1, plies=1, records=1)]
    """
    for own in records(events):
        rounds = plies = 0
        for each in main_line(own):
            if isinstance(each, Round):
                rounds += 1
            elif isinstance(each, Move | Moves):
                several = int(each.counted) if isinstance(each, Move) else len(each.made())
                rounds, plies = max(rounds, 1), plies + several
        yield Counts(rounds, plies)
