"""The worth of hands in Mighty, and hands that agree with the auction.

If a compiler is available, this file is compiled with the types in `hands.pxd`.
"""

from __future__ import annotations

from math import exp

from ....replayer.beliefs.dice import Dice, size
from ....replayer.mighty.engine.engine import Engine
from ....replayer.mighty.engine.numbers import BITS, NO_TRUMP, NOBODY, OF_JOKER, SPADES, SUITS

# When compiled, a shifted literal would be truncated to 32 bits.
_ONE = 1
_SUIT = 0b1_1111_1111_1111
_PLAYERS = 5
_UNIT = 1 << 30

_BASE, _NO_TRUMP_BASE = 8.1, 9.5
"""The points that a side takes even if its president has a worthless hand."""

_MIGHTY, _SPADE_MIGHTY = BITS[0], BITS[13]
"""The Mighty, and the Mighty if spades are trumps."""

_CLOSE = 0.5
"""Bids agree this closely with the worth of a hand, in points: the temperature of exchanges."""

_BURIED = 1.5
"""The factor for presidents, who bury their worst cards more reliably than players bid."""

_EXCHANGES = 150
"""The number of exchanges to try in each deal."""


def worth(hand: int, trump: int) -> float:
    """Estimate the points that a side takes if its president has this hand and this trump.

    The weights are fitted to deals that were played out by the rules of thumb.
    """
    mighty = _SPADE_MIGHTY if trump == SPADES else _MIGHTY
    found = _NO_TRUMP_BASE if trump == NO_TRUMP else _BASE
    if hand & mighty:
        found += 1.7
    if hand & OF_JOKER:
        found += 1.7
    hand &= ~mighty
    for suit in range(SUITS):
        held = hand >> 13 * suit & _SUIT
        # The lowest bits of a suit are ace, king and queen.
        ace, king, queen = held & 1, held >> 1 & 1, held >> 2 & 1
        if suit == trump:
            found += 0.95 * size(held) + 1.05 * ace + 0.8 * king + 0.5 * queen
        elif trump == NO_TRUMP:
            found += 0.8 * ace + 0.8 * king + 0.1 * size(held) * ace
        else:
            found += 0.8 * ace
    return found


def most_worth(hand: int) -> float:
    """Return what a hand is worth with its best trump."""
    best = 0.0
    for trump in range(NO_TRUMP + 1):
        value = worth(hand, trump)
        if value > best:
            best = value
    return best


class Likely:
    """Exchanges hidden cards in drawn deals until the hands agree with the bids.

    Each player may have bid, and passed when a number of points was needed; these are in `bids`,
    `trumps` and `passed`, or else 0. `played` are the cards that each has played, and `barred`
    those that each cannot hold (the last entry is for the kitty or discard). `hidden` are the
    cards that may be exchanged.

    Exchanges are accepted by the rule of Metropolis et al., "Equation of State Calculations by Fast
    Computing Machines" (1953).
    """

    bids: list[int]
    trumps: list[int]
    passed: list[int]
    played: list[int]
    barred: list[int]
    hidden: int

    def __init__(
        self,
        bids: list[int],
        trumps: list[int],
        passed: list[int],
        played: list[int],
        barred: list[int],
        hidden: int,
    ) -> None:
        self.bids, self.trumps, self.passed = bids, trumps, passed
        self.played, self.barred, self.hidden = played, barred, hidden

    def exchange(self, engine: Engine, dice: Dice) -> None:
        """Exchange cards between hands, and with the hidden ones of the kitty or discard."""
        for _ in range(_EXCHANGES):
            one, other = dice.below(_PLAYERS), dice.below(_PLAYERS + 1)
            if other == _PLAYERS and engine.president != NOBODY:
                one = engine.president
            first = engine.hands[one] & self.hidden
            second = self._cards(engine, other) & self.hidden
            if one == other or not first or not second:
                continue
            given, taken = _ONE << dice.one_of(first), _ONE << dice.one_of(second)
            if self.barred[one] & taken or self.barred[other] & given:
                continue
            before = self._doubt(engine, one) + self._doubt(engine, other)
            self._swap(engine, one, other, given | taken)
            more = self._doubt(engine, one) + self._doubt(engine, other) - before
            if more > 0 and dice.below(_UNIT) >= exp(-more / _CLOSE) * _UNIT:
                self._swap(engine, one, other, given | taken)

    def _cards(self, engine: Engine, pile: int) -> int:
        if pile < _PLAYERS:
            return engine.hands[pile]
        return engine.kitty_known if engine.president == NOBODY else engine.buried

    def _swap(self, engine: Engine, one: int, other: int, cards: int) -> None:
        engine.hands[one] ^= cards
        if other < _PLAYERS:
            engine.hands[other] ^= cards
        elif engine.president == NOBODY:
            engine.kitty_known ^= cards
        else:
            engine.buried ^= cards

    def _doubt(self, engine: Engine, pile: int) -> float:
        """Return by how many points a player's bids differ from the worth of the hand."""
        if pile == _PLAYERS:
            return 0.0
        hand, found = engine.hands[pile] | self.played[pile], 0.0
        if pile == engine.president:
            # Bids are made before the exchange, which is worth about a point.
            value = worth(hand, engine.trump)
            found = _BURIED * (worth(hand | engine.buried, engine.trump) - value)
            return found + max(0.0, engine.points + 1 - value)
        if self.bids[pile]:
            found += max(0.0, self.bids[pile] - worth(hand, self.trumps[pile]))
        if self.passed[pile]:
            found += max(0.0, most_worth(hand) - self.passed[pile])
        return found
