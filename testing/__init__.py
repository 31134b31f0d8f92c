"""The laws that every game and notation obeys, for the author of a game to run under pytest.

To make a class of laws a test, derive from it and name the game:

    from kifu.testing import AllLaws

    class TestKuhn(AllLaws):
        name = "kuhn"

kifu must be able to find the game: its package is installed, and has an entry point of the group
`kifu.games`. `AllLaws` has the laws of all other classes, including those of later versions.
"""

from __future__ import annotations

try:
    import pytest
except ImportError as error:
    raise ImportError("kifu.testing needs pytest: `pip install pytest`") from error

pytest.register_assert_rewrite(
    *(f"{__name__}.{each}" for each in ("beliefs", "codes", "descriptors", "games", "notations")),
    *(f"{__name__}.{each}" for each in ("records", "samples", "stopped")),
    *(f"{__name__}.{each}" for each in ("trajectories", "variations", "varied")),
)

from .beliefs import BeliefLaws  # noqa: E402
from .codes import CodeLaws  # noqa: E402
from .descriptors import DescriptorLaws  # noqa: E402
from .games import GameLaws  # noqa: E402
from .notations import NotationLaws  # noqa: E402
from .records import RecordLaws  # noqa: E402
from .trajectories import TrajectoryLaws  # noqa: E402
from .variations import VariationLaws  # noqa: E402


class AllLaws(
    DescriptorLaws,
    GameLaws,
    RecordLaws,
    VariationLaws,
    TrajectoryLaws,
    BeliefLaws,
    NotationLaws,
    CodeLaws,
):
    """All laws."""


__all__ = [
    "AllLaws",
    "BeliefLaws",
    "CodeLaws",
    "DescriptorLaws",
    "GameLaws",
    "NotationLaws",
    "RecordLaws",
    "TrajectoryLaws",
    "VariationLaws",
]
