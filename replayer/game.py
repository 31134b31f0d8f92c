"""The interface that every game implements, in the terms of factored-observation stochastic games.

A *world state* is a chance node (a deal), a decision node (one player, or several at once) or
terminal. An action at it leads to the next state, and shows something to everybody (the public
observation) and something to single players (the private ones). What a player knows is made of
those observations and of nothing else.

Source: Schmid et al., "Student of Games" (Science Advances, 2023), section "Background and
terminology". Games here are played in rounds: a round is one deal played out, and a *ply* is one
action of one player in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from ..findings import Finding, Rule
from .variations import Variation

CHANCE = -1
"""The "player" who acts at a chance node."""

Action: TypeAlias = str
"""An action, written as the game's own notation writes it: `87`, `0`, `redeal`."""

Observation: TypeAlias = Mapping[str, Any]
"""What was shown: plain JSON values under readable keys."""

StateT = TypeVar("StateT")
RecordT = TypeVar("RecordT")


class Chance(Struct, frozen=True):
    """A stochastic event follows: the deal that begins a round."""

    kind: str = "chance"


class Decision(Struct, frozen=True):
    """The players named act, all at once if there are several.

    `counted` is false for a decision about the deal, taken before the play: it is no ply.
    """

    players: tuple[int, ...]
    counted: bool = True
    kind: str = "decision"


class Terminal(Struct, frozen=True):
    """The game is over."""

    kind: str = "terminal"


Node: TypeAlias = Chance | Decision | Terminal


class Transition(Struct, Generic[StateT], frozen=True):
    """What an action leads to: the next state, and what each player was shown of it."""

    state: StateT
    public: Observation
    private: Mapping[int, Observation]


class IllegalAction(ValueError):
    """An action that a rule forbids.

    `rule` is the rule, the message the reason. `part` and `offset` say which part of the action
    breaks it: for a deal the number of the hand and the piece in it, for any other action the
    character.
    """

    def __init__(self, rule: Rule, why: str, part: int | None = None, offset: int | None = None):
        super().__init__(why)
        self.rule = rule
        self.part = part
        self.offset = offset


class Rules(Protocol[StateT]):
    """The rules of a game under given options. Immutable."""

    @property
    def players(self) -> int:
        """The number of players."""
        ...

    def initial_state(self) -> StateT:
        """The state in which a game begins."""
        ...

    def node(self, state: StateT) -> Node:
        """Who acts in this state."""
        ...

    def legal_actions(self, state: StateT, player: int) -> Sequence[Action]:
        """Everything that a player may do at a decision node."""
        ...

    def sample(self, state: StateT, rng: Random) -> Action:
        """Draw one outcome of a chance node, with its true probability."""
        ...

    def verify(self, state: StateT, player: int, action: Action) -> None:
        """Raise IllegalAction if a rule forbids the action (`CHANCE` is the player of a deal)."""
        ...

    def apply(self, state: StateT, actions: Mapping[int, Action]) -> Transition[StateT]:
        """Carry out actions, legal or not: `verify` is asked separately."""
        ...

    def returns(self, state: StateT) -> Sequence[int]:
        """The points that each player has in this state."""
        ...


class Line(Struct, Generic[StateT], frozen=True):
    """One round of a record: where it begins, and what was done in each state that it comes to.

    `choose` answers None where the record stops. `fouls` maps plies to rules that were broken
    there, as the record itself says.
    """

    start: StateT
    choose: Callable[[StateT, Node], Mapping[int, Action] | None]
    fouls: Mapping[int, str]


class Game(Protocol[RecordT, StateT]):
    """A game as the registry holds it."""

    @property
    def name(self) -> str:
        """The name by which notations and commands know the game."""
        ...

    @property
    def canonical(self) -> str:
        """The notation that holds everything a record of this game can say."""
        ...

    @property
    def record_type(self) -> type[RecordT]:
        """The type of its records."""
        ...

    def rules(self, record: RecordT) -> Rules[StateT]:
        """The rules that a record was played under."""
        ...

    def rounds(self, record: RecordT) -> int:
        """The number of rounds in a record."""
        ...

    def plies(self, record: RecordT) -> int:
        """The number of plies in all rounds of a record."""
        ...

    def line(self, record: RecordT, number: int) -> Line[StateT]:
        """The round of a record with this number, from 1.

        Raises IllegalAction where a round is not even shaped like one.
        """
        ...

    def variations(self, record: RecordT, number: int) -> tuple[Variation, ...]:
        """The variations of the round with this number, from 1."""
        ...

    def with_variations(
        self, record: RecordT, number: int, variations: tuple[Variation, ...]
    ) -> RecordT:
        """The record with these variations of a round in place of those that it has."""
        ...

    def check(self, record: RecordT, unsaid: Iterable[str]) -> Iterator[Finding]:
        """Everything wrong with a record. What its notation cannot say is not held against it."""
        ...

    def view(self, record: RecordT, player: int) -> RecordT:
        """The record as one player knew it."""
        ...

    def generate(self, rng: Random) -> RecordT:
        """Return a random legal record."""
        ...
