"""Records that claim to be the view of a player who does not exist."""

from typing import Any

import pytest
from msgspec.structs import replace

from kifu import replayer
from kifu.replayer import game, games

VIEWS = [each for each in games() if game(each).has_views]


@pytest.mark.parametrize("player", [-1, 7, 10**20])
@pytest.mark.parametrize("name", VIEWS)
def test_a_view_of_nobody_is_an_error(name: str, player: int) -> None:
    record: Any = replayer.generate(name, 1)
    found = game(name).check(replace(record, view=player)).findings
    assert any(f"{player} " in each.message for each in found)
