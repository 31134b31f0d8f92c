"""Ratings of players from the results of their games, by BayesElo's model.

`results` is what is rated; `matches` takes it from records of games, and `pgn_results` from PGN.
`model` has the model and its most probable ratings, `intervals` their confidence, `rating` both
together, `values` the same as plain values. `information` is what one more game would say.
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
