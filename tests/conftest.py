from pathlib import Path

import pytest
from hypothesis import settings

from .campaign import TIMES, sample
from .command import Kifu

# The suite tries the same cases each time, a campaign others.
settings.register_profile("kifu", deadline=None, max_examples=sample(10), derandomize=TIMES == 1)
settings.load_profile("kifu")


@pytest.fixture
def run(tmp_path: Path) -> Kifu:
    return Kifu(tmp_path)
