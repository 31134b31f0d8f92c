"""Replays the rounds of a record one by one."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from typing import Generic, TypeVar

from ..game import Game
from ..rules import IllegalAction
from .round import RoundReplay, walk, with_variations

StateT = TypeVar("StateT")
RecordT = TypeVar("RecordT")


def replay_all(
    game: Game[RecordT, StateT], record: RecordT, numbers: Collection[int] | None = None
) -> Iterator[RoundReplay[StateT] | IllegalAction]:
    """Replay the rounds of a record, or only those with these numbers, in the order of the record.

    If a round is malformed, or has too many variations, the reason is yielded instead.
    """
    main_lines = _MainLines(game, record)
    for number in range(1, len(game.rounds(record)) + 1):
        if numbers is None or number in numbers:
            found = main_lines.replay(number)
            if isinstance(found, RoundReplay):
                variations = game.variations(record, number)
                try:
                    found = with_variations(main_lines.rules, found, variations)
                except IllegalAction as breach:
                    found = breach.with_traceback(None)
            yield found


def first_state(game: Game[RecordT, StateT], record: RecordT) -> StateT:
    """Return the state in which a match begins: as set up in its first round, or the usual one."""
    if not game.rounds(record):
        state: StateT = game.rules(record).initial_state()
        return state
    return game.recorded_round(record, 1, lambda: None).start


class _MainLines(Generic[RecordT, StateT]):
    """The main lines of a record, replayed in order, and only as far as needed."""

    def __init__(self, game: Game[RecordT, StateT], record: RecordT) -> None:
        self.rules = game.rules(record)
        self._game = game
        self._record = record
        self._number = 0
        self._last: StateT | IllegalAction | None = None
        """The last state of the round with this number, or why the round is malformed."""

    def replay(self, number: int) -> RoundReplay[StateT] | IllegalAction:
        """Replay a round, or return the reason why it is malformed."""
        try:
            before = partial(self._before, number)
            recorded = self._game.recorded_round(self._record, number, before)
        except IllegalAction as breach:
            self._number, self._last = number, breach.with_traceback(None)
            return breach
        found = RoundReplay(number, tuple(walk(self.rules, recorded)))
        self._number, self._last = number, found.steps[-1].state
        return found

    def _before(self, number: int) -> StateT | None:
        """Return the last state of the previous round; raises IllegalAction if it is malformed."""
        for each in range(self._number + 1, number):
            self.replay(each)
        if isinstance(self._last, IllegalAction):
            raise self._last
        return self._last


def replay_round(game: Game[RecordT, StateT], record: RecordT, number: int) -> RoundReplay[StateT]:
    """Replay one round of a record, and its variations.

    Raises IndexError if there is no such round, and IllegalAction if it is malformed (it has only
    three hands, say) or has too many variations.
    """
    rounds = len(game.rounds(record))
    if not 1 <= number <= rounds:
        raise IndexError(f"there is no round {number}: the record has {rounds}")
    (found,) = replay_all(game, record, (number,))
    if isinstance(found, IllegalAction):
        raise found
    return found


def replay(game: Game[RecordT, StateT], record: RecordT) -> Iterator[RoundReplay[StateT]]:
    """Replay every round of a record.

    Raises IllegalAction if a round is malformed.
    """
    for found in replay_all(game, record):
        if isinstance(found, IllegalAction):
            raise found
        yield found
