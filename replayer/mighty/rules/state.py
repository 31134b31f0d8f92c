"""A deal at one moment."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from ..cards import DECK, JOKER, KITTY_SIZE, PLAYERS, caller, known, mighty
from ..options import Options
from ..record import Bid, Cards, End

Phase: TypeAlias = Literal["deal", "auction", "exchange", "contract", "friend", "play", "over"]

UNKNOWN_CARDS = ("??",) * KITTY_SIZE


class Contract(Struct, frozen=True):
    """A number of points and a trump; the points are None where they are not known."""

    points: int | None
    trump: str

    def __str__(self) -> str:
        return f"{'?' if self.points is None else self.points}{self.trump}"


class Given(Struct, frozen=True, kw_only=True):
    """What a record gives without the decisions that led to it: gaps of what was written down.

    Each field that is not None stands for a decision that is passed over. `held` are the cards
    that each player is known to hold when the play begins, since they are played later.
    """

    president: int | None = None
    discard: Cards | None = None
    contract: Contract | None = None
    friend: bool = False
    friend_player: int | None = None
    held: tuple[Cards, ...] = ()


class Taken(Struct, frozen=True):
    """A trick that is over: who led, the plays from there on, and who won."""

    lead: int
    plays: tuple[str, ...]
    winner: int

    @property
    def cards(self) -> Cards:
        """The five cards, from the leader's on."""
        return tuple(map(card_of, self.plays))


class Outcome(Struct, frozen=True, kw_only=True):
    """How a deal ended under the rules; what is not known, or decided by what is not, is None."""

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
    """A deal at one moment.

    `hands` are what the players still hold, empty before a deal. `contract` is the highest bid
    until the president has settled it. `friend` is how the friend was named, `friend_player` who
    has turned out to be it. `table` are the plays of the trick under way, from `lead` on.
    `last_president` is that of the deal before. `outcome` says how the deal ended; the totals are
    then those after it.
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
    given: Given = Given()
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
    def played(self) -> Cards:
        """The cards that lie open."""
        taken = [card for trick in self.tricks for card in trick.cards]
        return (*taken, *map(card_of, self.table))

    @property
    def unseen(self) -> Cards:
        """The cards of which it is not known where they are."""
        kitty = self.kitty if self.phase == "auction" else ()
        places = [*self.hands, kitty, self.discard, self.played]
        seen = {card for place in places for card in known(place)}
        return tuple(card for card in DECK if card not in seen)

    def hides(self, player: int) -> bool:
        """Whether some cards of a player's hand are unknown."""
        return "??" in self.hands[player]

    def could_hold(self, player: int, card: str) -> bool:
        """Whether a hand holds a card, or may hide it."""
        return card in self.hands[player] or (self.hides(player) and card in self.unseen)


class Specials(Struct, frozen=True):
    """The special cards of a deal."""

    mighty: str
    caller: str


def specials(options: Options, trump: str) -> Specials:
    """The special cards under a trump."""
    return Specials(mighty(trump), caller(trump, options.caller_when_clubs))


def card_of(play: str) -> str:
    """The card of a play, without its marks.

    >>> card_of("JKH"), card_of("C3!"), card_of("HT")
    ('JK', 'C3', 'HT')
    """
    return JOKER if play.startswith(JOKER) else play.rstrip("!")
