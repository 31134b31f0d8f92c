"""Sound self-play: games played by searches, and the solutions of queries of these searches.

Source: Schmid et al., "Student of Games" (Science Advances, 2023), "Data generation via sound
self-play" and "Training process".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ...replayer.play.annotation import Annotation, Evaluation, Property
from ...replayer.replay.round import RecordedRound, Step, walk
from ...replayer.rules import CHANCE, Action, Chance, Decision, Node, Terminal
from ..players.thinking import think_on
from ..search.growing import Growing, Place
from ..search.leaves import Ranges
from ..search.public import PublicState, PublicTree, known
from ..search.regrets import shared
from ..search.resolving import Budget, Resolver
from .network import Network

QUERIES = 24
"""The maximum number of queries to keep from each search in a game."""

RECURSIVE = 0.2
"""The probability of keeping a query of a search that itself solves a query."""

Query: TypeAlias = tuple[PublicState, Ranges]
"""A public belief state about which a search asked the network."""

EXPLORATION = 0.2
"""The probability of a random action in a game."""


class Solved(Struct, eq=False):
    """The results of a search in a public belief state: targets for the network.

    `policy` has the probability of the action in each slot, and `values` the expected gain of each
    player in each information state; they are empty if the network learns only the policy here.
    """

    at: PublicState
    ranges: Ranges
    policy: Sequence[float]
    values: Ranges = ((), ())


class Asking:
    """A network that keeps a query of a search about each public state, all equally likely.

    Regrets of searches begin at 0, so that targets hardly depend on its prior policy.
    """

    needs_ranges, trust = True, 0.0

    def __init__(self, network: Network, rng: Random) -> None:
        self._network, self._rng = network, rng
        self._kept = dict[PublicState, tuple[int, Ranges]]()

    def queries(self, most: int) -> list[Query]:
        """Draw some of the queries that were kept, and forget the others."""
        kept = [(at, ranges) for at, (_, ranges) in self._kept.items()]
        self._kept.clear()
        chosen = self._rng.sample(kept, min(most, len(kept)))
        return [(at, (shared(first), shared(second))) for at, (first, second) in chosen]

    def _ask(self, at: PublicState, ranges: Ranges) -> None:
        asked, kept = self._kept.get(at, (0, ranges))
        asked += 1
        self._kept[at] = asked, ranges if self._rng.random() * asked < 1 else kept

    def gains(self, tree: PublicTree, at: PublicState) -> Sequence[float]:
        """Return what player 0 gains after each history."""
        self._ask(at, ([1.0] * len(at.known[0]), [1.0] * len(at.known[1])))
        return self._network.gains(tree, at)

    def values(
        self, tree: PublicTree, asked: Sequence[tuple[PublicState, Ranges]]
    ) -> Sequence[tuple[Sequence[float], Sequence[float]]]:
        """Return what each player gains in each information state of public belief states."""
        for at, ranges in asked:
            self._ask(at, ranges)
        return self._network.values(tree, asked)

    def prior(self, tree: PublicTree, at: PublicState) -> Sequence[float]:
        """Return the probability of the action in each slot."""
        return self._network.prior(tree, at)


class Played(Struct):
    """A round of self-play: its steps, annotations, searched positions, and their queries."""

    steps: list[Step[Any]] = []
    annotations: list[Annotation] = []
    searched: list[Solved] = []
    queries: list[Query] = []


def play(tree: PublicTree, network: Network, budget: Budget, seed: str) -> Played:
    """Play a round, in which each player re-solves with the network at the leaves."""
    rng, rules, done = Random(seed), tree.rules, Played()
    asking = [Asking(network, rng), Asking(network, rng)]
    resolvers = [
        Resolver(tree, player, leaves, budget, f"{seed}/{player}")
        for player, leaves in enumerate(asking)
    ]
    at, notes = tree.root, list[Annotation]()

    def choose(state: Any, node: Node) -> Mapping[int, Action]:
        if isinstance(node, Chance):
            listed = rules.chance_outcomes(state) or {}
            return {CHANCE: rng.choices([*listed], [*map(float, listed.values())])[0]}
        assert isinstance(node, Decision)
        actions = dict[int, Action]()
        for player in node.players:
            here = tree.turn_of(player, at)
            search = resolvers[player].search(here)
            done.queries += asking[player].queries(QUERIES)
            action, note = _choice(done, here, player, search, rng)
            actions[player] = action
            notes.append(note)
        return actions

    for step in walk(rules, RecordedRound(tree.root.histories[0].state, choose, {})):
        think_on()
        done.steps.append(step)
        if isinstance(step.node, Decision):
            for number, note in enumerate(notes):
                ply = step.ply + number if step.ply else 0
                done.annotations.append(replace(note, ply=ply))
        notes.clear()
        after = step.transition
        if after is not None and not isinstance(rules.node(after.state), Terminal):
            at = tree.after(at, step)
    return done


def _choice(
    done: Played, at: PublicState, player: int, search: Growing, rng: Random
) -> tuple[Action, Annotation]:
    """Keep the policy of a search, and draw an action from it; return also how it was chosen."""
    found = _results(search, search.places[at])
    info = at.known[player].index(known(done.steps, player))
    slots, score = at.slots_of(info), found.values[player][info]
    said = tuple(f"{at.actions[slot]} {found.policy[slot]:.3f}" for slot in slots)
    note = Annotation(
        evaluation=Evaluation(score=-score if player else score),
        properties=(Property(key="policy", values=said),),
    )
    done.searched.append(Solved(at, found.ranges, found.policy))
    shares = [found.policy[slot] for slot in slots]
    if rng.random() < EXPLORATION:
        shares = [1.0] * len(slots)
    return at.actions[rng.choices(slots, shares)[0]], note


def solve(
    tree: PublicTree, network: Network, query: Query, budget: Budget, seed: str
) -> tuple[Solved, list[Query]]:
    """Solve a query by a search of its own; return the results and queries of this search."""
    rng = Random(seed)
    asking = Asking(network, rng)
    search = Growing(tree, [query[0]], query[1], asking, seed)
    search.run(range(budget.simulations), budget.per_update)
    return _results(search, search.focus), asking.queries(int(rng.random() < RECURSIVE))


def _results(search: Growing, place: Place) -> Solved:
    """Return the results of a search in a public state, rounded to four digits. Values are divided
    by the probability that chance and the other player lead to an information state.
    """
    (first, mine), (second, theirs) = search.summary(place, 0), search.summary(place, 1)
    met = place.state.met(first, second)
    values = [
        [value / chance if chance else 0.0 for value, chance in zip(worth, chances, strict=True)]
        for worth, chances in zip((mine, theirs), met, strict=True)
    ]
    numbers = (first, second, search.policy(place), *values)
    first, second, policy, one, other = ([float(f"{n:.4g}") for n in each] for each in numbers)
    return Solved(place.state, (first, second), policy, (one, other))
