"""Public states as arrays: the inputs of a network."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from ...archive.questions.installed import numpy
from ...replayer.encoding.encoder import Encoder
from ...replayer.encoding.encoding import Encoding
from ...replayer.rules import CHANCE, Decision
from ..search.leaves import Ranges
from ..search.public import History, PublicState


class Inputs(Struct, eq=False):
    """A public state in arrays of NumPy.

    `rows` are the information states of player 0, then those of player 1: what is observed there.
    `first` and `second` are the rows of both players in each history, `chance` the probability of
    its chance events. `ids` has the action ids of each slot (-1 for none), and `acting` its row.
    """

    rows: Any
    first: Any
    second: Any
    chance: Any
    ids: Any
    acting: Any


def inputs(encoding: Encoding[Any, Any], at: PublicState) -> Inputs:
    """Return the arrays of a public state in which a player acts."""
    np = numpy()
    size, (before, after) = encoding.observation.size, map(len, at.known)
    seen = [bytearray(size) for _ in range(before + after)]
    left = set(range(before + after))
    for each in at.histories:
        one, other = each.infos
        if left.isdisjoint((one, before + other)):
            continue
        encoder = _reached(encoding, each)
        for player, row in enumerate((one, before + other)):
            if row in left:
                left.remove(row)
                encoder.observe(seen[row], 0, player)
    scale = [each.high for each in encoding.observation.fields for _ in range(each.size)]
    rows = np.frombuffer(b"".join(seen), np.uint8).reshape(-1, size) / np.array(scale, np.float32)
    seats = np.repeat(np.eye(2, dtype=np.float32), (before, after), axis=0)
    spelled = [encoding.encode(at.histories[0].state, at.player, each) for each in at.actions]
    ids = np.full((len(spelled), max(map(len, spelled), default=1)), -1)
    for slot, each in enumerate(spelled):
        ids[slot, : len(each)] = each
    start = before if at.player == 1 else 0
    infos = np.array([each.infos for each in at.histories])
    return Inputs(
        np.concatenate([rows.astype(np.float32), seats], axis=1),
        infos[:, 0],
        infos[:, 1] + before,
        np.array([each.chance for each in at.histories], np.float32),
        ids,
        start + np.repeat(np.arange(len(at.slots) - 1), np.diff(at.slots)) if at.slots else ids[:0],
    )


def _reached(encoding: Encoding[Any, Any], history: History) -> Encoder:
    """Return the round after a history; it begins at its first decision."""
    encoder = None
    for each in history.way:
        assert each.before is not None
        before = each.before.state
        if encoder is None and isinstance(encoding.rules.node(before), Decision):
            encoder = encoding.encoder(before)
        if encoder is not None:
            _take(encoding, encoder, before, each.taken)
    encoder = encoder or encoding.encoder(history.state)
    _take(encoding, encoder, history.state, history.actions)
    return encoder


def _take(encoding: Encoding[Any, Any], encoder: Encoder, state: Any, taken: Any) -> None:
    for player, action in sorted(taken.items()):
        if player == CHANCE:
            encoder.step(~encoding.outcome(state, action))
        else:
            for each in encoding.encode(state, player, action):
                encoder.step(each)


class Batch(Struct, eq=False):
    """Several public states, one after the other.

    `of_row` and `of_history` say to which public state a row and a history belong; `starts` is the
    first row of each. `ranges` has the range of the player of each row: the numbers of a player are
    scaled to add up to 1, and become equal if all are 0.
    """

    starts: Any
    of_row: Any
    of_history: Any
    first: Any
    second: Any
    chance: Any
    ranges: Any


def batch(each: Sequence[Inputs], ranges: Sequence[Ranges]) -> Batch:
    """Return public belief states as one batch."""
    np = numpy()
    rows = np.array([len(one.rows) for one in each])
    starts = np.cumsum(rows) - rows
    numbers = np.arange(len(each))
    of_history = np.repeat(numbers, [len(one.first) for one in each])
    shift = starts[of_history]
    given = np.array([one for pair in ranges for side in pair for one in side], np.float32)
    counts = np.array([len(side) for pair in ranges for side in pair])
    totals = np.repeat(np.add.reduceat(given, np.cumsum(counts) - counts), counts)
    uniform = 1 / np.repeat(counts, counts)
    return Batch(
        starts,
        np.repeat(numbers, rows),
        of_history,
        np.concatenate([one.first for one in each]) + shift,
        np.concatenate([one.second for one in each]) + shift,
        np.concatenate([one.chance for one in each]),
        np.where(totals > 0, given / np.maximum(totals, 1e-30), uniform).astype(np.float32),
    )
