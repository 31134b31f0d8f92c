"""The laws for all games, run on this one."""

from kifu.testing import AllLaws


class TestRooks(AllLaws):
    """All laws."""

    name = "rooks"
