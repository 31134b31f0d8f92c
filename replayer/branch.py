"""Goes back in a record and plays on differently: the new line of play is kept as a variation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from . import codes
from .check import check_variations
from .game import Game, IllegalAction
from .replay import replay_round
from .variations import Variation, added

StateT = TypeVar("StateT")
RecordT = TypeVar("RecordT")


def branch(
    game: Game[RecordT, StateT],
    record: RecordT,
    number: int,
    path: Sequence[int],
    variation: Variation,
) -> RecordT:
    """The record with one more variation, which leaves the line with this path in a round.

    Raises IllegalAction where a rule forbids one of its actions, IndexError where there is no such
    round, line or ply, and ValueError where the variation has no action.
    """
    if not variation.actions:
        raise ValueError("a variation has one action at least")
    rounds, ply = len(game.rounds(record)), variation.ply
    if not 1 <= number <= rounds:
        raise IndexError(f"there is no round {number}: the record has {rounds}")
    line = replay_round(game, record, number).variation(path)
    if line.breach is not None and ply >= line.positions.stop:
        raise IndexError(f"there is no ply {ply}: {line.label} breaks {line.breach.rule.code}")
    for finding in check_variations(game.rules(record), line, [variation], ""):
        if finding.rule is codes.LEAVES_NOWHERE:
            raise IndexError(finding.message)
        at = f"ply {finding.ply}: " if finding.ply else ""
        raise IllegalAction(finding.rule, at + finding.message, finding.offset)
    variations = added(game.variations(record, number), path, variation)
    return game.with_variations(record, number, variations)
