"""Rooks: a chess ending on five by five squares, as a game for kifu."""

from kifu.formats.interface.claims import canonical_json
from kifu.formats.interface.descriptor import FormatsDescriptor, NotationDescriptor
from kifu.replayer.descriptor import GameDescriptor

GAME = GameDescriptor(
    name="rooks",
    title="Rooks",
    module="kifu_rooks.game",
    record="kifu_rooks.record",
    codes="kifu_rooks.codes",
)
FORMATS = FormatsDescriptor(
    game="rooks",
    notations=(
        NotationDescriptor("rooks/json", "kifu_rooks.json", canonical_json("rooks", '"moves"')),
        NotationDescriptor(
            "rooks/moves", "kifu_rooks.moves", lambda head: head.startswith('[Game "Rooks"]')
        ),
    ),
    board="kifu_rooks.board",
    losses="kifu_rooks.losses",
    schemas="kifu_rooks.schemas",
    grammars="kifu_rooks.descriptions",
)
