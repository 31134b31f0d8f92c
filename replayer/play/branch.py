"""Goes back in a record and plays on differently; the new play becomes a variation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from .. import codes
from ..check import Place, check_variations
from ..game import Game
from ..replay.match import replay_round
from ..replay.round import RoundReplay, resolved
from ..rules import IllegalAction
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
    """Return the record with a variation added to a round.

    `path` leads from the main line to the line that the variation branches off. Its actions may use
    any spelling of the game; the record keeps the canonical one. Raises IllegalAction if a rule
    forbids one of its actions, IndexError if there is no such round, variation or ply, and
    ValueError if the variation has no action.
    """
    return with_branch(game, record, replay_round(game, record, number), path, variation)


def with_branch(
    game: Game[RecordT, StateT],
    record: RecordT,
    main_line: RoundReplay[StateT],
    path: Sequence[int],
    variation: Variation,
) -> RecordT:
    """Like `branch`, but for a round that has already been replayed."""
    if not variation.actions:
        raise ValueError("a variation needs at least one action")
    left, ply = main_line.variation(path), variation.ply
    if left.breach is not None and ply >= left.positions.stop:
        raise IndexError(f"there is no ply {ply}: {left.label} breaks {left.breach.rule.code}")
    rules = game.rules(record)
    variation = resolved(rules, left, variation)
    for finding in check_variations(rules, left, [variation], Place(left.number)):
        if finding.rule is codes.LEAVES_NOWHERE:
            raise IndexError(finding.message)
        at = f"ply {finding.ply}: " if finding.ply else ""
        raise IllegalAction(finding.rule, at + finding.message, finding.offset)
    variations = added(game.variations(record, main_line.number), path, variation)
    return game.with_variations(record, main_line.number, variations)
