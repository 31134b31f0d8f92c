"""Leduc poker: its records and rules."""

from ..game import GameDescriptor

GAME = GameDescriptor(
    name="leduc",
    title="Leduc poker",
    module="kifu.replayer.leduc.game",
    record="kifu.replayer.leduc.record",
    codes="kifu.replayer.leduc.codes",
)
