"""Random legal games."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from msgspec.structs import replace

from ..replay.round import RecordedRound, walk
from ..rules import Action, Node
from .check.check import rules_of
from .options import PRESETS, Options
from .record import Record
from .state import State
from .written import written

SIZES = ((3, 3), (4, 4), (5, 5), (5, 4), (2, 6), (7, 7))
KOMIS = (0, 0.5, 6.5, 7)


def generate(rng: Random, start: Record | None = None) -> Record:
    """Return a game of random moves that continues `start`, or is played on a small board.

    The players pass more and more often.
    """
    record = _small(rng) if start is None else start
    rules = rules_of(record)
    setup = record.rounds[0].setup if record.rounds else None

    def choose(state: State, node: Node) -> Mapping[int, Action] | None:
        table = state.table
        legal = rules.legal_actions(state, table.turn)
        passes = rng.random() * 4 * table.columns * table.rows < table.moved
        return {table.turn: legal[-1] if passes else rng.choice(legal)}

    steps = tuple(walk(rules, RecordedRound(rules.start(setup), choose, {})))
    margin = rules.returns(steps[-1].state)[0]
    return replace(record, rounds=(written(steps, margin, setup),))


def _small(rng: Random) -> Record:
    """Return a record without play, with a small board and any rules."""
    size = rng.choice(SIZES)
    options = rng.choice([Options(), *PRESETS.values()])
    return Record(
        size=size[0] if size[0] == size[1] else size, komi=rng.choice(KOMIS), rules=options
    )
