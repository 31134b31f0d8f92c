"""The strategy for programs that play Goita."""

from ..descriptor import StrategyDescriptor

STRATEGY = StrategyDescriptor("goita", "kifu.arena.players.goita.strategy")
