"""The states of a deal."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from ..cards import DECK, HIDDEN, PLAYERS, Cards, caller, card_of, mighty
from ..options import Options

Phase: TypeAlias = Literal["deal", "auction", "exchange", "contract", "friend", "play", "over"]


End: TypeAlias = Literal["won", "lost", "thrown-in", "unfinished"]
"""How a deal ends: the contract is made or not, there is none, or the record stops before."""


class Bid(Struct, frozen=True, array_like=True):
    """What a player says in the auction: `15H`, `16N`, `pass` or `misdeal`."""

    player: int
    call: str


class Contract(Struct, frozen=True):
    """A number of points and a trump; the points are None where they are not known."""

    points: int | None
    trump: str

    def __str__(self) -> str:
        return f"{'?' if self.points is None else self.points}{self.trump}"


class Taken(Struct, frozen=True):
    """A trick that is over: who led, the plays from the leader's on, and who won."""

    lead: int
    plays: tuple[str, ...]
    winner: int

    @property
    def cards(self) -> Cards:
        """The five cards, from the leader's on."""
        return tuple(map(card_of, self.plays))


class Outcome(Struct, frozen=True, kw_only=True):
    """How a deal ended under the rules.

    `points` are those of the president's side, `buried` those among the buried cards. After a deal
    that was thrown in, everything but `end` is None; so is whatever depends on something unknown.
    """

    end: End | None
    tricks: tuple[Taken, ...] = ()
    president: int | None = None
    friend: int | None = None
    contract: Contract | None = None
    buried: int | None = None
    points: int | None = None
    score: int | None = None
    payoffs: tuple[int, ...] | None = None


class State(Struct, frozen=True, kw_only=True):
    """The state of a deal.

    `hands` are what the players still hold, empty before the deal; a card that we do not see is
    hidden (`??`). `contract` is the highest bid until the president has settled it. `friend` is how
    the friend was named, `friend_player` who has turned out to be it. `table` are the plays of the
    trick under way, from `lead` on, and `played` all cards that lie open. `last_president` is that
    of the deal before. `outcome` says how the deal ended; the totals are then those after it.
    """

    dealer: int
    totals: tuple[int, ...] = (0,) * PLAYERS
    last_president: int | None = None
    phase: Phase = "deal"
    turn: int = 0
    dealt: tuple[Cards, ...] = ()
    hands: tuple[Cards, ...] = ()
    kitty: Cards = ()
    bids: tuple[Bid, ...] = ()
    president: int | None = None
    contract: Contract | None = None
    discard: Cards = ()
    friend: str | None = None
    friend_player: int | None = None
    lead: int = 0
    table: tuple[str, ...] = ()
    tricks: tuple[Taken, ...] = ()
    played: frozenset[str] = frozenset()
    outcome: Outcome | None = None

    @property
    def number(self) -> int:
        """The number of the trick under way, from 1."""
        return len(self.tricks) + 1

    @property
    def trump(self) -> str:
        """The trump; no-trump until there is a contract."""
        return "N" if self.contract is None else self.contract.trump

    @property
    def unseen(self) -> Cards:
        """The cards that may be any of the hidden ones."""
        kitty = self.kitty if self.phase == "auction" else ()
        seen = self.played.union(*self.hands, kitty, self.discard)
        return tuple([card for card in DECK if card not in seen])

    def hides(self, player: int) -> bool:
        """Whether some cards of a player's hand are hidden."""
        return HIDDEN in self.hands[player]

    def could_hold(self, player: int, card: str) -> bool:
        """Whether a hand holds a card, or may hide it."""
        hidden = self.hides(player) and self.could_have_had(player, card) and card in self.unseen
        return card in self.hands[player] or hidden

    def could_have_had(self, player: int, card: str) -> bool:
        """Whether a player may have been dealt a card, or taken it from the kitty."""
        owner = self.owner(card)
        if owner is not None:
            return owner == player
        takes = player == self.president
        return HIDDEN in self.dealt[player] or (takes and HIDDEN in self.kitty)

    def owner(self, card: str) -> int | None:
        """Who was dealt a card, or took it from the kitty; None where that was not seen.

        It is known of the president's cards even where nobody saw which of them were buried.
        """
        if self.president is not None and card in self.kitty:
            return self.president
        return next((seat for seat, hand in enumerate(self.dealt) if card in hand), None)


class Specials(Struct, frozen=True):
    """The special cards of a deal."""

    mighty: str
    caller: str


def specials(options: Options, trump: str) -> Specials:
    """The special cards under a trump."""
    return Specials(mighty(trump), caller(trump, options.caller_when_clubs))
