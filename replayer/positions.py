"""The positions of a game, and the part of them that each player knows."""

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
    """The positions that the states of a game make.

    This class itself hides nothing, and each state is its own position. That is right for games
    without private observations whose states are Structs of plain values.
    """

    type: type[Struct] | None = None
    """The type of the positions, from which their JSON Schema is made."""

    def masked(
        self, state: StateT, actions: Mapping[int, Action], shown: Observation, player: int
    ) -> tuple[StateT, Mapping[int, Action]]:
        """Return a state as a player knows it, with its actions as they are shown to the player.

        `state` is what the player knew before, `actions` are those of the record, and `shown` is
        the player's observation of them. The rules then apply the actions that are returned to the
        state that is returned, so both must be masked: a deal with the hands of others hidden, a
        piece laid face-down as an unknown one. If hidden parts of the state are shown now (a hand
        thrown in, a kitty taken up), they are put into the state.
        """
        return state, actions

    def of(
        self, record: RecordT, replayed: RoundReplay[StateT]
    ) -> Callable[[Step[StateT]], Struct]:
        """Return a function that gives the position of each step of a round, or of a variation.

        A position is what there is to see in the state of a step, before its actions: a Struct of
        plain values (numbers, strings, tuples and other such Structs), without layout or colours,
        which msgspec can turn into JSON. Work that takes long is done once, before the function is
        returned.

        If the record is a player's view, the states are masked for that player, so a position made
        of the state alone hides enough. Anything taken from the record may only be put into a
        position if the player had been shown it by then.
        """
        return _state


def _state(step: Step[Any]) -> Struct:
    state: Struct = step.state
    return state


def position_of(kind: type[PositionT], state: object, **more: Any) -> PositionT:
    """A position with these values; for other fields, the state has them under the same names."""
    names = [name for name in kind.__struct_fields__ if name not in more and hasattr(state, name)]
    return kind(**{name: getattr(state, name) for name in names}, **more)


class Broken(Struct, frozen=True):
    """A rule that an action breaks: its code, its name, and how it is broken."""

    code: str
    name: str
    message: str


def broken(breach: IllegalAction) -> Broken:
    """The rule that an action breaks."""
    return Broken(breach.rule.code, breach.rule.name, str(breach))
