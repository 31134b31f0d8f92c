"""The auction as numbers: bidders and bids. `engine` evaluates hands.

If a compiler is available, this file is compiled with the types in `auction.pxd`.

Source: the paper, III.4.2 (bidding).
"""

from __future__ import annotations

from ..cards import PLAYERS
from .numbers import LEGAL, NO_TRUMP, NOBODY, PASS, TRUMP_UNIT, UNKNOWN_TRUMP
from .variant import Variant

NOT_A_BID, BELOW_MINIMUM, BEATS_NOT, ABOVE_MAXIMUM, ABOVE_LOWEST = 108, 102, 1102, 103, 1103
"""The rules that a call can break, as the numbers of their codes."""

_ONE = 1
_EVERYBODY = 0b1_1111


def first_bidder(variant: Variant, dealer: int, last_president: int) -> int:
    """Return who bids first; `last_president` is NOBODY in the first deal."""
    if variant.left_bids_first:
        return (dealer + 1) % PLAYERS
    return last_president if variant.president_bids_first and last_president >= 0 else dealer


class Auction:
    """The calls so far: their number, who has `spoken` and who has `passed` (one bit per player).

    `opening_passes` counts the passes before any other call, and `last_passes` counts those since
    the last bid. `points` and `trump` are the highest bid, made by `bidder` (NOBODY if there is
    none).
    """

    variant: Variant
    dealer: int
    calls: int
    spoken: int
    passed: int
    opening_passes: int
    last_passes: int
    points: int
    trump: int
    bidder: int

    def __init__(self, variant: Variant, dealer: int) -> None:
        self.variant = variant
        self.begin(dealer)

    def begin(self, dealer: int) -> None:
        """Start a new auction with this dealer."""
        self.dealer = dealer
        self.calls = self.spoken = self.passed = self.opening_passes = self.last_passes = 0
        self.points = self.trump = self.bidder = NOBODY

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Auction) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def _values(self) -> tuple[object, ...]:
        """Return everything that can differ between auctions."""
        made = (self.calls, self.spoken, self.passed, self.opening_passes, self.last_passes)
        return (self.variant, self.dealer, *made, self.points, self.trump, self.bidder)

    def copy(self) -> Auction:
        """Return a copy of the auction that can continue independently."""
        other = Auction(self.variant, self.dealer)
        other.become(self)
        return other

    def become(self, other: Auction) -> None:
        """Copy the state of another auction."""
        self.variant, self.dealer = other.variant, other.dealer
        self.calls, self.spoken, self.passed = other.calls, other.spoken, other.passed
        self.opening_passes, self.last_passes = other.opening_passes, other.last_passes
        self.points, self.trump, self.bidder = other.points, other.trump, other.bidder

    @property
    def minimum_due(self) -> bool:
        """Whether everybody passed, so that the dealer must play the lowest bid."""
        return self._minimum_due()

    def _minimum_due(self) -> bool:
        return self.variant.minimum_is_played and self.calls >= PLAYERS and self.bidder < 0

    def is_out(self, player: int) -> bool:
        """Return whether a player has passed and may not call again."""
        out = self.variant.pass_final and self.passed >> player & 1 > 0
        return out and not (player == self.dealer and self._minimum_due())

    def breach(self, call: int) -> int:
        """Return the rule that a bid or a pass of the player to act breaks."""
        if call == PASS and not self._minimum_due():
            return LEGAL
        if call < 0:
            return NOT_A_BID
        variant, points, trump = self.variant, call // TRUMP_UNIT, call % TRUMP_UNIT
        if trump > NO_TRUMP:
            return UNKNOWN_TRUMP
        if points > variant.bid_max:
            return ABOVE_MAXIMUM
        if points < variant.lowest[trump]:
            return BELOW_MINIMUM
        if self._minimum_due() and points > variant.lowest[trump]:
            return ABOVE_LOWEST
        if self.bidder >= 0 and not variant.beats(points, trump, self.points, self.trump):
            return BEATS_NOT
        return LEGAL

    def add(self, player: int, call: int) -> None:
        """Record a call."""
        self.spoken |= _ONE << player
        if call == PASS:
            self.passed |= _ONE << player
            self.opening_passes += self.opening_passes == self.calls
            self.last_passes += 1
        else:
            self.last_passes = 0
        if call >= 0:
            self.points, self.trump, self.bidder = call // TRUMP_UNIT, call % TRUMP_UNIT, player
        self.calls += 1

    def next_bidder(self, last: int) -> int:
        """Return who bids after the player `last`, or NOBODY if the auction is over."""
        out = 0
        if self.bidder >= 0 and not self.variant.can_be_beaten(self.points, self.trump):
            return NOBODY
        if self.opening_passes >= PLAYERS:
            return self.dealer if self._minimum_due() else NOBODY
        if self.variant.pass_final:
            out = self.passed
            if out | (_ONE << self.bidder if self.bidder >= 0 else 0) == _EVERYBODY:
                return NOBODY
        elif self.bidder >= 0 and self.last_passes >= PLAYERS - 1:
            return NOBODY
        seat = (last + 1) % 5
        while out >> seat & 1:
            seat = (seat + 1) % 5
        return seat
