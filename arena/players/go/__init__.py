"""The strategy for programs that play Go."""

from ..descriptor import StrategyDescriptor

STRATEGY = StrategyDescriptor("go", "kifu.arena.players.go.strategy")
