"""The states of a hand."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from ..rules import Action
from .cards import WORDS
from .engine.engine import Table
from .engine.numbers import NONE

Pair: TypeAlias = tuple[int, int]
"""A number for each player."""

End: TypeAlias = Literal["fold", "showdown"]
"""How a hand ends: a player folds, or the cards are shown."""

_ENDS: tuple[End | None, ...] = (None, "fold", "showdown")


class State(Struct, frozen=True, kw_only=True):
    """The state of a hand.

    `table` is the deal and the play so far; do not change it. The `totals` of the match include the
    hand once it is over.
    """

    totals: Pair = (0, 0)
    table: Table = field(default_factory=Table)

    @property
    def cards(self) -> tuple[str, ...]:
        """The private cards dealt so far, player 0's first."""
        return tuple([WORDS[card] for card in self.table.cards])

    @property
    def public(self) -> str | None:
        """The public card, or None before it is dealt."""
        return None if self.table.public == NONE else WORDS[self.table.public]

    @property
    def betting(self) -> tuple[tuple[Action, ...], ...]:
        """The actions of each betting round, with the current one last."""
        return tuple([tuple([WORDS[each] for each in done]) for done in self.table.betting])

    @property
    def stakes(self) -> Pair:
        """The chips that each player has put in."""
        return self.table.stakes[0], self.table.stakes[1]

    @property
    def end(self) -> End | None:
        """How the hand ended, or None if it is not over."""
        return _ENDS[self.table.end]

    @property
    def returns(self) -> Pair | None:
        """How many chips each player gains; None before the end, or if a shown card is hidden."""
        return self.table.returns

    @property
    def turn(self) -> int:
        """The player to act next in the betting round."""
        return self.table.turn

    @property
    def taken(self) -> int:
        """How many actions have followed the deal, counting the public card as one."""
        return sum(map(len, self.table.betting)) + (self.table.public != NONE)

    def knowing(self, cards: tuple[str, ...]) -> State:
        """Return a copy of this state with these private cards instead of hidden ones."""
        table = self.table.copy()
        table.held = list(map(WORDS.index, cards))
        return replace(self, table=table)
