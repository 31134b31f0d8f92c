"""What there is to see of a game: its positions, and what each player knows of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from msgspec import Struct

from .replay import RoundReplay, Step
from .rules import Action, Observation

StateT = TypeVar("StateT")
RecordT = TypeVar("RecordT")


class Positions(Generic[RecordT, StateT]):
    """What there is to see in the states of a game.

    As it stands, nothing is hidden from anybody and each state is its own position: that is right
    for games without private observations, whose states are Structs of plain values.
    """

    type: type[Struct] | None = None
    """The type of the positions, from which their JSON Schema is made."""

    def masked(
        self, state: StateT, actions: Mapping[int, Action], shown: Observation, player: int
    ) -> tuple[StateT, Mapping[int, Action]]:
        """What a player knows of a state, and is shown of the actions that are taken in it.

        `state` is what the player knew before, `actions` are what the record has, and `shown` is
        the player's observation of them. The rules then apply the masked actions to the state, so
        all that comes back must be masked: a deal with the hands of others hidden, a piece laid
        face-down as an unknown one. What is shown now of a state that was masked before (a hand
        thrown in, a kitty taken up) is put into the state.
        """
        return state, actions

    def of(
        self, record: RecordT, replayed: RoundReplay[StateT]
    ) -> Callable[[Step[StateT]], Struct]:
        """Return a function that gives the position of each step of a round, or of a variation.

        A position is what there is to see in the state of a step, before its actions: a Struct of
        plain values (numbers, strings, tuples and other such Structs), without layout or colours,
        which msgspec can turn into JSON. Whatever takes long is worked out once, before the
        function is returned.

        Where the record is a player's view, the states are masked for that player too: a position
        that is made of the state alone needs no more care. What is taken from the record may only
        be put into a position if the player had been shown it by then.
        """
        return _state


def _state(step: Step[Any]) -> Struct:
    state: Struct = step.state
    return state
