"""Results of players in the record of a match."""

from __future__ import annotations

from typing import Any

from ...replayer import game_of
from ...replayer.game import MatchResult
from .results import GameResult, pair_results


def match_result(record: Any) -> MatchResult | None:
    """Return the result of a match, or None if the record is unfinished or breaks a rule.

    Raises Unsupported (a ValueError) if matches of its game are not rated.
    """
    game = game_of(record)
    return game.match_result(record, game.check(record).ends)


def results_of(match: MatchResult) -> list[GameResult]:
    """Return the results of each pair of players; none if the players have no names.

    Raises ValueError if a player has two seats.
    """
    if match.names is None:
        return []
    return pair_results(match.names, match.points, match.at_fault, match.sides)
