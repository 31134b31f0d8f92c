"""The whole tree of a round between two players, if it is small, in sequence form.

A *sequence* is what a player has done so far, given what the player saw; sequence 0 is nothing yet.

Source: Koller, Megiddo and von Stengel, "Fast algorithms for finding randomized strategies in game
trees" (STOC 1994).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from ...replayer.rules import CHANCE, Action
from .public import Known, PublicState, PublicTree, Unsuitable

NODES = 20_000
"""The largest number of ends, public states and their actions in the tree of a round to solve."""


class Informed(Struct, frozen=True):
    """An information state: the sequence before it, and the first of its actions' sequences.

    Those of the other actions follow.
    """

    before: int
    first: int
    actions: tuple[Action, ...]

    @property
    def last(self) -> int:
        """One more than the number of its last sequence."""
        return self.first + len(self.actions)

    @property
    def sequences(self) -> range:
        """The sequences that end with one of the actions."""
        return range(self.first, self.last)


class Tree(Struct, frozen=True):
    """The tree of a round.

    `sets` has the information states of each player, after those that lead to them; `sizes` has the
    number of sequences. `ends` has the ends of the round after each pair of sequences: the
    probability that chance leads to them, and that times the points that player 0 gains.
    """

    sets: tuple[dict[Known, Informed], dict[Known, Informed]]
    sizes: tuple[int, int]
    ends: list[tuple[int, int, float, float]]


def tree_of(tree: PublicTree, most: int = NODES) -> Tree:
    """Return the whole tree of a round.

    Raises Unsuitable if it has more than `most` nodes, or does not meet the other conditions.
    """
    sets, sizes = (dict[Known, Informed](), dict[Known, Informed]()), [1, 1]
    ends = dict[tuple[int, int], tuple[float, float]]()
    nodes, left = 0, list[tuple[PublicState, tuple[Sequence[int], Sequence[int]]]]()
    left.append((tree.root, ((0,), (0,))))
    while left:
        at, done = left.pop()
        branch, player = tree.branch(at), at.player
        nodes += len(branch.ends) + sum(1 + len(each.state.actions) for each in branch.children)
        if nodes > most:
            raise Unsuitable(f"a round has more than {most:,} nodes")
        starts = list(done)
        if player != CHANCE:
            starts[player] = list[int]()
            for info, known in enumerate(at.known[player]):
                if known not in sets[player]:
                    actions = tuple(at.actions[slot] for slot in at.slots_of(info))
                    sets[player][known] = Informed(done[player][info], sizes[player], actions)
                    sizes[player] += len(actions)
                starts[player] = [*starts[player], *sets[player][known].sequences]
        for first, second, chance, points in branch.ends:
            pair = starts[0][first], starts[1][second]
            before = ends.get(pair, (0.0, 0.0))
            ends[pair] = before[0] + chance, before[1] + points
        for child in branch.children:
            first, second = (
                [start[each] for each in origins]
                for start, origins in zip(starts, child.origins, strict=True)
            )
            left.append((child.state, (first, second)))
    return Tree(sets, (sizes[0], sizes[1]), [(*pair, *each) for pair, each in ends.items()])


def decisions(tree: PublicTree) -> Iterator[PublicState]:
    """Yield the public states of a tree in which a player acts, those before others first."""
    left = [tree.root]
    while left:
        at = left.pop()
        if at.player != CHANCE:
            yield at
        left += [child.state for child in tree.branch(at).children]
