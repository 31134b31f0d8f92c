"""Trajectories: the steps of a record as plain values, for boards and other programs.

A step has its position, the players who act, the legal actions, the actions taken and the
observations. In a view, all of this is limited to what its player knew by then.
`schemas/replay.schema.json` describes the values in JSON.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeAlias, TypeVar, cast

from msgspec import Struct

from ..game import Game
from ..play.changes import Annotations, annotations_of, ended_of
from ..play.ended import Ended
from ..positions import Broken, broken
from ..rules import Action, IllegalAction, Rules
from .match import replay_all, replay_round
from .round import RoundReplay, Step
from .trajectory_step import JsonObject, TrajectoryStep, plain_values
from .view import masked, view

RecordT = TypeVar("RecordT")
StateT = TypeVar("StateT")
PositionT = TypeVar("PositionT")


def _values(line: Trajectory[Any, Any], step: TrajectoryStep[Any]) -> JsonObject:
    return step.values()


OfStep: TypeAlias = Callable[["Trajectory[Any, Any]", TrajectoryStep[Any]], JsonObject]
"""A function that returns the JSON of a step of a line."""


class Trajectory(Generic[RecordT, PositionT]):
    """The main line of a round, or one of its variations, with the variations that branch off it.

    `record` is the record, and `viewer` is the player whose knowledge the trajectory shows (None if
    it shows everything). Rounds and plies are numbered as in `RoundReplay`.
    """

    def __init__(
        self,
        game: Game[RecordT, StateT],
        rules: Rules[StateT],
        record: RecordT,
        replayed: RoundReplay[StateT],
    ) -> None:
        self.record = record
        self.viewer = viewer_of(game, record)
        self.number = replayed.number
        self.path = replayed.path
        self.label = replayed.label
        self.title = replayed.title
        self.left_at = replayed.ply
        self.shared = replayed.shared
        self.steps = tuple(
            TrajectoryStep(rules, each, self._position_of) for each in replayed.steps
        )
        self.breach = None if replayed.breach is None else broken(replayed.breach)
        self.fault = None if replayed.fault is None else broken(replayed.fault)
        self.variations: tuple[Trajectory[RecordT, PositionT], ...] = tuple(
            Trajectory(game, rules, record, each) for each in replayed.variations
        )
        self._game: Game[RecordT, Any] = game
        self._replayed: RoundReplay[Any] = replayed

    def _position_of(self, step: Step[Any]) -> PositionT:
        return self._positions(step)

    @cached_property
    def _positions(self) -> Callable[[Step[Any]], PositionT]:
        found = self._game.positions.of(self.record, self._replayed)
        return cast(Callable[[Step[Any]], PositionT], found)

    @property
    def annotations(self) -> Annotations:
        """The annotations on the main line of the round, or on the variation."""
        return annotations_of(self._written)

    @property
    def ended(self) -> Ended | None:
        """How the round ended outside play, or None if it did not; always None for a variation."""
        return ended_of(self._written)

    @cached_property
    def _written(self) -> object:
        """The round or variation as it is in the record."""
        found: Any = self._game.rounds(self.record)[self.number - 1]
        for number in self.path:
            if number > len(found.variations):
                return None  # The record is a view, which has no variations.
            found = found.variations[number - 1]
        return found

    @property
    def own(self) -> tuple[TrajectoryStep[PositionT], ...]:
        """The steps that are not shared with its parent; none if it cannot be replayed."""
        return self.steps[self.shared :]

    @property
    def last(self) -> TrajectoryStep[PositionT]:
        """The last step: the round is over, the record stops, or a rule is broken."""
        return self.steps[-1]

    @property
    def plies(self) -> range:
        """The plies that `at` accepts, as in `RoundReplay.positions`."""
        return self._replayed.positions

    def at(self, ply: int) -> TrajectoryStep[PositionT]:
        """Return the step in which a ply is made; the ply after the last one means the end.

        Raises IndexError if there is no such ply.
        """
        found, steps = self._replayed.at(ply), self._replayed.steps
        return next(self.steps[at] for at, step in enumerate(steps) if step is found)

    def shown(self, step: TrajectoryStep[PositionT]) -> Mapping[int, Action]:
        """Return a step's actions as the other players saw them, if a part was hidden from them."""
        return step.shown(self._game.positions)

    def pointers(self, step: TrajectoryStep[PositionT]) -> Mapping[int, str]:
        """Return the place of each player's action in a step that this line does not share.

        The places are JSON pointers into the canonical record.
        """
        found, at = self._replayed.own, self.own.index(step)
        actions = step.actions or {}
        if not self.path:
            places = ((each, self._pointer_of(found[at], each)) for each in actions)
            return {player: pointer for player, pointer in places if pointer is not None}
        taken = sum(len(each.actions or ()) for each in found[:at])
        above = "".join(f"/variations/{number - 1}" for number in self.path)
        place = f"/{self._game.rounds_field}/{self.number - 1}{above}/actions"
        return {player: f"{place}/{number}" for number, player in enumerate(actions, taken)}

    def _pointer_of(self, step: Step[Any], player: int) -> str | None:
        return self._game.pointer_of(self.record, self.number, step, player)

    def tree(self) -> Iterator[Trajectory[RecordT, PositionT]]:
        """Yield this trajectory, its variations, and theirs."""
        yield self
        for each in self.variations:
            yield from each.tree()

    def variation(self, path: Sequence[int]) -> Trajectory[RecordT, PositionT]:
        """Return the variation that a path leads to from here; with an empty path, this one.

        Raises IndexError if there is no such variation.
        """
        self._replayed.variation(path)
        found = self
        for number in path:
            found = found.variations[number - 1]
        return found

    # As JSON

    def names(self) -> JsonObject:
        """Return the number of the round, and the path to the variation."""
        return {"round": self.number} | ({"variation": self._leaves()} if self.path else {})

    def _leaves(self) -> JsonObject:
        """Return a variation's place in the record, where it branches off, and its name."""
        return {"path": list(self.path), "ply": self.left_at, "name": self._replayed.name}

    def values(self, of: OfStep = _values) -> JsonObject:
        """Return the whole trajectory; variations omit the steps they share with their parent.

        `of` returns the JSON of a step.
        """
        return self.names() | {
            "steps": [of(self, each) for each in self.steps],
            "variations": [each._of_its_own(of) for each in self.variations],
            **self._noted(),
        }

    def _noted(self) -> JsonObject:
        """Return the annotations and the end outside play in canonical JSON, without empty keys."""
        noted = {"annotations": self.annotations, "ended": self.ended}
        return {key: plain_values(value) for key, value in noted.items() if value}

    def values_at(self, ply: int) -> JsonObject:
        """Return the step of one ply as JSON; raises the same errors as `at`."""
        notes = [plain_values(each) for each in self.annotations if each.ply == ply]
        found = self.names() | {"steps": [self.at(ply).values()]}
        return found | ({"annotations": notes} if notes else {})

    def _of_its_own(self, of: OfStep) -> JsonObject:
        return self._leaves() | {
            "steps": [of(self, each) for each in self.own],
            "breach": plain_values(self.breach),
            "variations": [each._of_its_own(of) for each in self.variations],
            **self._noted(),
        }


class Malformed(Struct, frozen=True):
    """A round that cannot be replayed at all: its number and the reason."""

    number: int
    breach: Broken

    def values(self) -> JsonObject:
        """Return JSON for a round without steps."""
        return {"round": self.number, "steps": [], "breach": plain_values(self.breach)}


def trajectories(
    game: Game[RecordT, Any],
    record: RecordT,
    numbers: Collection[int] | None = None,
    player: int | None = None,
) -> Iterator[Trajectory[RecordT, Any] | Malformed]:
    """Yield the rounds of a record, or only those with these numbers, in the order of the record.

    If a `player` is given, each step shows what that player knew by then. Otherwise, it shows
    everything or, if the record is a view, what its player knew by then. A player's knowledge is
    undefined if the record breaks a rule, so with a `player` this raises the same errors as `view`.
    """
    if player is not None:
        record = view(game, record, player)
    rules, wanted = game.rules(record), range(1, len(game.rounds(record)) + 1)
    chosen = [number for number in wanted if numbers is None or number in numbers]
    for number, replayed in zip(chosen, replay_all(game, record, chosen), strict=True):
        if isinstance(replayed, IllegalAction):
            yield Malformed(number, broken(replayed))
        else:
            yield _known(game, rules, record, replayed)


def trajectory(
    game: Game[RecordT, Any], record: RecordT, number: int, player: int | None = None
) -> Trajectory[RecordT, Any]:
    """Return one round of a record; rounds count from 1, and `player` is as in `trajectories`.

    Raises IndexError if there is no such round, and IllegalAction if it is malformed.
    """
    if player is not None:
        record = view(game, record, player)
    return _known(game, game.rules(record), record, replay_round(game, record, number))


def _known(
    game: Game[RecordT, Any], rules: Rules[Any], record: RecordT, replayed: RoundReplay[Any]
) -> Trajectory[RecordT, Any]:
    """Return the trajectory of a replay, masked if it is a view."""
    viewer = viewer_of(game, record)
    known = replayed if viewer is None else masked(game.positions, rules, replayed, viewer)
    return Trajectory(game, rules, record, known)


def viewer_of(game: Game[RecordT, Any], record: RecordT) -> int | None:
    """Return the player whose view this record is, or None if it is not a player's view."""
    viewer = game.viewer(record)
    exists = viewer is not None and 0 <= viewer < game.rules(record).players
    return viewer if exists else None


def header_values(game: Game[RecordT, Any], record: RecordT) -> JsonObject:
    """Return JSON with the game, the match's name and occasion, the players and the viewer."""
    occasion = {name: getattr(record, name, None) for name in ("event", "place", "date")}
    start: str | None = getattr(record, "start_time", None)
    occasion["date"] = occasion["date"] or (start and re.split("[T ]", start)[0])
    return {
        "game": game.name,
        "title": getattr(record, "title", None),
        **{name: each for name, each in occasion.items() if each},
        "players": plain_values(getattr(record, "players", None)),
        "viewer": viewer_of(game, record),
        **({"annotations": plain_values(notes)} if (notes := annotations_of(record)) else {}),
    }
