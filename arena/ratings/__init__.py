"""Ratings of players from the results of their games: BayesElo's model, and nothing of files.

`results` is what is rated, `matches` what a record of a game says of it, `model` the model and its
most probable ratings, `intervals` how sure they are, `rating` all of it together; `information` is
what one more game would say.
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
