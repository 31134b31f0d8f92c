"""Positions in a hand of Leduc poker."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from ..positions import Positions, position_of
from ..replay.round import RoundReplay, Step
from ..rules import CHANCE, Action, Observation
from .record import Record
from .state import End, Pair, State


class LeducPosition(Struct, frozen=True, kw_only=True):
    """A position in a hand.

    `cards` are the private cards dealt so far, player 0's first. `betting` has the actions of each
    betting round, with the current one last. `stakes` are the chips that each player has put in.
    `end` is set once the hand is over, and so are `returns` unless a card in the showdown is
    hidden; the `totals` of the match then include these returns.
    """

    totals: Pair
    cards: tuple[str, ...]
    public: str | None
    betting: tuple[tuple[Action, ...], ...]
    stakes: Pair
    end: End | None
    returns: Pair | None

    @property
    def taken(self) -> int:
        """How many actions have followed the deal, counting the public card as one."""
        return sum(map(len, self.betting)) + (self.public is not None)


class LeducPositions(Positions[Record, State]):
    """The positions of Leduc poker: the opponent's card is hidden until the showdown."""

    type = LeducPosition

    def masked(
        self, state: State, actions: Mapping[int, Action], shown: Observation, player: int
    ) -> tuple[State, Mapping[int, Action]]:
        """Mask a private card as it is dealt, or reveal both at a showdown."""
        if "card" in shown:
            return state, {CHANCE: shown["card"]}
        return state.knowing(shown["shown"]) if "shown" in shown else state, actions

    def of(
        self, record: Record, replayed: RoundReplay[State]
    ) -> Callable[[Step[State]], LeducPosition]:
        """Return the function that makes a position from each state of a hand."""
        return lambda step: position_of(LeducPosition, step.state)
