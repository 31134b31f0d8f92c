"""The positions of a game, and the parts of them that each player knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import Struct

if TYPE_CHECKING:
    from .replay.round import RoundReplay, Step
    from .rules import Action, IllegalAction, Observation

StateT = TypeVar("StateT")
RecordT = TypeVar("RecordT")
PositionT = TypeVar("PositionT", bound=Struct)


class Positions(Generic[RecordT, StateT]):
    """Makes positions from the states of a game.

    This class hides nothing, and each state is its own position. That suits games without private
    observations whose states are Structs of plain values.
    """

    type: type[Struct] | None = None
    """The type of the positions; their JSON Schema is generated from it."""

    def masked(
        self, state: StateT, actions: Mapping[int, Action], shown: Observation, player: int
    ) -> tuple[StateT, Mapping[int, Action]]:
        """Return a state as a player knows it, and the actions in it as that player saw them.

        `state` is the state as the player knew it before, `actions` are the actions in the record,
        and `shown` is the player's observation of them. The rules then apply the returned actions
        to the returned state, so both must be masked: a deal by hiding the hands of others, a piece
        laid face-down by making it unknown. If hidden parts of the state are shown now (a hand
        thrown in, a kitty picked up), they are put into the state.
        """
        return state, actions

    def of(
        self, record: RecordT, replayed: RoundReplay[StateT]
    ) -> Callable[[Step[StateT]], Struct]:
        """Return a function that returns the position of each step of a round or a variation.

        A position is everything visible in the state of a step, before its actions: a Struct of
        plain values (numbers, strings, tuples and other such Structs), without layout or colours,
        that msgspec can turn into JSON. Do slow work once, before returning the function.

        If the record is a player's view, the states are masked for that player, so a position made
        only from the state hides enough. Anything taken from the record may only be put into a
        position if the player had seen it by then.
        """
        return _state


def _state(step: Step[Any]) -> Struct:
    state: Struct = step.state
    return state


def position_of(kind: type[PositionT], state: object, **more: Any) -> PositionT:
    """Return a position with these values, taking other fields from the state."""
    for name in kind.__struct_fields__:
        if name not in more and (value := getattr(state, name, _MISSING)) is not _MISSING:
            more[name] = value
    return kind(**more)


_MISSING = object()


class Broken(Struct, frozen=True):
    """A rule that an action breaks: its code, its name and how it is broken."""

    code: str
    name: str
    message: str


def broken(breach: IllegalAction) -> Broken:
    """Return the rule that an action breaks."""
    return Broken(breach.rule.code, breach.rule.name, str(breach))
