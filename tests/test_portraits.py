"""Everything that is derived from the examples and from other records: see `portraits.py`."""

import pytest

from .portraits import portrait, portraits

ROWS = portraits()


@pytest.mark.parametrize("folder", sorted({path.rpartition("/")[0] for path, _ in ROWS}))
def test_portraits(folder: str) -> None:
    rows = {path: row for path, row in ROWS if path.rpartition("/")[0] == folder}
    assert {path: portrait(path) for path in rows} == rows
