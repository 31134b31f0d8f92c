"""Everything that is derived from the examples and from other records: see `portraits.py`."""

from collections import defaultdict

import pytest

from .portraits import portrait, portraits

GROUPS = defaultdict[str, dict[str, dict[str, str]]](dict)
for name, row in portraits():
    GROUPS[name if name.startswith("options/") else name.rpartition("/")[0]][name] = row


@pytest.mark.parametrize("group", sorted(GROUPS))
def test_portraits(group: str) -> None:
    assert {name: portrait(name) for name in GROUPS[group]} == GROUPS[group]
