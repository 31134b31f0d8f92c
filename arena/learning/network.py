"""A counterfactual value-and-policy network (CVPN), computed with NumPy.

The rows of a public state (`Inputs`) are embedded one by one, and pooled with the ranges as
weights. The pool and the two embeddings of a history give the gain of player 0 after it. The value
of an information state is the mean over its histories, weighted by the probability that chance and
the other player lead there. So there may be any number of private states, and values add up to
zero.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...archive.questions.installed import numpy
from ...replayer.encoding.encoding import Encoding
from ..search.leaves import Ranges
from ..search.public import PublicState, PublicTree
from .inputs import Batch, Inputs, batch, inputs

KNOWN = 200_000
"""The maximum number of histories whose results are remembered."""

STATE = ("last", "exp_avg", "exp_avg_sq")
"""The arrays that training needs for each of the weights: the last ones, and two of Adam."""

Weights = Mapping[str, Any]


def shapes(observation: int, width: int, actions: int) -> dict[str, tuple[int, ...]]:
    """Return the shapes of all weights of a network."""
    square, wide = (width, width), (width,)
    return {
        "in": (observation + 2, width),
        "in_bias": wide,
        "mid": square,
        "mid_bias": wide,
        "own": square,
        "pool": square,
        "pair_bias": wide,
        "deep": square,
        "deep_bias": wide,
        "gain": wide,
        "gain_bias": (),
        "prior": square,
        "prior_bias": wide,
        "act": (width, actions),
        "act_bias": (actions,),
    }


class Layers:
    """The layers of the network, for arrays of NumPy or PyTorch; `relu` is the function there."""

    def __init__(self, weights: Weights, relu: Any) -> None:
        self.weights, self.relu = weights, relu

    def embedded(self, rows: Any) -> tuple[Any, Any, Any]:
        """Return the embedding of each row, its part in histories, and its part in the pool."""
        w, relu = self.weights, self.relu
        found = relu(relu(rows @ w["in"] + w["in_bias"]) @ w["mid"] + w["mid_bias"])
        return found, found @ w["own"] + 0.5 * w["pair_bias"], found @ w["pool"]

    def gains(self, both: Any) -> Any:
        """Return what player 0 gains after each history, as a fraction of the maximum gain."""
        w, relu = self.weights, self.relu
        return relu(relu(both) @ w["deep"] + w["deep_bias"]) @ w["gain"] + w["gain_bias"]

    def scores(self, embedded: Any) -> Any:
        """Return the score of each action id in each row."""
        w = self.weights
        return self.relu(embedded @ w["prior"] + w["prior_bias"]) @ w["act"] + w["act_bias"]


def values(made: Batch, gains: Any, sums: Callable[[Any, Any], Any]) -> Any:
    """Return what the player of each row gains there, given what player 0 gains after histories.

    `sums` adds up numbers for each row, given their rows.
    """
    found = 0.0
    for mine, other, sign in ((made.first, made.second, 1.0), (made.second, made.first, -1.0)):
        chances = made.chance * made.ranges[other]
        found = found + sign * sums(mine, chances * gains) / (sums(mine, chances) + 1e-12)
    return found


class _Known:
    """The results about a public state that do not depend on ranges."""

    def __init__(self, found: Inputs, layers: Layers) -> None:
        self.inputs = found
        self.embedded, own, self.pool = layers.embedded(found.rows)
        self.both = own[found.first] + own[found.second]


def _relu(numbers: Any) -> Any:
    return numpy().maximum(numbers, 0, out=numbers)


class Network:
    """Estimates public belief states (`Leaves`) with a network, given its weights."""

    needs_ranges = True

    def __init__(self, encoding: Encoding[Any, Any], weights: Weights) -> None:
        self.encoding = encoding
        self.scale = max(-encoding.min_utility, encoding.max_utility)
        self.trust = self.scale / 2
        self._inputs, self._size = dict[PublicState, Inputs](), 0
        self._known = dict[PublicState, _Known]()
        self._layers = Layers(weights, _relu)

    @property
    def weights(self) -> Weights:
        """The weights by name."""
        return self._layers.weights

    @weights.setter
    def weights(self, weights: Weights) -> None:
        self._layers.weights = weights
        self._known.clear()

    def inputs(self, at: PublicState) -> Inputs:
        """Return the arrays of a public state."""
        found = self._inputs.get(at)
        if found is None:
            if self._size > KNOWN:
                self._inputs.clear()
                self._known.clear()
                self._size = 0
            found = self._inputs[at] = inputs(self.encoding, at)
            self._size += len(found.first)
        return found

    def _about(self, at: PublicState) -> _Known:
        found = self._known.get(at)
        if found is None:
            found = self._known[at] = _Known(self.inputs(at), self._layers)
        return found

    def gains(self, tree: PublicTree, at: PublicState) -> Sequence[float]:
        """Return what player 0 gains after each history, with all private states equally likely."""
        ranges = [1.0] * len(at.known[0]), [1.0] * len(at.known[1])
        return (self._gains([self._about(at)], [ranges])[1] * self.scale).tolist()

    def values(
        self, tree: PublicTree, asked: Sequence[tuple[PublicState, Ranges]]
    ) -> Sequence[tuple[Sequence[float], Sequence[float]]]:
        """Return what each player gains in each information state of public belief states."""
        np = numpy()
        made, gains = self._gains([self._about(at) for at, _ in asked], [one for _, one in asked])
        rows = len(made.of_row)
        found = values(made, gains, lambda at, numbers: np.bincount(at, numbers, rows))
        flat, starts = (found * self.scale).tolist(), [*made.starts.tolist(), rows]
        return [
            (flat[start : start + len(at.known[0])], flat[start + len(at.known[0]) : stop])
            for (at, _), start, stop in zip(asked, starts, starts[1:], strict=False)
        ]

    def _gains(self, known: Sequence[_Known], ranges: Sequence[Ranges]) -> tuple[Any, Any]:
        np = numpy()
        made = batch([each.inputs for each in known], ranges)
        pool = np.concatenate([each.pool for each in known])
        pooled = np.add.reduceat(pool * made.ranges[:, None], made.starts)
        both = np.concatenate([each.both for each in known])
        both += pooled[made.of_history]
        return made, self._layers.gains(both)

    def prior(self, tree: PublicTree, at: PublicState) -> Sequence[float]:
        """Return the probability of the action in each slot."""
        np = numpy()
        known = self._about(at)
        rows, ids = known.inputs.acting, known.inputs.ids
        found = slot_scores(self._layers.scores(known.embedded), rows, ids)
        starts = np.flatnonzero(np.diff(rows, prepend=-1))
        counts = np.diff(starts, append=len(found))
        shares = np.exp(found - np.repeat(np.maximum.reduceat(found, starts), counts))
        return (shares / np.repeat(np.add.reduceat(shares, starts), counts)).tolist()


def slot_scores(scores: Any, rows: Any, ids: Any) -> Any:
    """Return the score of each slot: the sum over the ids that spell its action."""
    return (scores[rows[:, None], ids] * (ids >= 0)).sum(1)
