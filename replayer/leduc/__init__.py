"""Leduc poker: its records and rules."""

from ..descriptor import GameDescriptor

GAME = GameDescriptor(
    name="leduc",
    title="Leduc poker",
    module="kifu.replayer.leduc.game",
    record="kifu.replayer.leduc.record",
    codes="kifu.replayer.leduc.codes",
    scene="kifu.replayer.leduc.scene",
)
