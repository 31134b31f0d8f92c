"""The differences between two records of a game: options, players, and where play diverges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any, Generic, TypeVar

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from ..game import Game
from ..rules import CHANCE, Action, IllegalAction, Observation
from .match import replay_all
from .played import digest, done, play_begins, played_round
from .round import Step, walk

RecordT = TypeVar("RecordT")

MOST_PAIRS = 1_000_000
"""If there are more pairs of rounds than this, only rounds with the same number are compared."""


class Side(Struct, frozen=True):
    """One record's side of a difference.

    `number` is the number of the round, or None if there is no such round or the difference is not
    in a round. `player` is the player who acts or whose hand differs. `value` is the action or the
    recorded value as plain JSON, or None if the record stops or has no value.
    """

    number: int | None = None
    player: int | None = None
    value: Any = None


class Difference(Struct, Generic[RecordT], frozen=True):
    """A difference between two records.

    `what` is `deal`, `play`, `round` (one record lacks it), or the name of a field of a record or a
    round. `ply` is where play diverges. `before` and `after` are two records that differ only in
    this way.
    """

    what: str
    ours: Side
    theirs: Side
    before: RecordT
    after: RecordT
    ply: int | None = None


def compared(game: Game[RecordT, Any], one: RecordT, other: RecordT) -> Iterator[Difference[Any]]:
    """Yield the differences between two records of a game, in order.

    In each round, only the first action that differs counts, since the others follow from it.
    Rounds are compared if they have the same deal. The order of a hand makes no difference, nor do
    fields meant for editors.
    """
    yield from _headers(game, one, other)
    pair = _Pair(game, one, other)
    for ours, theirs in pair.aligned():
        if ours is None or theirs is None:
            yield pair.missing(ours, theirs)
        else:
            yield from pair.differences(ours, theirs)


def _headers(game: Game[RecordT, Any], one: Any, other: Any) -> Iterator[Difference[RecordT]]:
    for field in one.__struct_fields__:
        ours, theirs = getattr(one, field), getattr(other, field)
        if field in ("schema", game.rounds_field) or ours == theirs:
            continue
        after = replace(one, **{field: theirs})
        if not isinstance(ours, Struct) or type(ours) is not type(theirs):
            yield Difference(field, *_sides(ours, theirs), one, after)
            continue
        for name in ours.__struct_fields__:
            values = getattr(ours, name), getattr(theirs, name)
            if values[0] != values[1]:
                yield Difference(f"{field}.{name}", *_sides(*values), one, after)


def _sides(
    ours: object, theirs: object, number: int | None = None, other: int | None = None
) -> tuple[Side, Side]:
    return Side(number, value=to_builtins(ours)), Side(other, value=to_builtins(theirs))


class _Pair:
    """The rounds of two records of one game, replayed."""

    def __init__(self, game: Game[Any, Any], one: Any, other: Any) -> None:
        self.game = game
        self.one = one
        self.other = other
        self.rounds: tuple[Sequence[Any], Sequence[Any]] = game.rounds(one), game.rounds(other)
        self.replays = [list(replay_all(game, each)) for each in (one, other)]

    def aligned(self) -> Iterator[tuple[int | None, int | None]]:
        """Yield the indices of corresponding rounds, which have the same deal."""
        ours, theirs = (
            [self._key(index, side) for index in range(len(self.rounds[side]))] for side in (0, 1)
        )
        if len(ours) * len(theirs) > MOST_PAIRS:
            yield from zip_longest(range(len(ours)), range(len(theirs)))
            return
        for tag, a, b, c, d in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
            if tag in ("equal", "replace"):
                yield from zip_longest(range(a, b), range(c, d))
            else:
                yield from ((index, None) for index in range(a, b))
                yield from ((None, index) for index in range(c, d))

    def _key(self, index: int, side: int) -> bytes:
        found = self.replays[side][index]
        if isinstance(found, IllegalAction):
            return digest(to_builtins(self.rounds[side][index]))
        return played_round(self.game.rules((self.one, self.other)[side]), found.steps).deal

    def missing(self, ours: int | None, theirs: int | None) -> Difference[Any]:
        """Return a round that only one of the records has."""
        index, side = (ours, 0) if ours is not None else (theirs or 0, 1)
        there, nowhere = Side(index + 1), Side()
        sides = (there, nowhere) if side == 0 else (nowhere, there)
        return Difference("round", *sides, self._of(self.rounds[side][index]), self._of())

    def differences(self, ours: int, theirs: int) -> Iterator[Difference[Any]]:
        """Return the differences between two rounds; in play, only where it diverges."""
        parted = list(self._parting(ours, theirs))
        yield from parted
        mine, yours = self.rounds[0][ours], self.rounds[1][theirs]
        for field in mine.__struct_fields__:
            values = getattr(mine, field), getattr(yours, field)
            if values[0] == values[1]:
                continue
            changed = replace(mine, **{field: values[1]})
            if self._is_stated(ours, changed, bool(parted)):
                sides = _sides(*values, ours + 1, theirs + 1)
                yield Difference(field, *sides, self._of(mine), self._of(changed))

    def _parting(self, index: int, beside: int) -> Iterator[Difference[Any]]:
        """Return the differences in the deal of two rounds, or the first action that differs."""
        one, other = self.replays[0][index], self.replays[1][beside]
        if isinstance(one, IllegalAction) or isinstance(other, IllegalAction):
            return
        both = enumerate(zip_longest(one.steps, other.steps))
        found = (each for each in both if _done(each[1][0]) != _done(each[1][1]))
        at, (mine, yours) = next(found, (0, (None, None)))
        numbers = index + 1, beside + 1
        records = self._of(self.rounds[0][index]), self._of(self.rounds[1][beside])
        if mine is not None and yours is not None and at < play_begins(one.steps):
            for player, hand, other_hand in _hands(mine, yours):
                ours, theirs = (
                    Side(numbers[0], player, hand),
                    Side(numbers[1], player, other_hand),
                )
                yield Difference("deal", ours, theirs, *records)
        elif mine is not None or yours is not None:
            ply, player, action = _first(mine, yours)
            other_ply, other_player, other_action = _first(yours, mine)
            ours = Side(numbers[0], player, action)
            theirs = Side(numbers[1], other_player, other_action)
            yield Difference("play", ours, theirs, *records, max(ply, other_ply))

    def _is_stated(self, index: int, other: Any, parted: bool) -> bool:
        """Return whether a change to a round affects only recorded fields, not its deal or play."""
        before, steps = self.replays[0][index], self._steps(index, other)
        if isinstance(before, IllegalAction) or steps is None:
            return not parted
        if [each.actions for each in before.steps] != [each.actions for each in steps]:
            return False
        return not parted or before.steps[0].state != steps[0].state

    def _steps(self, index: int, changed: Any) -> list[Step[Any]] | None:
        """Return the replay of a changed round, or None if it is malformed."""
        rounds = list(self.rounds[0])
        rounds[index] = changed
        record = self.game.with_rounds(self.one, rounds)
        try:
            recorded = self.game.recorded_round(record, index + 1, lambda: self._end_before(index))
        except IllegalAction:
            return None
        return list(walk(self.game.rules(record), recorded))

    def _end_before(self, index: int) -> Any:
        """Return the last state of the previous round; raises IllegalAction if it is malformed."""
        last = self.replays[0][index - 1] if index else None
        if isinstance(last, IllegalAction):
            raise last
        return last and last.steps[-1].state

    def _of(self, *rounds: Any) -> Any:
        """Return the first record with only these rounds; comparing the others again is slow."""
        return self.game.with_rounds(self.one, rounds)


def _hands(mine: Step[Any], yours: Step[Any]) -> Iterator[tuple[int | None, Any, Any]]:
    """Yield the hands that differ, by player, or the whole deal if no player saw a hand."""
    ours, theirs = _shown(mine), _shown(yours)
    players = [each for each in ours if each in theirs and ours[each] != theirs[each]]
    for player in players:
        yield player, _only(to_builtins(ours[player])), _only(to_builtins(theirs[player]))
    if not players:
        yield None, _action(mine), _action(yours)


def _shown(step: Step[Any]) -> Mapping[int, Observation]:
    return {} if step.transition is None else step.transition.private


def _action(step: Step[Any]) -> str:
    return " ".join((step.actions or {}).values())


def _only(shown: Any) -> Any:
    """Return an observed value without its key if it is the only one."""
    return next(iter(shown.values())) if len(shown) == 1 else shown


def _done(step: Step[Any] | None) -> Mapping[int, str]:
    return {} if step is None else done(step)


def _first(
    step: Step[Any] | None, beside: Step[Any] | None
) -> tuple[int, int | None, Action | None]:
    """Return the first action that differs from the other step's: its ply, player and action."""
    if step is None:
        return 0, None, None
    mine, theirs = done(step), _done(beside)
    for at, player in enumerate(mine):
        if mine[player] != theirs.get(player):
            action = (step.actions or {})[player]
            return step.ply + at if step.ply else 0, None if player == CHANCE else player, action
    return step.ply, None, None
