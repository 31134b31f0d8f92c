"""The state of a round of Goita."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from .ends import Outcome
from .engine.engine import Table, unpacked

pieces_of = lru_cache(4096)(unpacked)
"""Returns the pieces of a hand; boards ask for the same hands again and again."""


class State(Struct, frozen=True):
    """The state of a round.

    `table` is the deal and the play so far, or None before the deal; do not change it. `outcome`
    says how the round ended; the score then includes the round.
    """

    score: tuple[int, int]
    dealer: int
    table: Table | None = None
    outcome: Outcome | None = None

    @property
    def turn(self) -> int:
        """The player who acts."""
        return self.dealer if self.table is None else self.table.turn

    @property
    def dealt(self) -> tuple[str, ...]:
        """The hands as dealt; empty before a deal."""
        return () if self.table is None else self.table.dealt

    @property
    def hands(self) -> tuple[str, ...]:
        """The pieces that the players still have, sorted; empty before a deal."""
        return () if self.table is None else tuple(map(pieces_of, self.table.hands))

    @property
    def unseen(self) -> str:
        """The pieces of the deck that nobody has shown yet, if hands are hidden."""
        return "" if self.table is None else pieces_of(self.table.unseen)

    @property
    def attack(self) -> str:
        """The piece to receive, if any."""
        return str(self.table.attack) if self.table is not None and self.table.attack else ""

    @property
    def attacker(self) -> int:
        """The player who laid the piece to receive, or -1 before the opening."""
        return -1 if self.table is None else self.table.attacker

    @property
    def exposed(self) -> bool:
        """Whether a king lies face-up."""
        return self.table is not None and self.table.exposed

    @property
    def goshi(self) -> tuple[int, ...]:
        """The players with five し."""
        return () if self.table is None else self.table.goshi

    @property
    def deciding(self) -> bool:
        """Whether the partner of a player with five し must choose whether to deal again."""
        return self.table is not None and self.table.deciding

    @property
    def leading(self) -> bool:
        """Whether the player to act must lay a piece face-down and attack."""
        return self.table is None or self.table.leading

    def hides(self, player: int) -> bool:
        """Return whether some pieces of a player's hand are unknown."""
        return self.table is not None and self.table.hiding[player]
