"""Rooks: a chess endgame on a five-by-five board, as a game for kifu."""

from kifu.formats.interface.claims import canonical_json
from kifu.formats.interface.descriptor import FormatsDescriptor, NotationDescriptor
from kifu.replayer.descriptor import GameDescriptor

GAME = GameDescriptor(
    name="rooks",
    title="Rooks",
    module="kifu_rooks.game",
    record="kifu_rooks.record",
    codes="kifu_rooks.codes",
    scene="kifu_rooks.scene",
)


def _resembles(head: str) -> str | None:
    """Return what is wrong with the beginning of a text that is meant to be a game."""
    meant = head.lstrip().lower().startswith('[game "rooks')
    return 'the first line should be [Game "Rooks"]' if meant else None


FORMATS = FormatsDescriptor(
    game="rooks",
    notations=(
        NotationDescriptor("rooks/json", "kifu_rooks.json", canonical_json("rooks", '"moves"')),
        NotationDescriptor(
            "rooks/moves",
            "kifu_rooks.moves",
            claims=lambda head: head.startswith('[Game "Rooks"]'),
            resembles=_resembles,
            suffixes=(".rooks",),
        ),
    ),
    losses="kifu_rooks.losses",
    schemas="kifu_rooks.schemas",
    grammars="kifu_rooks.descriptions",
)
