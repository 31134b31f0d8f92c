"""Tic-tac-toe, as a game for kifu."""

from kifu.formats.interface.claims import canonical_json
from kifu.formats.interface.descriptor import FormatsDescriptor, NotationDescriptor
from kifu.replayer.descriptor import GameDescriptor

GAME = GameDescriptor(
    name="tictactoe",
    title="Tic-tac-toe",
    module="kifu_tic_tac_toe.game",
    record="kifu_tic_tac_toe.record",
    codes="kifu_tic_tac_toe.codes",
    scene="kifu_tic_tac_toe.scene",
)


def _resembles(head: str) -> str | None:
    """Return what is wrong with the beginning of a text that is meant to be a game."""
    meant = head.lstrip().lower().startswith('[game "tic')
    return 'the first line should be [Game "Tic-tac-toe"]' if meant else None


FORMATS = FormatsDescriptor(
    game="tictactoe",
    notations=(
        NotationDescriptor(
            "tictactoe/json", "kifu_tic_tac_toe.json", canonical_json("tictactoe", '"moves"')
        ),
        NotationDescriptor(
            "tictactoe/moves",
            "kifu_tic_tac_toe.moves",
            claims=lambda head: head.startswith('[Game "Tic-tac-toe"]'),
            resembles=_resembles,
            suffixes=(".ttt",),
        ),
    ),
    losses="kifu_tic_tac_toe.losses",
    schemas="kifu_tic_tac_toe.schemas",
    grammars="kifu_tic_tac_toe.descriptions",
)
