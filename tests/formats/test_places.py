"""Where each value of a record is in its text: see `places.py`."""

from .places import names, places, table


def test_values_have_their_places() -> None:
    assert {name: places(name) for name in names()} == table()
