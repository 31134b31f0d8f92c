"""Ratings of players from the results of their games, using BayesElo's model.

`results` defines the results of games; `matches` takes them from records, and `pgn_results` takes
them from PGN. `model` finds the most probable ratings, `intervals` finds their confidence
intervals, and `rating` finds both; `values` converts them to plain values. `information` measures
how much another game would reveal.
"""

from __future__ import annotations

from ...replayer.game import MatchResult
from .information import Knowledge
from .matches import match_result, results_of
from .model import Model
from .rating import Rating, rate
from .results import GameResult, pair_results

__all__ = [
    "GameResult",
    "Knowledge",
    "MatchResult",
    "Model",
    "Rating",
    "match_result",
    "pair_results",
    "rate",
    "results_of",
]
