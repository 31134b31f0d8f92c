"""Kuhn poker obeys the laws of every game."""

from kifu.testing import AllLaws


class TestKuhn(AllLaws):
    """Every law, of which each is a test; tests of this game alone can stand beside them."""

    name = "kuhn"
