"""The public tree of a round between two players, made from the rules as far as it is needed.

A *public state* is everything that all players were shown. Its *histories* are the ways in which
the round may have got there, including chance events; its *information states* are what a player
may know there. A player cannot tell the histories of an information state apart.

Source: Schmid et al., "Student of Games" (Science Advances, 2023), "Background and terminology".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct, field

from ...findings.shown import short_struct
from ...replayer.choices import listed, ranges
from ...replayer.points import Points
from ...replayer.replay.round import Step
from ...replayer.rules import CHANCE, Action, Decision, Observation, Rules, Terminal

HISTORIES = 5_000
"""The largest number of histories in a public state, which are all listed."""

_SMALLER = "a smaller game may fit, such as one with a smaller deck"

Known: TypeAlias = bytes
"""A digest of everything that a player did and was shown in a round."""

UNSEEN = b"unseen"
"""The key of a public state in which only some of the players who act at once have chosen."""


class Unsuitable(ValueError):
    """A game cannot be searched or solved; the message says which condition it does not meet."""


class History(Struct, eq=False):
    """A way in which a round may have reached a public state.

    `infos` are the numbers of both players' information states, and `chance` is the probability of
    the chance events. `actions` are those chosen already if several players act at once. `before`
    is the history before the last actions, which are `taken`.
    """

    state: Any
    chance: float = 1.0
    infos: tuple[int, int] = (0, 0)
    actions: Mapping[int, Action] = {}
    before: History | None = None
    taken: Mapping[int, Action] = {}

    @property
    def way(self) -> list[History]:
        """The histories after each step of the round up to this one."""
        found, here = list[History](), self
        while here.before is not None:
            if here.taken:
                found.append(here)
            here = here.before
        return found[::-1]


class PublicState(Struct, eq=False):
    """A public state: the player who acts, its histories, and each player's information states.

    `actions` has the actions of all information states of the player who acts, each in a *slot*:
    those of the information state `i` are from `slots[i]` up to `slots[i + 1]`. Both are empty at a
    chance node. If a state is `single`, the tree may follow its actions one by one.
    `branches` has what follows, as far as it was needed.
    """

    player: int
    histories: list[History]
    known: tuple[list[Known], list[Known]]
    parent: PublicState | None = None
    key: bytes = b""
    actions: list[Action] = field(default_factory=list[Action])
    slots: list[int] = field(default_factory=list[int])
    single: bool = False
    branches: dict[int | None, Branch] = field(default_factory=dict[int | None, Any])

    __repr__ = short_struct

    @property
    def path(self) -> list[PublicState]:
        """The public states from the start of the round to this one."""
        found, here = list[PublicState](), self
        while here is not None:
            found.append(here)
            here = here.parent
        return found[::-1]

    def slots_of(self, info: int) -> range:
        """Return the slots of an information state of the player who acts."""
        return range(self.slots[info], self.slots[info + 1])

    def met(
        self, first: Sequence[float], second: Sequence[float]
    ) -> tuple[list[float], list[float]]:
        """Return the probability that chance and the other player lead to each information state.

        `first` and `second` are the ranges of the players.
        """
        found = [0.0] * len(first), [0.0] * len(second)
        for each in self.histories:
            one, other = each.infos
            found[0][one] += each.chance * second[other]
            found[1][other] += each.chance * first[one]
        return found


class Child(Struct, eq=False):
    """A public state that follows another one.

    `origins` says where each information state comes from: the slot, for the player who acted, and
    the information state for the other one. After chance, it is the information state for both.
    """

    state: PublicState
    origins: tuple[list[int], list[int]]


class Branch(Struct, eq=False):
    """The public states and ends that follow a public state, after all actions or after one.

    `ends` has the ends of the round right after it: the `origins` of both players, the probability
    of chance, and the points that player 0 gains, times that probability. `follow` has the number
    of the child and of the history in it after a history and a slot, or an outcome of chance,
    unless the round ends there. `odds` has the probabilities of the outcomes of chance in each
    history.
    """

    children: list[Child] = field(default_factory=list[Child])
    ends: list[tuple[int, int, float, float]] = field(
        default_factory=list[tuple[int, int, float, float]]
    )
    follow: dict[tuple[int, int], tuple[int, int]] = field(
        default_factory=dict[tuple[int, int], tuple[int, int]]
    )
    odds: list[list[float]] = field(default_factory=list[list[float]])


class PublicTree:
    """The public tree of a round, given its start, where nothing is hidden yet.

    If nothing is ever hidden (`is_open`), actions can be followed one by one, unless
    several players act at once.

    Its methods raise Unsuitable where the round does not meet the conditions: two players, points
    that add up to zero (or a game for the lead, see `Rules`), chance events and private states that
    can be listed, and players who know whose turn it is.
    """

    def __init__(self, rules: Rules[Any], start: Any, is_open: bool = False) -> None:
        if rules.players != 2:
            raise Unsuitable(f"it has {rules.players} players, not two")
        self.rules, self.is_open = rules, is_open
        self._for_lead = bool(getattr(rules, "plays_for_lead", False))
        self.before = rules.returns(start)
        first = _Found()
        first.add(History(start), (b"", b""), (0, 0))
        self.root = self._state(first, None, b"")

    def branch(self, at: PublicState, slot: int | None = None) -> Branch:
        """Return what follows a public state, after all actions or only after one."""
        if slot not in at.branches:
            at.branches[slot] = self._branch(at, slot)
        return at.branches[slot]

    def forget(self) -> None:
        """Forget all that follows the start: without cycles, its memory is free at once."""
        left = [self.root]
        while left:
            at = left.pop()
            left += [child.state for each in at.branches.values() for child in each.children]
            at.branches.clear()

    def after(self, at: PublicState, step: Step[Any]) -> PublicState:
        """Return the public state that follows another one after a step of a round.

        Raises KeyError if the step is not in the tree, because a foul counted.
        """
        assert step.transition is not None
        key, only = _written(step.transition.public), None
        if at.single:
            ((_, action),) = (step.actions or {}).items()
            only = dict(zip(at.actions, range(len(at.actions)), strict=True))[action]
        while True:
            children = {each.state.key: each.state for each in self.branch(at, only).children}
            if UNSEEN not in children:
                return children[key]
            at = children[UNSEEN]

    def turn_of(self, player: int, at: PublicState) -> PublicState:
        """Return the public state in which a player acts, after others who act at the same time."""
        while at.player != player:
            (child,) = self.branch(at).children
            at = child.state
        return at

    def reached(self, steps: Sequence[Step[Any]], player: int) -> PublicState:
        """Return the public state in which a player acts after some steps of a round.

        Raises KeyError if it is not in the tree, because a foul counted.
        """
        at = self.root
        for step in steps:
            if step.transition is not None:
                at = self.after(at, step)
        return self.turn_of(player, at)

    def _branch(self, at: PublicState, only: int | None) -> Branch:
        found, branch = dict[bytes, _Found](), Branch()
        if at.player == CHANCE:
            branch.odds = [[] for _ in at.histories]
        order = dict[bytes, int]()
        for number, history in enumerate(at.histories):
            for slot, action, share in self._choices(at, history, only):
                infos, player = history.infos, at.player
                if player == CHANCE:
                    branch.odds[number].append(share)
                origins = (slot if player == 0 else infos[0], slot if player == 1 else infos[1])
                known = (at.known[0][infos[0]], at.known[1][infos[1]])
                chosen = {**history.actions, player: action}
                acting = self.rules.node(history.state)
                if isinstance(acting, Decision) and len(chosen) < len(acting.players):
                    after = History(history.state, history.chance, (0, 0), chosen, history)
                    key = UNSEEN
                else:
                    done = self.rules.apply(history.state, chosen)
                    chance, key = history.chance * share, _written(done.public)
                    if isinstance(self.rules.node(done.state), Terminal):
                        gain = self.gain(self.rules.returns(done.state))
                        branch.ends.append((*origins, chance, chance * gain))
                        continue
                    after = History(done.state, chance, (0, 0), {}, history, chosen)
                    shown = [{**done.public, **done.private.get(each, {})} for each in (0, 1)]
                    known = (
                        learned(known[0], chosen.get(0), shown[0]),
                        learned(known[1], chosen.get(1), shown[1]),
                    )
                child = found.setdefault(key, _Found())
                place = child.add(after, known, origins)
                branch.follow[number, slot] = order.setdefault(key, len(order)), place
        for key, each in found.items():
            branch.children.append(Child(self._state(each, at, key), each.origins))
        return branch

    def _choices(
        self, at: PublicState, history: History, only: int | None
    ) -> Iterator[tuple[int, Action, float]]:
        """Yield the slots of the actions in a history, or the numbers of outcomes, with odds."""
        if at.player != CHANCE:
            slots = at.slots_of(history.infos[at.player]) if only is None else (only,)
            yield from ((slot, at.actions[slot], 1.0) for slot in slots)
            return
        outcomes = self.rules.chance_outcomes(history.state)
        if outcomes is None or len(outcomes) > HISTORIES:
            raise Unsuitable(f"chance has too many outcomes to list; {_SMALLER}")
        for number, (outcome, share) in enumerate(outcomes.items()):
            yield number, outcome, float(share)

    def gain(self, returns: Sequence[Points]) -> float:
        """Return what player 0 gains in a round that ends with these points in the match."""
        first, second = (after - zero for after, zero in zip(returns, self.before, strict=True))
        if self._for_lead:
            return float(first - second) / 2
        if first != -second:
            raise Unsuitable("a player can gain points that the other does not lose")
        return float(first)

    def _state(self, found: _Found, parent: PublicState | None, key: bytes) -> PublicState:
        if len(found.histories) > HISTORIES:
            raise Unsuitable(
                f"private states are too many to list: a public state has more than "
                f"{HISTORIES:,} histories; {_SMALLER}"
            )
        nodes = {self.rules.node(each.state) for each in found.histories}
        if len(nodes) > 1:
            raise Unsuitable("players do not always know whose turn it is")
        node, first = nodes.pop(), found.histories[0]
        player = node.players[len(first.actions)] if isinstance(node, Decision) else CHANCE
        made = PublicState(player, found.histories, found.known, parent, key)
        made.single = self.is_open and isinstance(node, Decision) and len(node.players) == 1
        if player != CHANCE:
            states = {each.infos[player]: each.state for each in found.histories}
            made.slots.append(0)
            for info in range(len(found.known[player])):
                legal = self.rules.legal_actions(states[info], player)
                if ranges(legal):
                    raise Unsuitable("actions are too many to list")
                made.actions += listed(legal)
                made.slots.append(len(made.actions))
        return made


class _Found:
    """The histories of a public state, collected one by one."""

    def __init__(self) -> None:
        self.histories = list[History]()
        self.known = (list[Known](), list[Known]())
        self.origins = (list[int](), list[int]())
        self.numbers = (dict[Any, int](), dict[Any, int]())

    def add(self, history: History, known: Sequence[Known], origins: Sequence[int]) -> int:
        """Add a history, given what each player knows, and return its number."""
        infos = list[int]()
        for player, numbers in enumerate(self.numbers):
            own = (known[player], history.actions.get(player))
            if own not in numbers:
                numbers[own] = len(numbers)
                self.known[player].append(known[player])
                self.origins[player].append(origins[player])
            infos.append(numbers[own])
        history.infos = infos[0], infos[1]
        self.histories.append(history)
        return len(self.histories) - 1


def known(steps: Sequence[Step[Any]], player: int) -> Known:
    """Return what a player knows after some steps of a round."""
    found = b""
    for step in steps:
        if step.transition is not None:
            found = learned(found, (step.actions or {}).get(player), step.shown_to(player))
    return found


def learned(before: Known, own: Action | None, shown: Observation) -> Known:
    """Return what a player knows after an action of its own, if any, and an observation."""
    return blake2b(before + _written((own, shown)), digest_size=16).digest()


def _written(value: object) -> bytes:
    return msgspec.json.encode(value, order="sorted")
