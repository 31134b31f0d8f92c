"""Go: its records and rules."""

from ..descriptor import GameDescriptor

GAME = GameDescriptor(
    name="go",
    title="Go",
    module="kifu.replayer.go.game",
    record="kifu.replayer.go.record",
    codes="kifu.replayer.go.codes",
    scene="kifu.replayer.go.scene",
)
