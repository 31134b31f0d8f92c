"""Kuhn poker obeys the laws for all games."""

from kifu.testing import AllLaws


class TestKuhn(AllLaws):
    """All laws, each as a test; tests specific to this game can be added."""

    name = "kuhn"
