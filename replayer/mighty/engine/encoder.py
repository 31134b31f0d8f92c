"""A deal of Mighty as numbers for programs that learn.

If a compiler is available, this file is compiled with the types in `encoder.pxd`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...beliefs.dice import place
from ...encoding.encoder import Encoder
from ...encoding.numbers import NOBODY
from .engine import Engine
from .numbers import (
    CALL_ID,
    CALL_UNIT,
    CARD,
    CARD_ID,
    CLUB_CALLER,
    CONTRACT_ID,
    JOKER,
    MISDEAL,
    MISDEAL_ID,
    PASS,
    PASS_ID,
    SUIT_ID,
    SUIT_UNIT,
    TRUMP_COUNT,
    TRUMP_UNIT,
)
from .phases import AUCTION, CONTRACT, EXCHANGE, FRIEND, OVER

_ONE = 1
_SEATS, _CARDS, _SUITS = 5, 53, 4

_HAND, _BURIED = 5, 5 + _CARDS
_TABLE = _BURIED + _CARDS
_ORDER = _TABLE + _CARDS
_PLAYED = _ORDER + _CARDS
_CALLS = _PLAYED + _SEATS * _CARDS
_PRESIDENT, _FRIEND, _DEALER = _CALLS + _SEATS, _CALLS + 2 * _SEATS, _CALLS + 3 * _SEATS
_WON = _CALLS + 4 * _SEATS
_TRUMP = _WON + _SEATS
_POINTS, _NAMED, _CALLED = _TRUMP + TRUMP_COUNT, _TRUMP + TRUMP_COUNT + 1, _TRUMP + TRUMP_COUNT + 2
_LED = _CALLED + 1
"""The places at which the fields of an observation begin."""


class MightyEncoder(Encoder):
    """A deal in progress, from the first call on.

    `calls` has each player's last call: its id plus 1, but contracts are counted from 3; `chosen`
    are the cards that the president has picked so far to bury, which are in `burying` in order.
    `settled` returns the payoffs at the end.
    """

    engine: Engine
    settled: Callable[[Engine], Sequence[int]]
    least: int
    calls: bytearray
    chosen: int
    burying: list[int]

    def __init__(self, engine: Engine, settled: Callable[[Engine], Sequence[int]]) -> None:
        super().__init__()
        self.engine, self.settled = engine.copy(), settled
        self.least = engine.variant.least_bid()
        self.calls = bytearray(_SEATS)
        self.chosen, self.burying = 0, []
        self._find_seat()

    def _find_seat(self) -> None:
        self.seat = NOBODY if self.engine.phase == OVER else self.engine.turn

    def copy(self) -> MightyEncoder:
        """Return a copy that can be played independently."""
        other = MightyEncoder(self.engine, self.settled)
        other.calls, other.chosen, other.burying = self.calls[:], self.chosen, self.burying[:]
        return other

    def mask(self, out: bytearray, at: int) -> None:
        """Write 1 for each id that is legal for the seat."""
        engine = self.engine
        if engine.phase == AUCTION:
            self._mask_calls(out, at)
        elif engine.phase == EXCHANGE:
            self._mask_cards(out, at, engine.hands[engine.turn] & ~self.chosen)
        elif engine.phase == CONTRACT:
            for contract in engine.variant.contracts(engine.points, engine.trump):
                out[at + self._contract_id(contract)] = 1
        elif engine.phase == FRIEND:
            self._mask_cards(out, at, engine.variant.friends_of(engine.turn))
        else:
            cards = engine.legal_cards()
            self._mask_cards(out, at, cards)
            if engine.laid_count == engine.first:
                self._mask_marks(out, at, cards)

    def _contract_id(self, contract: int) -> int:
        points = contract // TRUMP_UNIT - self.least
        return CONTRACT_ID + points * TRUMP_COUNT + contract % TRUMP_UNIT

    def _mask_calls(self, out: bytearray, at: int) -> None:
        engine = self.engine
        out[at + PASS_ID] = engine.call_breach(engine.turn, PASS) == 0
        out[at + MISDEAL_ID] = engine.call_breach(engine.turn, MISDEAL) == 0
        lowest = max(self.least, engine.auction.points)
        for points in range(lowest, engine.variant.bid_max + 1):
            trumps = engine.trumps_at(points)
            for trump in range(TRUMP_COUNT):
                number = CONTRACT_ID + (points - self.least) * TRUMP_COUNT + trump
                out[at + number] = trumps >> trump & 1

    def _mask_cards(self, out: bytearray, at: int, cards: int) -> None:
        while cards:
            out[at + CARD_ID + place(cards)] = 1
            cards &= cards - 1

    def _mask_marks(self, out: bytearray, at: int, cards: int) -> None:
        """Write the ids of a lead with a mark; a joker that must name a suit has no other."""
        engine = self.engine
        caller = engine.special.caller
        if cards >> JOKER & 1 and engine.ways(JOKER) > 1:
            out[at + CARD_ID + JOKER] = 0
            for suit in range(_SUITS):
                out[at + SUIT_ID + suit] = 1
        if cards >> caller & 1 and engine.ways(caller) > 1:
            out[at + CALL_ID + (caller != CLUB_CALLER)] = 1

    def observe(self, out: bytearray, at: int, seat: int) -> None:
        """Write a seat's observation."""
        engine = self.engine
        if engine.phase < OVER:
            out[at + engine.phase] = 1
        self._write(out, at + _HAND, engine.hands[seat])
        self._write(out, at + _TABLE, engine.on_table)
        if seat == engine.president:
            self._write(out, at + _BURIED, engine.buried | self.chosen)
        for player in range(_SEATS):
            there = at + player - seat if player >= seat else at + player - seat + _SEATS
            out[there + _CALLS], out[there + _WON] = self.calls[player], engine.won[player]
            out[there + _PRESIDENT] = player == engine.president
            out[there + _FRIEND] = player == engine.friend_player
            out[there + _DEALER] = player == engine.auction.dealer
        if engine.trump >= 0:
            out[at + _TRUMP + engine.trump], out[at + _POINTS] = 1, engine.points
        elif engine.auction.points > 0:
            out[at + _TRUMP + engine.auction.trump] = 1
            out[at + _POINTS] = engine.auction.points
        out[at + _NAMED] = engine.friend + 1
        if engine.laid_count > engine.first:
            out[at + _CALLED] = engine.laid[engine.first] >= CALL_UNIT
        if engine.led >= 0:
            out[at + _LED + engine.led] = 1
        for number in range(engine.laid_count):
            trick = number // _SEATS
            lead = engine.leads[trick] if trick < engine.number - 1 else engine.lead
            player = (lead + number - trick * _SEATS - seat + _SEATS) % _SEATS
            card = engine.laid[number] & CARD
            out[at + _PLAYED + player * _CARDS + card] = 1
            out[at + _ORDER + card] = number + 1

    def _write(self, out: bytearray, at: int, cards: int) -> None:
        while cards:
            out[at + place(cards)] = 1
            cards &= cards - 1

    def reveal(self, out: bytearray, at: int) -> None:
        """Write the hands, and the kitty or what was buried."""
        engine = self.engine
        for player in range(_SEATS):
            self._write(out, at + player * _CARDS, engine.hands[player])
        out_of_play = engine.kitty_known if engine.president < 0 else engine.buried
        self._write(out, at + _SEATS * _CARDS, out_of_play)

    def step(self, number: int) -> None:
        """Take a legal id."""
        engine, player = self.engine, self.engine.turn
        contract = number - CONTRACT_ID
        points, trump = self.least + contract // TRUMP_COUNT, contract % TRUMP_COUNT
        if engine.phase == AUCTION:
            self.calls[player] = number + 1 if contract < 0 else contract + 3
            call = points * TRUMP_UNIT + trump
            engine.call(player, PASS if number == PASS_ID else MISDEAL if contract < 0 else call)
        elif engine.phase == EXCHANGE:
            self.burying.append(number - CARD_ID)
            self.chosen |= _ONE << (number - CARD_ID)
            if len(self.burying) == 3:
                engine.bury(tuple(self.burying))
                self.chosen = 0
        elif engine.phase == CONTRACT:
            engine.settle(points, trump)
        elif engine.phase == FRIEND:
            engine.name_friend(number - CARD_ID)
        elif number >= CALL_ID:
            caller = engine.special.caller
            engine.play(player, caller + CALL_UNIT)
        elif number >= SUIT_ID:
            engine.play(player, JOKER + SUIT_UNIT * (number - SUIT_ID + 1))
        else:
            engine.play(player, number - CARD_ID)
        self._find_seat()

    def returns(self) -> Sequence[int] | None:
        """Return the payoffs of the deal, or None until it is over."""
        return None if self.seat != NOBODY else self.settled(self.engine)
