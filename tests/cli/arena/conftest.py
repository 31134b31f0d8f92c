import pytest

from ..conftest import Kifu
from .programs import Arena


@pytest.fixture
def arena(run: Kifu) -> Arena:
    return Arena(run)
