"""The states of a game."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from .cards import HIDDEN, NONE, Cards
from .engine.engine import Table

Phase: TypeAlias = Literal["deal", "declare", "play", "over"]


class Taken(Struct, frozen=True):
    """A finished trick: its leader, the cards in order, and its winner."""

    lead: int
    cards: Cards
    winner: int


class State(Struct, frozen=True, kw_only=True):
    """The state of a deal.

    `number` counts deals from 0. `deal` is the deal and the play so far, or None before a deal; do
    not change it. `totals` are the points of the finished deals.
    """

    number: int = 0
    totals: tuple[int, ...] = ()
    deal: Table | None = None

    @property
    def phase(self) -> Phase:
        """The current phase of the deal."""
        if self.deal is None:
            return "deal"
        if self.deal.over:
            return "over"
        return "play" if self.deal.declarations else "declare"

    @property
    def hidden(self) -> str:
        """The symbol for an unknown card (`Deck.hidden`)."""
        return HIDDEN if self.deal is None else self.deal.pack.hidden

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The cards that the players still hold, as dealt; empty before the deal."""
        return () if self.deal is None else tuple(map(self.hand, range(self.deal.players)))

    def hand(self, player: int) -> Cards:
        """Return the cards that a player still holds; hidden ones are played in order."""
        table = self.deal
        if table is None:
            return ()
        pack, held = table.pack, table.hands[player]
        left = [
            card for card in table.dealt[player] if pack.bit_of[card] & held or card == pack.hidden
        ]
        for _ in range(left.count(pack.hidden) - table.hiding[player]):
            left.remove(pack.hidden)
        return tuple(left)

    @property
    def declarations(self) -> tuple[int, ...]:
        """The declarations of the players; empty until all have declared."""
        return () if self.deal is None else self.deal.declarations

    @property
    def rows(self) -> list[tuple[int, Cards]]:
        """The leader of each trick and its cards in order; the current one is last."""
        table, played = self.deal, self.played
        if table is None:
            return []
        starts = range(0, len(played), table.players)
        rows = (played[at : at + table.players] for at in starts)
        return list(zip(table.leads, rows, strict=False))

    @property
    def tricks(self) -> tuple[Taken, ...]:
        """The finished tricks."""
        winners = () if self.deal is None else self.deal.winners
        return tuple(
            Taken(lead, cards, winner)
            for (lead, cards), winner in zip(self.rows, winners, strict=False)
        )

    @property
    def trick(self) -> int:
        """The number of the current trick, from 0."""
        return 0 if self.deal is None else self.deal.tricks

    @property
    def lead(self) -> int:
        """The leader of the current trick."""
        return 0 if self.deal is None else self.deal.leader

    @property
    def turn(self) -> int:
        """The player to play next."""
        return 0 if self.deal is None else self.deal.turn

    @property
    def table(self) -> Cards:
        """The cards of the current trick, starting with `lead`."""
        return () if self.deal is None else self.played[self.trick * self.deal.players :]

    @property
    def points(self) -> tuple[int, ...] | None:
        """The points of this deal, or None until it is over."""
        return None if self.deal is None else self.deal.points

    @property
    def played(self) -> Cards:
        """The cards that were played in this deal."""
        table = self.deal
        return () if table is None else tuple([table.pack.words[card] for card in table.played])

    def played_by(self, player: int) -> list[str]:
        """Return the cards that a player has played in this deal."""
        table = self.deal
        return [] if table is None else [table.pack.words[card] for card in table.played_by(player)]

    @property
    def led(self) -> str | None:
        """The suit led in the current trick."""
        table = self.deal
        if table is None or table.led == NONE:
            return None
        return table.pack.words[table.played[-table.laid]][1:]

    def taken(self, player: int) -> int:
        """Return the tricks that a player has taken."""
        return 0 if self.deal is None else self.deal.taken[player]
