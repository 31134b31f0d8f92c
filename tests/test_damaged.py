"""What is said of damaged examples, all of it and nothing else: see `damaged.py`."""

import pytest

from .damaged import Damaged, damaged


@pytest.mark.parametrize("row", damaged(), ids=str)
def test_what_is_said_of_a_damaged_example(row: Damaged) -> None:
    assert row.said() == row.told
