"""Ratings of players from the results of their games: BayesElo's model, and nothing of files.

`results` is what is rated, `matches` what a record of a game says of it, `model` the model and its
most probable ratings, `intervals` how sure they are, `rating` all of it together; `information` is
what one more game would say.
"""

from __future__ import annotations

from .information import Knowledge
from .matches import OUTCOMES, MatchOutcome, match_outcome
from .model import Model
from .rating import Rating, rate
from .results import GameResult, pair_results

__all__ = [
    "OUTCOMES",
    "GameResult",
    "Knowledge",
    "MatchOutcome",
    "Model",
    "Rating",
    "match_outcome",
    "pair_results",
    "rate",
]
