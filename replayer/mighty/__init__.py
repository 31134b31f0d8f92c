"""Mighty (마이티): its records and rules."""

from ..descriptor import GameDescriptor

GAME = GameDescriptor(
    name="mighty",
    title="Mighty (마이티)",
    module="kifu.replayer.mighty.game",
    record="kifu.replayer.mighty.record",
    codes="kifu.replayer.mighty.codes",
    scene="kifu.replayer.mighty.scene",
)
