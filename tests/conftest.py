from pathlib import Path

import pytest
from hypothesis import settings

from .campaign import sample
from .command import Kifu

settings.register_profile("kifu", deadline=None, max_examples=sample(10))
settings.load_profile("kifu")


@pytest.fixture
def run(tmp_path: Path) -> Kifu:
    return Kifu(tmp_path)
