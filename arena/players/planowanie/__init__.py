"""The strategy for programs that play Planowanie."""

from ..descriptor import StrategyDescriptor

STRATEGY = StrategyDescriptor("planowanie", "kifu.arena.players.planowanie.strategy")
