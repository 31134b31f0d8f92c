"""Trains a network with PyTorch, from solved positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from ...archive.questions.installed import numpy, torch
from .inputs import Batch, Inputs, batch
from .network import STATE, Layers, Network, Weights, shapes, slot_scores, values
from .selfplay import Solved

WIDTH = 64
"""The number of units in a layer."""

RATE = 3e-3
"""The learning rate of Adam."""

MEAN = 0.001
"""How much the last step counts in the mean of the weights."""

VALUES, POLICY = 100.0, 0.1
"""How much the losses of values and of policies count."""


class Sample(Struct, eq=False):
    """A solved position as arrays.

    `values` has the gain of the player in each row, as a fraction of the maximum gain; `counts` is
    1, or 0 if only the policy is learnt.
    """

    inputs: Inputs
    ranges: Any
    policy: Any
    values: Any
    counts: float


def sample(network: Network, solved: Solved) -> Sample:
    """Return a solved position as arrays."""
    np, found = numpy(), network.inputs(solved.at)
    gains = np.array([*solved.values[0], *solved.values[1]] or [0.0] * len(found.rows))
    return Sample(
        found,
        solved.ranges,
        np.array(solved.policy, np.float32),
        (gains / network.scale).astype(np.float32),
        float(bool(solved.values[0])),
    )


def first_weights(observation: int, actions: int, seed: int) -> Weights:
    """Return random weights, with which all gains and scores are small."""
    np, found = numpy(), dict[str, Any]()
    rng = np.random.default_rng(seed)
    for name, shape in shapes(observation, WIDTH, actions).items():
        found[name] = np.zeros(shape, np.float32)
        if not name.endswith("bias"):
            spread = 0.1 if name in ("gain", "act") else (2 / shape[0]) ** 0.5
            found[name] += rng.normal(0, spread, shape).astype(np.float32)
    return found


class Trainer:
    """Trains weights with Adam; `weights` are means over the last steps, which vary less.

    `state` is the state of an earlier trainer, to go on.
    """

    def __init__(self, weights: Weights, state: Mapping[str, Any]) -> None:
        self._torch = torch()
        self._torch.set_num_threads(1)
        tensor = self._torch.tensor
        self._means = {name: tensor(each) for name, each in weights.items()}
        self._weights = {
            name: tensor(state.get(f"{name}/last", each), requires_grad=True)
            for name, each in weights.items()
        }
        self._layers = Layers(self._weights, self._torch.relu)
        self._adam = self._torch.optim.Adam(self._weights.values(), lr=RATE)
        self._steps = int(state.get("steps", 0))
        if self._steps:
            for name, each in self._weights.items():
                kept = {key: tensor(state[f"{name}/{key}"]) for key in STATE[1:]}
                self._adam.state[each] = {"step": tensor(float(self._steps)), **kept}

    @property
    def weights(self) -> Weights:
        """The weights now."""
        return {name: each.numpy().copy() for name, each in self._means.items()}

    @property
    def state(self) -> Mapping[str, Any]:
        """The arrays needed to go on, besides the weights."""
        found: dict[str, Any] = {"steps": numpy().array(self._steps)}
        for name, each in self._weights.items() if self._steps else ():
            found[f"{name}/last"] = each.detach().numpy()
            found |= {f"{name}/{key}": self._adam.state[each][key].numpy() for key in STATE[1:]}
        return found

    def step(self, samples: Sequence[Sample]) -> None:
        """Take a step of Adam."""
        np, tensor = numpy(), self._torch.from_numpy
        made = batch([each.inputs for each in samples], [each.ranges for each in samples])
        counts = np.array([each.counts for each in samples], np.float32)[made.of_row]
        of_slot = np.concatenate(
            [each.inputs.acting + at for each, at in zip(samples, made.starts, strict=True)]
        )
        ids = _side_by_side([each.inputs.ids for each in samples])
        rows, policy, targets = (
            tensor(np.concatenate(each))
            for each in zip(
                *((each.inputs.rows, each.policy, each.values) for each in samples), strict=True
            )
        )
        made = Batch(*map(tensor, astuple(made)))
        embedded, own, pool = self._layers.embedded(rows)
        pooled = self._sums(made.of_row, pool * made.ranges[:, None], len(samples))
        both = own[made.first] + own[made.second] + pooled[made.of_history]

        def sums(at: Any, numbers: Any) -> Any:
            return self._sums(at, numbers, len(rows))

        found = values(made, self._layers.gains(both), sums)
        met = sums(made.first, made.chance * made.ranges[made.second])
        met += sums(made.second, made.chance * made.ranges[made.first])
        weight = met / (self._sums(made.of_row, met, len(samples))[made.of_row] + 1e-12)
        weight = weight * tensor(counts)
        huber = self._torch.nn.functional.huber_loss(found, targets, reduction="none")
        value_loss = (huber * weight).sum() / (weight.sum() + 1e-12)
        slots = tensor(of_slot)
        scores = slot_scores(self._layers.scores(embedded), slots, tensor(ids))
        highest = self._torch.full((len(rows),), -1e9)
        scores = scores - highest.scatter_reduce(0, slots, scores.detach(), "amax")[slots]
        total = sums(slots, scores.exp())[slots]
        policy_loss = -(policy * (scores - total.log())).sum() / policy.sum()
        self._adam.zero_grad()
        (VALUES * value_loss + POLICY * policy_loss).backward()
        self._adam.step()
        self._steps += 1
        share = max(MEAN, 3 / (self._steps + 2))
        for name, mean in self._means.items():
            mean.lerp_(self._weights[name].detach(), share)

    def _sums(self, at: Any, numbers: Any, count: int) -> Any:
        zeros = self._torch.zeros(count, *numbers.shape[1:])
        return zeros.index_add(0, at, numbers)


def _side_by_side(ids: Sequence[Any]) -> Any:
    """Return ids of slots as one array."""
    np, width = numpy(), max(each.shape[1] for each in ids)
    return np.concatenate(
        [
            each
            if each.shape[1] == width
            else np.pad(each, ((0, 0), (0, width - each.shape[1])), constant_values=-1)
            for each in ids
        ]
    )
