"""Goita (ごいた): its records and rules."""

from ..descriptor import GameDescriptor

GAME = GameDescriptor(
    name="goita",
    title="Goita (ごいた)",
    module="kifu.replayer.goita.game",
    record="kifu.replayer.goita.record",
    codes="kifu.replayer.goita.codes",
    scene="kifu.replayer.goita.scene",
)
