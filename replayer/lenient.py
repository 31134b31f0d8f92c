"""Records of more than the players' turns: positions set up during play, and play that resumes.

In some games, a record may set up a position in the middle of a round, let a player act twice in a
row, or continue after the end. Each recorded action then says who makes it, and breaking a rule
that is only a warning does not stop the replay.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar, cast, runtime_checkable

from .play.annotation import Annotation
from .rules import CHANCE, Action, Chance, Decision, IllegalAction, Node, Rules, Terminal

StateT = TypeVar("StateT")
GivenT = TypeVar("GivenT", contravariant=True)


class Arbiter(Chance, frozen=True):
    """The record changes the position here, although no player acts: this is not a ply."""


@runtime_checkable
class Lenient(Protocol[GivenT]):
    """Rules of a game whose recorded actions may be made out of turn.

    For such an action, `verify` raises an error whose rule is only a warning, unless the action
    also breaks another rule. `CHANCE` may change the position in a decision node.
    """

    def actor(self, state: GivenT, action: Action) -> int:
        """Return the player who makes a recorded action, or `CHANCE` if no player does."""
        ...

    def remarks(self, state: GivenT, player: int, action: Action) -> Iterator[IllegalAction]:
        """Yield notes about an action that was carried out, besides any warning by `verify`."""
        ...

    def fouls(self, annotations: Sequence[Annotation]) -> Mapping[int, str]:
        """Return the plies that break a rule according to annotations, with the rules' codes."""
        ...


def actors(rules: Rules[StateT], state: StateT, node: Node, action: Action) -> tuple[int, ...]:
    """Return who makes the next actions of a record, given the first of them."""
    if isinstance(rules, Lenient):
        return (cast(Lenient[Any], rules).actor(state, action),)
    return node.players if isinstance(node, Decision) else (CHANCE,)


def acted(node: Node, actions: Mapping[int, Action]) -> Node:
    """Return the node for recorded actions: an arbiter's change, or play resumed after the end."""
    if CHANCE in actions:
        return node if isinstance(node, Chance) else Arbiter()
    return Decision(tuple(actions)) if isinstance(node, Terminal) else node


def stops(breach: IllegalAction, lenient: bool) -> bool:
    """Return whether the replay stops at a broken rule."""
    return not lenient or breach.rule.severity == "error"


def fouls(rules: Rules[Any], annotations: Sequence[Annotation]) -> Mapping[int, str]:
    """Return the plies that break a rule according to the annotations of a line."""
    return rules.fouls(annotations) if annotations and isinstance(rules, Lenient) else {}
