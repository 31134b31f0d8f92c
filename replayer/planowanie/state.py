"""The states of a game."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from .cards import HIDDEN, NONE, Cards
from .engine.engine import Table

Phase: TypeAlias = Literal["deal", "declare", "play", "over"]


class Taken(Struct, frozen=True):
    """A trick that is over: its leader, the cards from there on, and its winner."""

    lead: int
    cards: Cards
    winner: int


class State(Struct, frozen=True, kw_only=True):
    """The state of a deal.

    `number` counts deals from 0. `deal` is what has been dealt and played, None before a
    deal; nobody may change it. `totals` are the points of the deals that are over.
    """

    number: int = 0
    totals: tuple[int, ...] = ()
    deal: Table | None = None

    @property
    def phase(self) -> Phase:
        """The part of the deal under way."""
        if self.deal is None:
            return "deal"
        if self.deal.over:
            return "over"
        return "play" if self.deal.declarations else "declare"

    @property
    def hidden(self) -> str:
        """The sign for a card that is not known (`Deck.hidden`)."""
        return HIDDEN if self.deal is None else self.deal.pack.hidden

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The cards that the players still hold, in the order of the deal; empty before it."""
        return () if self.deal is None else tuple(map(self.hand, range(self.deal.players)))

    def hand(self, player: int) -> Cards:
        """The cards that a player still holds; of the hidden cards, the first were played first."""
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
        """The leader of each trick, and its cards from there on; the one under way is the last."""
        table, played = self.deal, self.played
        if table is None:
            return []
        starts = range(0, len(played), table.players)
        rows = (played[at : at + table.players] for at in starts)
        return list(zip(table.leads, rows, strict=False))

    @property
    def tricks(self) -> tuple[Taken, ...]:
        """The tricks that are over."""
        winners = () if self.deal is None else self.deal.winners
        return tuple(
            Taken(lead, cards, winner)
            for (lead, cards), winner in zip(self.rows, winners, strict=False)
        )

    @property
    def trick(self) -> int:
        """The number of the trick under way, from 0."""
        return 0 if self.deal is None else self.deal.tricks

    @property
    def lead(self) -> int:
        """The leader of the trick under way."""
        return 0 if self.deal is None else self.deal.leader

    @property
    def turn(self) -> int:
        """The player to play next."""
        return 0 if self.deal is None else self.deal.turn

    @property
    def table(self) -> Cards:
        """The cards of the trick under way, from `lead` on."""
        return () if self.deal is None else self.played[self.trick * self.deal.players :]

    @property
    def points(self) -> tuple[int, ...] | None:
        """The points of this deal, as soon as it is over."""
        return None if self.deal is None else self.deal.points

    @property
    def played(self) -> Cards:
        """The cards that were played in this deal."""
        table = self.deal
        return () if table is None else tuple([table.pack.words[card] for card in table.played])

    def played_by(self, player: int) -> list[str]:
        """The cards that a player has played in this deal."""
        table = self.deal
        return [] if table is None else [table.pack.words[card] for card in table.played_by(player)]

    @property
    def led(self) -> str | None:
        """The suit that is led in the trick under way."""
        table = self.deal
        if table is None or table.led == NONE:
            return None
        return table.pack.words[table.played[-table.laid]][1:]

    def taken(self, player: int) -> int:
        """The tricks that a player has taken."""
        return 0 if self.deal is None else self.deal.taken[player]
