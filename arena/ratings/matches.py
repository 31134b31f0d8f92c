"""Results of the players in a match record."""

from __future__ import annotations

from typing import Any

from ...replayer import game_of
from ...replayer.game import MatchResult
from .results import GameResult, pair_results


def match_result(record: Any) -> MatchResult | None:
    """Return the result of a match, or None if the record is unfinished or breaks a rule.

    Raises Unsupported (a ValueError) if the game's matches are not rated.
    """
    game = game_of(record)
    return game.match_result(record, game.check(record).ends)


def results_of(match: MatchResult) -> list[GameResult]:
    """Return the result of each pair of players, or nothing if the players have no names.

    Raises ValueError if a player has more than one seat.
    """
    if match.names is None:
        return []
    return pair_results(match.names, match.points, match.at_fault, match.sides)
