"""What programs know of Leduc poker besides its rules."""

from ..descriptor import StrategyDescriptor

STRATEGY = StrategyDescriptor("leduc", "kifu.arena.players.leduc.strategy")
