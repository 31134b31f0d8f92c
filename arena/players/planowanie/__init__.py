"""What programs know of Planowanie besides its rules."""

from ..descriptor import StrategyDescriptor

STRATEGY = StrategyDescriptor("planowanie", "kifu.arena.players.planowanie.strategy")
