"""What programs know of Mighty besides its rules."""

from ..descriptor import StrategyDescriptor

STRATEGY = StrategyDescriptor("mighty", "kifu.arena.players.mighty.strategy")
