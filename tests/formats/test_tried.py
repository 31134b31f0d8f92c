"""The edits that are tried to mend damaged texts: see `tried.py`."""

from .tried import rows, table, tried


def test_the_same_edits_are_tried() -> None:
    known, expected = rows(), table()
    assert {each: tried(known[each]) for each in expected} == expected
