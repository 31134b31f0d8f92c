"""What the record of a match says of who beat whom."""

from __future__ import annotations

from typing import Any

from ...replayer import game_of
from ...replayer.game import MatchResult
from .results import GameResult, pair_results


def match_result(record: Any) -> MatchResult | None:
    """How the match of a record ended, None where it is not finished, or cannot be followed.

    Raises Unsupported (a ValueError) where matches of its game are not rated.
    """
    game = game_of(record)
    return game.match_result(record, game.check(record).ends)


def results_of(match: MatchResult) -> list[GameResult]:
    """The results of a match by pairs, none without names; raises what `pair_results` raises."""
    if match.names is None:
        return []
    return pair_results(match.names, match.points, match.at_fault, match.sides)
