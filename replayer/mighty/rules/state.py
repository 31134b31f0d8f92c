"""The states of a deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Literal, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ..cards import DECK, NO_TRUMP, PLAYERS, SEATS, Cards, card_of
from ..engine.engine import Engine, Trick
from ..engine.numbers import (
    FRIENDS,
    NOBODY,
    PLAY_OF,
    PLAY_WORD,
    UNKNOWN,
    cards_in,
    numbers,
    trump_of,
    trump_word,
    words,
)
from ..engine.variant import variant_of
from ..options import Options

Phase: TypeAlias = Literal["deal", "auction", "exchange", "contract", "friend", "play", "over"]

StateT = TypeVar("StateT", bound="State")

End: TypeAlias = Literal["won", "lost", "thrown-in", "unfinished"]
"""How a deal ends: the contract is made or fails, there is no contract, or the record stops."""


class Bid(Struct, frozen=True, array_like=True):
    """A player's call in the auction: `15H`, `16N`, `pass` or `misdeal`."""

    player: int
    call: str


class Contract(Struct, frozen=True):
    """A number of points and a trump; the points are None if unknown."""

    points: int | None
    trump: str

    def __str__(self) -> str:
        return f"{'?' if self.points is None else self.points}{self.trump}"

    @property
    def numbers(self) -> tuple[int, int]:
        """Points and trump as numbers for the engine."""
        return UNKNOWN if self.points is None else self.points, trump_of(self.trump)


def lowest(options: Options, trump: str) -> int:
    """Return the lowest number of points that can be bid with a trump."""
    return variant_of(options).lowest[trump_of(trump)]


class Taken(Struct, frozen=True):
    """A finished trick: its leader, the plays in order, and its winner."""

    lead: int
    plays: tuple[str, ...]
    winner: int

    @property
    def cards(self) -> Cards:
        """The five cards in order, starting with the leader's."""
        return tuple(map(card_of, self.plays))

    @property
    def numbers(self) -> Trick:
        """The trick as numbers for the engine."""
        return self.lead, tuple(map(PLAY_OF.__getitem__, self.plays)), self.winner


class Outcome(Struct, frozen=True, kw_only=True):
    """How a deal ended under the rules.

    `points` are the points of the president's side, and `buried` are the points in the buried
    cards. If the deal was thrown in, everything but `end` is None. Anything that depends on
    something unknown is also None.
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


class State(Struct, frozen=True, kw_only=True, dict=True):
    """The state of a deal.

    `engine` is the deal and all actions so far, or None before the deal; do not change it. `bids`
    are the calls of the auction. `last_president` was the president in the previous deal. `outcome`
    says how the deal ended; the totals then include the deal.
    """

    dealer: int
    totals: tuple[int, ...] = (0,) * PLAYERS
    last_president: int | None = None
    engine: Engine | None = None
    bids: tuple[Bid, ...] = ()
    outcome: Outcome | None = None

    @property
    def phase(self) -> Phase:
        """The current phase of the deal."""
        return "deal" if self.engine is None else _PHASES[self.engine.phase]

    @property
    def turn(self) -> int:
        """The player who acts."""
        return self.dealer if self.engine is None else self.engine.turn

    @property
    def dealt(self) -> tuple[Cards, ...]:
        """The hands as dealt, or empty before the deal; unseen cards are hidden (`??`)."""
        return () if self.engine is None else tuple(map(words, self.engine.dealt))

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The cards that the players still hold, or empty before the deal."""
        engine = self.engine
        return () if engine is None else tuple([_hand(engine.hand(seat)) for seat in SEATS])

    @property
    def kitty(self) -> Cards:
        """The kitty as dealt."""
        return () if self.engine is None else words(self.engine.kitty)

    @property
    def president(self) -> int | None:
        """The winner of the auction."""
        return None if self.engine is None else _seat(self.engine.president)

    @property
    def contract(self) -> Contract | None:
        """The contract, or the highest bid until the president settles it; None in the auction."""
        engine = self.engine
        if engine is None or engine.trump == NOBODY:
            return None
        points = None if engine.points == UNKNOWN else engine.points
        return Contract(points, trump_word(engine.trump))

    @property
    def discard(self) -> Cards:
        """The cards that the president buried."""
        return () if self.engine is None else words(self.engine.discard)

    @property
    def friend(self) -> str | None:
        """How the friend was named."""
        if self.engine is None or self.engine.friend == NOBODY:
            return None
        return FRIENDS[self.engine.friend]

    @property
    def friend_player(self) -> int | None:
        """The player revealed as the friend."""
        return None if self.engine is None else _seat(self.engine.friend_player)

    @property
    def lead(self) -> int:
        """The leader of the current trick."""
        return 0 if self.engine is None else self.engine.lead

    @property
    def table(self) -> tuple[str, ...]:
        """The plays of the current trick, in order."""
        return () if self.engine is None else plays(self.engine.plays)

    @cached_property
    def tricks(self) -> tuple[Taken, ...]:
        """The finished tricks."""
        engine = self.engine
        if engine is None:
            return ()
        return tuple([Taken(lead, plays(laid), winner) for lead, laid, winner in engine.tricks])

    @property
    def played(self) -> frozenset[str]:
        """All cards that lie face-up."""
        return frozenset() if self.engine is None else frozenset(_listed(self.engine.played))

    @property
    def number(self) -> int:
        """The number of the current trick, from 1."""
        return 1 if self.engine is None else self.engine.number

    @property
    def trump(self) -> str:
        """The trump, or no-trump until there is a contract."""
        if self.engine is None or self.engine.trump == NOBODY:
            return NO_TRUMP
        return trump_word(self.engine.trump)

    @property
    def unseen(self) -> Cards:
        """The cards that a hidden card may be."""
        return DECK if self.engine is None else _listed(self.engine.unseen())

    def hides(self, player: int) -> bool:
        """Return whether some cards of a player's hand are hidden."""
        return self.engine is not None and self.engine.hidden[player] > 0

    def knowing(
        self: StateT,
        *,
        hands: Sequence[Cards] | None = None,
        dealt: Sequence[Cards] | None = None,
        kitty: Cards | None = None,
        discard: Cards | None = None,
        contract: Contract | None = None,
        friend_player: int | None = None,
        tricks: Sequence[Taken] | None = None,
    ) -> StateT:
        """Return a copy of this state with the given parts filled in."""
        assert self.engine is not None
        engine = self.engine.copy()
        for seat, hand in enumerate(hands or ()):
            engine.set_hand(seat, numbers(hand))
        if dealt is not None:
            engine.set_dealt(tuple(map(numbers, dealt)))
        if kitty is not None:
            engine.set_kitty(numbers(kitty))
        if discard is not None:
            engine.set_discard(numbers(discard))
        if contract is not None:
            engine.set_contract(*contract.numbers)
        if friend_player is not None:
            engine.friend_player = friend_player
        if tricks is not None:
            engine.set_tricks([each.numbers for each in tricks])
        return replace(self, engine=engine)


_PHASES: tuple[Phase, ...] = ("auction", "exchange", "contract", "friend", "play", "over")


def _seat(number: int) -> int | None:
    return None if number == NOBODY else number


_hand = lru_cache(4096)(words)
"""Returns the cards of a hand; boards ask for the same hands again and again."""


def _listed(mask: int) -> Cards:
    return words(cards_in(mask))


def plays(numbers: Iterable[int]) -> tuple[str, ...]:
    """Return plays in words."""
    return tuple(map(PLAY_WORD.__getitem__, numbers))
