"""The laws for all games, run on this one."""

from kifu.testing import AllLaws


class TestTicTacToe(AllLaws):
    """All laws."""

    name = "tictactoe"
