"""The strategy for programs that play Leduc poker."""

from ..descriptor import StrategyDescriptor

STRATEGY = StrategyDescriptor("leduc", "kifu.arena.players.leduc.strategy")
