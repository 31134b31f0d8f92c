"""The exact findings in damaged examples: see `damaged.py`."""

import pytest

from .damaged import Damaged, damaged


@pytest.mark.parametrize("row", damaged(), ids=str)
def test_findings_of_a_damaged_example(row: Damaged) -> None:
    assert row.said() == row.told
