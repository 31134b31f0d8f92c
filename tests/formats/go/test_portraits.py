"""What kifu says about short SGF texts of every kind: see `portraits.py`."""

import pytest

from .portraits import groups, sums, table

GROUPS = dict(groups())
TABLE = table()


@pytest.mark.parametrize("kind", sorted({each.split()[0] for each in GROUPS}))
def test_short_texts(kind: str) -> None:
    chosen = [each for each in GROUPS if each.startswith(kind)]
    assert {each: sums(GROUPS[each]) for each in chosen} == {each: TABLE[each] for each in chosen}
