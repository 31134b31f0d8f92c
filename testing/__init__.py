"""The laws that every game and notation obeys, for authors of games to run under pytest.

To turn a class of laws into a test, derive from it and name the game:

    from kifu.testing import AllLaws

    class TestKuhn(AllLaws):
        name = "kuhn"

kifu must be able to find the game: its package must be installed, with an entry point in the group
`kifu.games`. `AllLaws` combines all other classes, including any added in later versions.
"""

from __future__ import annotations

try:
    import pytest
except ImportError as error:
    raise ImportError("kifu.testing needs pytest: `pip install pytest`") from error

pytest.register_assert_rewrite(
    *(f"{__name__}.{each}" for each in ("beliefs", "codes", "descriptors", "encodings", "games")),
    *(f"{__name__}.{each}" for each in ("notations", "records", "samples", "stopped")),
    *(f"{__name__}.{each}" for each in ("trajectories", "variations", "varied")),
)

from .beliefs import BeliefLaws  # noqa: E402
from .codes import CodeLaws  # noqa: E402
from .descriptors import DescriptorLaws  # noqa: E402
from .encodings import EncodingLaws  # noqa: E402
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
    EncodingLaws,
    NotationLaws,
    CodeLaws,
):
    """All laws."""


__all__ = [
    "AllLaws",
    "BeliefLaws",
    "CodeLaws",
    "DescriptorLaws",
    "EncodingLaws",
    "GameLaws",
    "NotationLaws",
    "RecordLaws",
    "TrajectoryLaws",
    "VariationLaws",
]
