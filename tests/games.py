"""The games, and those whose records have views or several rounds."""

from typing import Any

from kifu import replayer

GAMES = list(replayer.games())
SMALL: dict[str, dict[str, Any]] = {
    **{name: {} for name in GAMES},
    "go": {"size": [3, 3], "superko": "situational"},
    "planowanie": {"plan": [[5, 2]]},
}
"""Options of short matches."""


def _has_rounds(game: str) -> bool:
    made = (replayer.generate(game, seed) for seed in range(3))
    return any(len(replayer.game(game).rounds(each)) > 1 for each in made)


WITH_VIEWS = [name for name in GAMES if replayer.game(name).has_views]
WITH_ROUNDS = [name for name in GAMES if _has_rounds(name)]
