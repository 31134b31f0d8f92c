"""A step of a trajectory: what may be done there, what was done, and both as plain JSON values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from msgspec import to_builtins

from ..choices import listed, ranges
from ..points import points_value
from ..positions import Positions, broken
from ..rules import CHANCE, Action, Decision, IllegalAction, Node, Rules
from ..spelling import parse, spell, spells
from .round import Step, first_breach
from .view import seen_by_others

PositionT = TypeVar("PositionT")

JsonObject = dict[str, Any]


class TrajectoryStep(Generic[PositionT]):
    """One step of a trajectory.

    `ply` is the number of the (first) ply made here, 0 if the actions do not count as plies.
    `actors` are the players who act: nobody at a chance node, or once the round is over.
    `actions` are their actions by player (`CHANCE` for a deal), or None if the record stops.
    `breach` is the rule that an action breaks. If `stands` is true, play continues after the
    action.
    """

    def __init__(
        self, rules: Rules[Any], step: Step[Any], position_of: Callable[[Step[Any]], PositionT]
    ) -> None:
        self._rules = rules
        self._step = step
        self._position_of = position_of
        self.ply = step.ply
        self.over = step.over
        self.actors: tuple[int, ...] = _actors(step.node)
        self.actions = step.actions
        self.stands = step.transition is not None
        self.breach = None if step.breach is None else broken(step.breach)

    @cached_property
    def position(self) -> PositionT:
        """The visible position before the actions."""
        return self._position_of(self._step)

    @cached_property
    def legal(self) -> Mapping[int, Sequence[Action]]:
        """The legal actions of each player who acts; if cards are hidden, all that may be legal."""
        state = self._step.state
        return {player: self._rules.legal_actions(state, player) for player in self.actors}

    def breaks(self, player: int, action: Action) -> bool:
        """Return whether a player's action would break a rule in this step."""
        return first_breach(self._rules, self._step.state, {player: action}) is not None

    def breach_of(self, action: str) -> IllegalAction | None:
        """Return the rule that an action would break if any of the acting players took it.

        Any spelling of the game is accepted.
        """
        return next(filter(None, (self.breach_by(each, action) for each in self.actors)), None)

    def breach_by(self, player: int, spelled: str) -> IllegalAction | None:
        """Return the rule that a player's action would break."""
        state = self._step.state
        try:
            self._rules.verify(state, player, parse(self._rules, state, player, spelled))
        except IllegalAction as breach:
            return breach.with_traceback(None)
        return None

    def shown(self, positions: Positions[Any, Any]) -> Mapping[int, Action]:
        """Return the actions as the other players saw them, if a part was hidden from them."""
        return seen_by_others(positions, self._rules.players, self._step)

    def spelled(self, player: int, action: Action) -> str:
        """Return how people write an action here; one that breaks a rule is returned unchanged."""
        if not spells(self._rules) or self.breaks(player, action):
            return action
        return spell(self._rules, self._step.state, player, action)

    def choice(self) -> JsonObject:
        """Return JSON with the ply, the kind of node, the players who act, and their legal actions.

        Ranges and alternative spellings of actions are only included if the game has them.
        """
        legal = {str(player): list(listed(actions)) for player, actions in self.legal.items()}
        found: JsonObject = {
            "ply": self.ply,
            "node": self._step.node.kind,
            "actors": list(self.actors),
            "legal": legal,
        }
        wide = {str(each): has for each, actions in self.legal.items() if (has := ranges(actions))}
        if wide:
            found["ranges"] = plain_values(wide)
        if spells(self._rules):
            spellings = {key: self._spellings(int(key), each) for key, each in legal.items()}
            if any(spellings.values()):
                found["spelled"] = spellings
        return found

    def _spellings(self, player: int, legal: Sequence[Action]) -> dict[Action, str]:
        """Return the alternative spellings of those of a player's actions that have one."""
        done = [] if self.actions is None else [self.actions.get(player, "")]
        words = {each: self.spelled(player, each) for each in (*legal, *done) if each}
        return {action: word for action, word in words.items() if word != action}

    def outline(self) -> JsonObject:
        """Return the step as JSON, without the position and the observations."""
        found = self.choice()
        found["actions"] = actions_values(self.actions)
        found["returns"] = [*map(points_value, self._rules.returns(self._step.state))]
        found["breach"] = plain_values(self.breach)
        return found

    def values(self) -> JsonObject:
        """Return the whole step as JSON.

        `actions` is null if the record stops; `public` and `private` are null if the replay stops.
        `returns` are the players' points in this state.
        """
        following = self._step.transition
        return self.outline() | {
            "public": None if following is None else plain_values(following.public),
            "private": None if following is None else plain_values(following.private),
            "position": plain_values(self.position),
        }


def actions_values(actions: Mapping[int, Action] | None) -> dict[str, Action] | None:
    """Return actions as a JSON object with a key for each player."""
    return None if actions is None else {_actor(key): actions[key] for key in actions}


def _actors(node: Node) -> tuple[int, ...]:
    return node.players if isinstance(node, Decision) else ()


def _actor(player: int) -> str:
    return "chance" if player == CHANCE else str(player)


def plain_values(value: object) -> Any:
    """Convert a value to plain JSON values: tuples to lists, keys of objects to strings."""
    return to_builtins(value, str_keys=True)
