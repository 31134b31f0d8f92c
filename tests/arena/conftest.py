import pytest

from ..command import Kifu
from .programs import Arena


@pytest.fixture
def arena(run: Kifu) -> Arena:
    return Arena(run)
