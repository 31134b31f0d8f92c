"""The strategy for programs that play Mighty."""

from ..descriptor import StrategyDescriptor

STRATEGY = StrategyDescriptor("mighty", "kifu.arena.players.mighty.strategy")
