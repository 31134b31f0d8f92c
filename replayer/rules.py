"""The rules of a game: the players to act in a state, legal actions, and their consequences.

A *state* is a chance node (a deal, a card turned up), a decision node (one player, or several at
once) or terminal. An action leads to the next state; everybody is shown the public observation, and
single players their private ones. A player knows what these observations show, and nothing else.

Games are played in *rounds*: a round is one deal played out, from the deal (or the first decision,
where nothing is dealt) to `Terminal`. A *ply* is one action of one player in it. A match is a chain
of rounds; only `Rules.next_round` says what the next round takes over from the last one.

Source: Schmid et al., "Student of Games" (Science Advances, 2023), section "Background and
terminology".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from ..findings import Rule, rule_of
from .points import Points

if TYPE_CHECKING:
    from fractions import Fraction  # slow to import
    from random import Random

CHANCE = -1
"""The "player" who acts at a chance node."""


def seat_of(player: int, players: int) -> int:
    """The number by which an engine knows a player; for anybody else, the one behind the last.

    A record may name any player, and numbers of compiled engines are small.

    >>> seat_of(2, 4), seat_of(2**70, 4)
    (2, 4)
    """
    return player if 0 <= player < players else players


Action: TypeAlias = str
"""An action, written as the game's own notation writes it: `87`, `0`, `redeal`."""

Observation: TypeAlias = Mapping[str, Any]
"""An observation: plain JSON values under readable keys."""

StateT = TypeVar("StateT")


class Chance(Struct, frozen=True):
    """A stochastic event follows, such as a deal."""

    kind: str = "chance"


class Decision(Struct, frozen=True):
    """The players named act, all at once if there are several.

    `counted` is false for a decision about the deal, taken before the play, which is not a ply.
    """

    players: tuple[int, ...]
    counted: bool = True
    kind: str = "decision"


class Terminal(Struct, frozen=True):
    """The round is over."""

    kind: str = "terminal"


Node: TypeAlias = Chance | Decision | Terminal


class Transition(Struct, Generic[StateT], frozen=True):
    """The result of an action: the next state, and what each player was shown of it."""

    state: StateT
    public: Observation
    private: Mapping[int, Observation]


class IllegalAction(ValueError):
    """An action that a rule forbids.

    The message says why. `part` and `offset` say which part of the action breaks the `rule`: in a
    deal the number of the hand and the piece in it, in any other action the character. `meant` is
    what a hand, a card or an action that is only misspelt was meant to be, if that is certain. It
    is `inferred` where the word is spelt well, and only the rest shows what it should be.
    """

    def __init__(
        self,
        rule: Rule,
        why: str,
        part: int | None = None,
        offset: int | None = None,
        meant: str | None = None,
        inferred: bool = False,
    ):
        super().__init__(why)
        self.rule = rule
        self.part = part
        self.offset = offset
        self.meant = meant
        self.inferred = inferred


def because(rule: Rule, number: int = 0, **facts: object) -> str:
    """One of the reasons of a rule with its facts; the last one also has all higher numbers."""
    return rule.reasons[min(number, len(rule.reasons) - 1)].format(**facts)


def illegal(
    rule: Rule,
    reason: int = 0,
    *,
    part: int | None = None,
    offset: int | None = None,
    meant: str | None = None,
    **facts: object,
) -> IllegalAction:
    """An action that breaks a rule, for one of the `reasons` of the rule and with its facts."""
    return IllegalAction(rule, because(rule, reason, **facts), part, offset, meant)


def broken(letter: str, breach: int, **facts: Any) -> IllegalAction:
    """The answer of an engine in words.

    The last three digits of a `breach` are those of a code that begins with the letter; its
    thousands are the number of the reason.

    >>> from kifu.replayer.leduc import codes
    >>> str(broken("L", 102, player=1))
    'player 1 cannot fold: there is no bet to meet'
    """
    return illegal(rule_of(f"{letter}{breach % 1000:03}"), breach // 1000, **facts)


class Rules(Protocol[StateT]):
    """The rules of a game under given options. Immutable.

    Rules may say as `most_plies` how many plies a round may have (`MOST_PLIES` of
    `kifu.findings.limits` without that): one that goes on is taken for one that never ends. So is
    one with more steps than these that are no plies, such as those of chance.
    """

    @property
    def players(self) -> int:
        """The number of players."""
        ...

    def initial_state(self) -> StateT:
        """The state in which the first round of a match begins."""
        ...

    def next_round(self, end: StateT) -> StateT | None:
        """The state in which the next round begins, after one that ended in a terminal state.

        Everything that a match carries from round to round is taken over here. None if the match is
        over.
        """
        ...

    def node(self, state: StateT) -> Node:
        """The players to act in this state, or chance."""
        ...

    def legal_actions(self, state: StateT, player: int) -> Sequence[Action]:
        """Everything that a player may do in this state; nothing unless the player acts in it.

        Actions that are too many to list come as ranges, in `choices.Choices`.
        """
        ...

    def chance_outcomes(self, state: StateT) -> Mapping[Action, Fraction] | None:
        """The outcomes of a chance node with their probabilities; None if there are too many."""
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

    def returns(self, state: StateT) -> Sequence[Points]:
        """The points that each player has in the match; a terminal state includes its round.

        They are whole numbers or fractions, never floating-point numbers.
        """
        ...
