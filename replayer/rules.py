"""The rules of a game: turn order, legal actions, and their consequences.

A *state* is a chance node (a deal, a card turned up), a decision node (one player, or several at
once) or terminal. An action leads to the next state; everybody gets the public observation, and
individual players get private ones. A player knows what these observations show, and nothing else.

Games are played in *rounds*: a round is one deal played out, from the deal (or the first decision,
if nothing is dealt) to `Terminal`. A *ply* is one action of one player in it. A match is a chain of
rounds; only `Rules.next_round` decides what carries over to the next round.

Source: Schmid et al., "Student of Games" (Science Advances, 2023), section "Background and
terminology".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar, runtime_checkable

from msgspec import Struct

from ..findings import Rule, rule_of
from .points import Points

if TYPE_CHECKING:
    from fractions import Fraction  # slow to import
    from random import Random

CHANCE = -1
"""The "player" who acts at a chance node."""


def seat_of(player: int, players: int) -> int:
    """Return a player's number for an engine; a number that belongs to no player becomes `players`.

    A record may name any player, but compiled engines use small integers.

    >>> seat_of(2, 4), seat_of(2**70, 4)
    (2, 4)
    """
    return player if 0 <= player < players else players


Action: TypeAlias = str
"""An action as written in the game's own notation: `87`, `0`, `redeal`."""

Observation: TypeAlias = Mapping[str, Any]
"""An observation: plain JSON values under readable keys."""

StateT = TypeVar("StateT")
GivenT = TypeVar("GivenT", contravariant=True)


class Chance(Struct, frozen=True):
    """A stochastic event follows, such as a deal."""

    kind: str = "chance"


class Decision(Struct, frozen=True):
    """The named players act, all at once if there are several.

    `counted` is false for a decision about the deal, which is made before play and is not a ply.
    """

    players: tuple[int, ...]
    counted: bool = True
    kind: str = "decision"


class Terminal(Struct, frozen=True):
    """The round is over."""

    kind: str = "terminal"


Node: TypeAlias = Chance | Decision | Terminal


class Transition(Struct, Generic[StateT], frozen=True):
    """The result of an action: the next state, and what each player saw."""

    state: StateT
    public: Observation
    private: Mapping[int, Observation]


class IllegalAction(ValueError):
    """An action that a rule forbids.

    The message says why. `part` and `offset` locate the part of the action that breaks the `rule`:
    in a deal, the number of the hand and the piece in it; in any other action, the character.
    `meant` is the intended hand, card or action if a misspelt one can be recognised with certainty.
    `inferred` is true if the word is spelt correctly and only its context shows what it should be.
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
    """Return one of a rule's reasons with facts filled in; if there are fewer, the last one.

    A fact may be a function, which is only called if the reason has that fact.
    """
    return rule.reasons[min(number, len(rule.reasons) - 1)].format_map(_Facts(facts))


class _Facts(dict[str, object]):
    def __getitem__(self, name: str) -> object:
        found = super().__getitem__(name)
        return found() if callable(found) else found


def illegal(
    rule: Rule,
    reason: int = 0,
    *,
    part: int | None = None,
    offset: int | None = None,
    meant: str | None = None,
    **facts: object,
) -> IllegalAction:
    """Return an error for an action that breaks a rule, with one of its `reasons`."""
    return IllegalAction(rule, because(rule, reason, **facts), part, offset, meant)


def broken(letter: str, breach: int, **facts: Any) -> IllegalAction:
    """Return the error that an engine's answer stands for.

    The last three digits of `breach` are those of the rule's code, which begins with `letter`; its
    thousands are the number of the reason.

    >>> from kifu.replayer.leduc import codes
    >>> str(broken("L", 102, player=1))
    'player 1 cannot fold: there is no bet to meet'
    """
    return illegal(rule_of(f"{letter}{breach % 1000:03}"), breach // 1000, **facts)


class Rules(Protocol[StateT]):
    """The rules of a game under given options. Immutable.

    Rules may limit the plies of a round with `most_plies` (by default, `MOST_PLIES` of
    `kifu.findings.limits`): a longer round is treated as never ending. The same limit applies to
    steps that are not plies, such as chance.

    With `plays_for_lead = True`, players want to be ahead of the others: points matter only as far
    as the others have fewer. So two players play for half of the difference, which adds up to zero.
    """

    @property
    def players(self) -> int:
        """The number of players."""
        ...

    def initial_state(self) -> StateT:
        """Return the state in which the first round of a match begins."""
        ...

    def next_round(self, end: StateT) -> StateT | None:
        """Return the start of the next round, after one that ended in a terminal state.

        It contains everything that a match carries over from round to round. None if the match is
        over.
        """
        ...

    def node(self, state: StateT) -> Node:
        """Return who acts in this state: chance, players or, if the round is over, nobody."""
        ...

    def legal_actions(self, state: StateT, player: int) -> Sequence[Action]:
        """Return all actions of a player in this state; none if the player does not act.

        If there are too many actions to list, they are returned as ranges (`choices.Choices`).
        """
        ...

    def chance_outcomes(self, state: StateT) -> Mapping[Action, Fraction] | None:
        """Return the chance outcomes with their probabilities; None if there are too many."""
        ...

    def sample(self, state: StateT, rng: Random) -> Action:
        """Draw one outcome of a chance node with its true probability."""
        ...

    def verify(self, state: StateT, player: int, action: Action) -> None:
        """Raise IllegalAction if a rule forbids the action (`CHANCE` is the player of a deal)."""
        ...

    def apply(self, state: StateT, actions: Mapping[int, Action]) -> Transition[StateT]:
        """Carry out actions, legal or not; `verify` checks them separately."""
        ...

    def returns(self, state: StateT) -> Sequence[Points]:
        """Return each player's points in the match; in a terminal state, they include its round.

        They are whole numbers or fractions, never floating-point numbers.
        """
        ...


@runtime_checkable
class TakesSides(Protocol[GivenT]):
    """Rules under which more than two players form two sides, so that rounds can be solved."""

    def sides(self, state: GivenT) -> Sequence[int] | None:
        """Return each player's side, 0 or 1, in a state with nothing hidden; None if still open.

        The sides last until the end of the round. An end that is better for a player, compared
        with the average player, is also better for the others on its side, and worse for the rest.
        """
        ...
