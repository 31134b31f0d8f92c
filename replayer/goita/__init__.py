"""Goita (ごいた): its records and rules."""

from ..game import GameDescriptor

GAME = GameDescriptor(
    name="goita",
    title="Goita (ごいた)",
    module="kifu.replayer.goita.game",
    record="kifu.replayer.goita.record",
    codes="kifu.replayer.goita.codes",
)
