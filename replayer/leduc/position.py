"""What there is to see in a hand of Leduc poker."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from ..positions import Positions
from ..rules import CHANCE, Action, Observation
from .record import Record
from .state import State


class LeducPositions(Positions[Record, State]):
    """A state is a position; the other's card is hidden until it is shown down."""

    type = State

    def masked(
        self, state: State, actions: Mapping[int, Action], shown: Observation, player: int
    ) -> tuple[State, Mapping[int, Action]]:
        """The private card that is dealt, as far as it is shown; at a showdown, both."""
        if "card" in shown:
            return state, {CHANCE: shown["card"]}
        if "shown" in shown:
            state = replace(state, cards=shown["shown"])
        return state, actions
