"""What programs know of Goita besides its rules."""

from ..descriptor import StrategyDescriptor

STRATEGY = StrategyDescriptor("goita", "kifu.arena.players.goita.strategy")
