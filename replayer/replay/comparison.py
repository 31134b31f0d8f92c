"""In what two records of a game differ: who played by which rules, and where the play parts."""

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
"""Where there are more pairs of rounds, each is compared with that of its number: it takes less."""


class Side(Struct, frozen=True):
    """What one of the two records has where they differ.

    `number` is that of the round, None where it has no such round, or the difference is in none.
    `player` is who acts, or whose hand it is. `value` is the action or what the record says, as
    plain JSON; None where it stops, or says nothing.
    """

    number: int | None = None
    player: int | None = None
    value: Any = None


class Difference(Struct, Generic[RecordT], frozen=True):
    """One thing in which two records differ.

    `what` is `deal`, `play`, `round` (there is no such round in one of them), or the name of what a
    record or a round says. `ply` is where the play parts. `before` and `after` are two records that
    differ in nothing else.
    """

    what: str
    ours: Side
    theirs: Side
    before: RecordT
    after: RecordT
    ply: int | None = None


def compared(game: Game[RecordT, Any], one: RecordT, other: RecordT) -> Iterator[Difference[Any]]:
    """In what two records of a game differ, in their order.

    Of a round, only the first action that differs counts, since the others follow from it. Rounds
    are compared with those of the same deal. The order of a hand is no difference, nor is what a
    record says for editors.
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
        """The indices of rounds that belong together: those of the same deal, in order."""
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
        """A round that only one of the records has."""
        index, side = (ours, 0) if ours is not None else (theirs or 0, 1)
        there, nowhere = Side(index + 1), Side()
        sides = (there, nowhere) if side == 0 else (nowhere, there)
        return Difference("round", *sides, self._of(self.rounds[side][index]), self._of())

    def differences(self, ours: int, theirs: int) -> Iterator[Difference[Any]]:
        """In what two rounds differ; where their play parts, only there and how they began."""
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
        """What was dealt to whom, or the first action, in which two rounds differ."""
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
        """Whether a change of a round is one of what it says, and not of its deal or its play."""
        before, steps = self.replays[0][index], self._steps(index, other)
        if isinstance(before, IllegalAction) or steps is None:
            return not parted
        if [each.actions for each in before.steps] != [each.actions for each in steps]:
            return False
        return not parted or before.steps[0].state != steps[0].state

    def _steps(self, index: int, changed: Any) -> list[Step[Any]] | None:
        """The replay of a changed round in the first record, None if it is not well-formed."""
        rounds = list(self.rounds[0])
        rounds[index] = changed
        record = self.game.with_rounds(self.one, rounds)
        try:
            recorded = self.game.recorded_round(record, index + 1, lambda: self._end_before(index))
        except IllegalAction:
            return None
        return list(walk(self.game.rules(record), recorded))

    def _end_before(self, index: int) -> Any:
        """The last state of the round before one; raises why that round is not well-formed."""
        last = self.replays[0][index - 1] if index else None
        if isinstance(last, IllegalAction):
            raise last
        return last and last.steps[-1].state

    def _of(self, *rounds: Any) -> Any:
        """The first record with these rounds alone: to compare all others again takes long."""
        return self.game.with_rounds(self.one, rounds)


def _hands(mine: Step[Any], yours: Step[Any]) -> Iterator[tuple[int | None, Any, Any]]:
    """Who was dealt what, where that differs; the whole deal where that was shown to nobody."""
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
    """What was shown, without its name where it is one thing."""
    return next(iter(shown.values())) if len(shown) == 1 else shown


def _done(step: Step[Any] | None) -> Mapping[int, str]:
    return {} if step is None else done(step)


def _first(
    step: Step[Any] | None, beside: Step[Any] | None
) -> tuple[int, int | None, Action | None]:
    """The first action of a step that differs from another step: its ply, its player, and it."""
    if step is None:
        return 0, None, None
    mine, theirs = done(step), _done(beside)
    for at, player in enumerate(mine):
        if mine[player] != theirs.get(player):
            action = (step.actions or {})[player]
            return step.ply + at if step.ply else 0, None if player == CHANCE else player, action
    return step.ply, None, None
