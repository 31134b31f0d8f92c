"""The whole tree of a round between two players, if it is small, in sequence form.

A *sequence* is what a player has done so far, given what the player saw; sequence 0 is nothing yet.
An *information set* is a place where a player acts, as far as the player can tell.

Source: Koller, Megiddo and von Stengel, "Fast algorithms for finding randomized strategies in game
trees" (STOC 1994).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from ....replayer.replay.round import Step
from ....replayer.rules import CHANCE, Action, Chance, Decision, Node, Observation, Rules, Terminal

NODES = 20_000
"""The largest number of nodes in the tree of a round that is solved."""

Known: TypeAlias = bytes
"""A digest of everything that a player did and was shown in a round."""


class TooLarge(ValueError):
    """A game cannot be solved; the message says why."""


class Informed(Struct, frozen=True):
    """An information set: the sequence before it, and the first of its actions' sequences.

    Those of the other actions follow.
    """

    before: int
    first: int
    actions: tuple[Action, ...]

    @property
    def last(self) -> int:
        """The number after those of its sequences."""
        return self.first + len(self.actions)

    @property
    def sequences(self) -> range:
        """The sequences that end with one of the actions."""
        return range(self.first, self.last)


class Tree(Struct, frozen=True):
    """The tree of a round.

    `sets` has the information sets of each player, after those that lead to them; `sizes` has the
    number of sequences. `ends` has the ends of the round after each pair of sequences: the
    probability that chance leads to them, and that times the points that player 0 gains.
    """

    sets: tuple[dict[Known, Informed], dict[Known, Informed]]
    sizes: tuple[int, int]
    ends: list[tuple[int, int, float, float]]


class _Node(Struct):
    """A node: what the players know and did, and the probability of its chance events.

    `actions` are those chosen so far in this state, if several players act at once.
    """

    state: Any
    actions: Mapping[int, Action] = {}
    known: tuple[Known, ...] = (b"", b"")
    done: tuple[int, int] = (0, 0)
    chance: float = 1.0


def tree_of(rules: Rules[Any], start: Any, most: int = NODES) -> Tree:
    """Return the tree of a round, given its start, where nothing is hidden yet.

    Raises TooLarge if there are more than `most` nodes, players other than two, more chance
    outcomes than can be listed, or a player can gain points that the other does not lose.
    """
    if rules.players != 2:
        raise TooLarge(f"it has {rules.players} players")
    sets, sizes = (dict[Known, Informed](), dict[Known, Informed]()), [1, 1]
    ends = dict[tuple[int, int], tuple[float, float]]()
    before, nodes, left = rules.returns(start), 0, [_Node(start)]
    while left:
        here = left.pop()
        while _is_chosen(node := rules.node(here.state), here):
            nodes += 1
            _apply(rules, here)
        if isinstance(node, Terminal):
            first, second = (
                after - zero for after, zero in zip(rules.returns(here.state), before, strict=True)
            )
            if first != -second:
                raise TooLarge("a player can gain points that the other does not lose")
            chance, points = ends.get(here.done, (0.0, 0.0))
            ends[here.done] = chance + here.chance, points + here.chance * float(first)
        elif isinstance(node, Chance):
            outcomes = rules.chance_outcomes(here.state)
            if outcomes is None:
                raise TooLarge("chance has too many outcomes to list")
            for outcome, probability in outcomes.items():
                chance = here.chance * float(probability)
                left.append(_Node(here.state, {CHANCE: outcome}, here.known, here.done, chance))
        else:
            player = node.players[len(here.actions)]
            own, done = sets[player], here.done[player]
            if here.known[player] not in own:
                legal = rules.legal_actions(here.state, player)
                if nodes + len(left) + len(legal) > most:
                    raise TooLarge(f"a round has more than {most:,} nodes")
                own[here.known[player]] = Informed(done, sizes[player], tuple(legal))
                sizes[player] += len(legal)
            at = own[here.known[player]]
            for action, number in zip(at.actions, at.sequences, strict=True):
                after = (number, here.done[1]) if player == 0 else (here.done[0], number)
                actions = {**here.actions, player: action}
                left.append(_Node(here.state, actions, here.known, after, here.chance))
        if nodes + len(left) > most:
            raise TooLarge(f"a round has more than {most:,} nodes")
    return Tree(sets, (sizes[0], sizes[1]), [(*pair, *each) for pair, each in ends.items()])


def _is_chosen(node: Node, here: _Node) -> bool:
    """Return whether chance, or everybody who acts, has chosen an action."""
    return len(here.actions) == (len(node.players) if isinstance(node, Decision) else 1)


def _apply(rules: Rules[Any], here: _Node) -> None:
    """Carry out the chosen actions."""
    following = rules.apply(here.state, here.actions)
    here.known = tuple(
        _learned(
            each,
            here.actions.get(player),
            {**following.public, **following.private.get(player, {})},
        )
        for player, each in enumerate(here.known)
    )
    here.state, here.actions = following.state, {}


def known(steps: Sequence[Step[Any]], player: int) -> Known:
    """Return what a player knows after some steps of a round."""
    found = b""
    for step in steps:
        if step.transition is not None:
            found = _learned(found, (step.actions or {}).get(player), step.shown_to(player))
    return found


def _learned(before: Known, own: Action | None, shown: Observation) -> Known:
    text = msgspec.json.encode((own, shown), order="sorted")
    return blake2b(before + text, digest_size=16).digest()
