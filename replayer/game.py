"""What a game is: the interface of its rules, and what can be done with its records.

A *state* is a chance node (a deal, a card turned up), a decision node (one player, or several at
once) or terminal. An action leads to the next state; everybody is shown the public observation,
and single players their private ones. What a player knows is made of those observations and of
nothing else.

Games are played in *rounds*: a round runs from its first chance node to `Terminal`, and is one deal
played out. A *ply* is one action of one player in it. A match chains rounds; what the next round
takes over from the last one is said by `Rules.next_round` alone.

Source: Schmid et al., "Student of Games" (Science Advances, 2023), section "Background and
terminology".
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from ..findings import Finding, Rule
from .variations import Variation, VariedRound, varied

CHANCE = -1
"""The "player" who acts at a chance node."""

Action: TypeAlias = str
"""An action, written as the game's own notation writes it: `87`, `0`, `redeal`."""

Observation: TypeAlias = Mapping[str, Any]
"""What was shown: plain JSON values under readable keys."""

StateT = TypeVar("StateT")
RecordT = TypeVar("RecordT")


class Chance(Struct, frozen=True):
    """A stochastic event follows, such as a deal."""

    kind: str = "chance"


class Decision(Struct, frozen=True):
    """The players named act, all at once if there are several.

    `counted` is false for a decision about the deal, taken before the play: it is no ply.
    """

    players: tuple[int, ...]
    counted: bool = True
    kind: str = "decision"


class Terminal(Struct, frozen=True):
    """The round is over."""

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
        """The state in which the first round of a match begins."""
        ...

    def next_round(self, end: StateT) -> StateT | None:
        """The state in which the next round begins, after one that ended in a terminal state.

        Everything that a match carries from round to round is taken over here. None where the
        match is over.
        """
        ...

    def node(self, state: StateT) -> Node:
        """Who acts in this state."""
        ...

    def legal_actions(self, state: StateT, player: int) -> Sequence[Action]:
        """Everything that a player may do at a decision node."""
        ...

    def chance_outcomes(self, state: StateT) -> Mapping[Action, Fraction] | None:
        """The outcomes of a chance node with their probabilities; None where too many to list."""
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
        """The points that each player has in the match; in a terminal state, with this round's."""
        ...


class RecordedRound(Struct, Generic[StateT], frozen=True):
    """A round as a record has it: where it begins, and what was done in each state it comes to.

    `choose` answers None where the record stops. `fouls` maps plies to codes of rules that were
    broken there, as the record itself says.
    """

    start: StateT
    choose: Callable[[StateT, Node], Mapping[int, Action] | None]
    fouls: Mapping[int, str]


class Step(Struct, Generic[StateT], frozen=True):
    """One world state of a round, and what the record says was done in it.

    `ply` is the number of the (first) ply taken here, 0 where what is done is no ply. `actions` is
    None in the last step: the round is over there, or the record stops. `breach` is the rule that
    the action breaks; unless the record itself calls it a foul that stood, nothing follows it and
    `transition` is None.
    """

    ply: int
    state: StateT
    node: Node
    actions: Mapping[int, Action] | None = None
    transition: Transition[StateT] | None = None
    breach: IllegalAction | None = None

    @property
    def over(self) -> bool:
        """Whether the round is over in this state."""
        return isinstance(self.node, Terminal)


class Checked(Struct, Generic[StateT], frozen=True):
    """What came of checking a record.

    `ends` holds, for each round, the terminal state in which it ended, None where it did not (it
    breaks a rule, or the record stops). `completed` is the record with all that was inferred of it,
    None where checks infer nothing.
    """

    findings: list[Finding]
    ends: list[StateT | None]
    completed: Any = None


class MatchResult(Struct, frozen=True):
    """How a finished match ended.

    `names` and `points` have one entry a player, in seat order; names are None where the record
    has none. `at_fault` is the player whose fault ended the match. Players of one of the `sides`
    play together, and have no result between them; without sides, each plays alone.
    """

    names: tuple[str, ...] | None
    points: tuple[int, ...]
    at_fault: int | None = None
    sides: tuple[int, ...] | None = None


class Unsupported(ValueError):
    """A game does not have what was asked for."""


class Game(ABC, Generic[RecordT, StateT]):
    """What can be done with the records of a game."""

    name: str
    """The name by which notations and commands know the game."""

    # Records

    @abstractmethod
    def rules(self, record: RecordT) -> Rules[StateT]:
        """The rules that a record was played under."""

    @abstractmethod
    def rounds(self, record: RecordT) -> Sequence[VariedRound]:
        """The rounds of a record, as it has them."""

    @abstractmethod
    def with_rounds(self, record: RecordT, rounds: tuple[Any, ...]) -> RecordT:
        """The record with other rounds."""

    @abstractmethod
    def plies(self, record: RecordT) -> int:
        """The number of plies in all rounds of a record."""

    @abstractmethod
    def recorded_round(
        self, record: RecordT, number: int, before: Callable[[], StateT | None]
    ) -> RecordedRound[StateT]:
        """The round with this number, from 1, ready to be replayed.

        `before` gives the last state of the round before it, None where there is none; a game asks
        only where its records leave out what follows from it.

        Raises IllegalAction where the round is not well-formed (three hands where four are due).
        """

    def variations(self, record: RecordT, number: int) -> tuple[Variation, ...]:
        """The variations of the round with this number, from 1."""
        return self.rounds(record)[number - 1].variations

    def with_variations(
        self, record: RecordT, number: int, variations: tuple[Variation, ...]
    ) -> RecordT:
        """The record with these variations of a round in place of those that it has."""
        return self.with_rounds(record, varied(self.rounds(record), number, variations))

    # What is done with them

    @abstractmethod
    def check(self, record: RecordT, unsupported: Collection[str] = ()) -> Checked[StateT]:
        """Everything wrong with a record, with one walk through its rounds.

        `unsupported` names what its notation cannot say, which is not held against it.
        """

    @abstractmethod
    def view(self, record: RecordT, player: int, shown: Iterable[Sequence[Observation]]) -> RecordT:
        """The record as one player knew it, made of what that player was shown in each round."""

    @abstractmethod
    def generate(self, rng: Random) -> RecordT:
        """Return a random legal record."""

    # What there is to see

    position_type: type[Struct] | None = None
    """The type of the positions, from which their JSON Schema is made."""

    def viewer(self, record: RecordT) -> int | None:
        """The player whose view a record is; None for a record of everybody.

        By default, the number that the record has as its `view`.
        """
        view: object = getattr(record, "view", None)
        return view if isinstance(view, int) else None

    def masked(
        self, state: StateT, actions: Mapping[int, Action], shown: Observation, player: int
    ) -> tuple[StateT, Mapping[int, Action]]:
        """What a player knows of a state, and is shown of the actions that are taken in it.

        `state` is what the player knew before, `actions` are what the record has, and `shown` is
        the player's observation of them. The rules then apply the masked actions to the state, so
        all that comes back must be masked: a deal with the hands of others hidden, a piece laid
        face-down as an unknown one. What is shown now of a state that was masked before (a hand
        thrown in, a kitty taken up) is put into the state.

        By default nothing is masked, which is right for games without private observations only.
        """
        return state, actions

    def positions(
        self,
        record: RecordT,
        number: int,
        steps: Sequence[Step[StateT]],
        viewer: int | None,
        main_line: bool,
    ) -> Callable[[Step[StateT]], Struct]:
        """Return a function that gives the position of each of these steps.

        They are the steps of the main line of the round with this number (from 1), or else of one
        of its variations. A position is what there is to see in the state of a step, before its
        actions: a Struct of plain values (numbers, strings, tuples and other such Structs), without
        layout or colours, which msgspec can turn into JSON. Its class is the `position_type`.
        Whatever takes long is worked out once, before the function is returned.

        Where there is a `viewer`, both the record and the states are masked for that player: a
        position that is made of the state alone needs no more care. What is taken from the record
        may only be put into a position if the player had been shown it by then.

        By default the position is the state itself, which is right where that is a Struct of plain
        values.
        """
        return _state

    # What only some games have

    def join(self, records: Sequence[RecordT]) -> RecordT:
        """One record, put together from the views of its players.

        Raises ValueError where they are not views of one match, and Unsupported where the game has
        no such thing.
        """
        raise Unsupported(f"views of {self.name} cannot be joined")

    def match_result(self, record: RecordT, ends: Sequence[StateT | None]) -> MatchResult | None:
        """How the match of a sound record ended, None where it is not finished.

        `ends` are those of `Checked`. Raises Unsupported where matches of the game are not rated.
        """
        raise Unsupported(f"matches of {self.name} are not rated")


def _state(step: Step[Any]) -> Struct:
    state: Struct = step.state
    return state


class GameDescriptor(Struct, frozen=True, kw_only=True):
    """What is known of a game without importing its rules.

    `module` is the module that has its `GAME`, an instance of `Game`; `record` is the module
    that has the type `Record` of its records; `codes` declares the rules that a record can break.
    """

    name: str
    title: str
    module: str
    record: str
    codes: str
