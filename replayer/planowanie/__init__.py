"""Planowanie: its records and rules."""

from ..descriptor import GameDescriptor

GAME = GameDescriptor(
    name="planowanie",
    title="Planowanie",
    module="kifu.replayer.planowanie.game",
    record="kifu.replayer.planowanie.record",
    codes="kifu.replayer.planowanie.codes",
    scene="kifu.replayer.planowanie.scene",
)
