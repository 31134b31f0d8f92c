"""Vouches for lines of `planowanie/json` that have no findings, without parsing them.

It recognises records as kifu writes them, one per line, of games played to the end with all cards
known. A line that is not vouched for may also be right: it is left to the reader.

With a C compiler, this file is compiled with the types in `skim.pxd`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ...replayer.planowanie.cards import deck_fault
from ...replayer.planowanie.engine.engine import Pack, Table, score
from ...replayer.planowanie.engine.pack import BITS, LEAST_SEATS, MOST_SEATS, pack
from ..document.scan import Lines

_DECK = re.compile(rb'"deck":\{"ranks":"([!#-\[\]-~]+)","suits":"([!#-\[\]-~]+)"\},"seats":')
_LEAST, _MOST, _BITS = LEAST_SEATS, MOST_SEATS, BITS
_MOST_DEALS, _MOST_DECKS = 64, 8
_ONE, _QUOTE, _ASCII, _NO_CARD = 1, ord('"'), 128, -1000
_MOST_TIME = 10**9
_NO_CARDS, _NO_DEALS = (_NO_CARD,) * _ASCII, (0,) * _MOST_DEALS


def skim(block: bytes, at: int) -> tuple[int, int, int, int]:
    """Vouch for lines of a block from `at` on, like any `Skim`."""
    return Games(block, at).skimmed()


class Letters:
    """A deck as `written`, with what each rank and suit adds to a card's number."""

    written: bytes
    pack: Pack
    ranks: list[int]
    suits: list[int]

    def __init__(self, written: bytes, known: Pack) -> None:
        self.written = written
        self.pack = known
        self.ranks, self.suits = list(_NO_CARDS), list(_NO_CARDS)
        ranks, suits = known.deck
        for rank in ranks:
            self.ranks[ord(rank)] = known.numbers[rank + suits[0]]
        for suit in suits:
            self.suits[ord(suit)] = known.numbers[ranks[0] + suit]


@lru_cache(maxsize=_MOST_DECKS)
def _letters(written: bytes, ranks: str, suits: str) -> Letters | None:
    """Return the letters of a deck if it is sound and fits the engine, otherwise None."""
    if len(ranks) * len(suits) > BITS or deck_fault(ranks, suits) is not None:
        return None
    return Letters(written, pack(ranks, suits))


class Games(Lines):
    """Games, one per line.

    `known` are the decks seen so far, latest first. For the current game, `planned` is the number
    of deals, `cards` and `leads` are their plan, `totals` are the points so far, and `left` is each
    player's remaining time. `said` are the declarations of the current deal.
    """

    known: list[Letters]
    letters: Letters
    table: Table
    seats: int
    planned: int
    cards: list[int]
    leads: list[int]
    totals: list[int]
    left: list[int]
    said: list[int]

    def __init__(self, block: bytes, at: int) -> None:
        super().__init__(block, at)
        self.known = []
        self.table = Table(pack("A", "C"), 1, 0, ((), ()))
        self.table.written = False
        self.cards, self.leads = list(_NO_DEALS), list(_NO_DEALS)
        self.totals, self.left, self.said = [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]

    def line(self) -> bool:
        """Return whether the next line is known to be valid, and move past it."""
        names = self.head(b'{"format":"planowanie/json","version":1,')
        if names < 0 or not self._deck():
            return False
        self.seats = self.number()
        if self.seats < _LEAST or self.seats > _MOST or (names and names != self.seats):
            return False
        if not (self.word(b',"plan":[') and self._plan() and self.word(b'],"deals":[')):
            return False
        table = self.table
        table.pack, table.players = self.letters.pack, self.seats
        for seat in range(self.seats):
            self.totals[seat], self.left[seat] = 0, _MOST_TIME
        for number in range(self.planned):
            if (number and not self.word(b",")) or not self._deal(table, number):
                return False
        if not self.word(b'],"result":{"end":"complete","totals":['):
            return False
        for seat in range(self.seats):
            if (seat and not self.word(b",")) or self.number() != self.totals[seat]:
                return False
        return self.word(b"]}}\n")

    def _deck(self) -> bool:
        for letters in self.known:
            if self.word(letters.written):
                self.letters = letters
                return True
        return self._other_deck()

    def _other_deck(self) -> bool:
        """Return whether a sound deck that is small enough for the engine comes next."""
        found = _DECK.match(self.data, self.at)
        if found is None:
            return False
        letters = _letters(found[0], found[1].decode(), found[2].decode())
        if letters is None:
            return False
        self.letters = letters
        self.known = [self.letters, *self.known[: _MOST_DECKS - 1]]
        self.at = found.end()
        return True

    def _plan(self) -> bool:
        """Return whether a plan comes next that the deck has enough cards for."""
        self.planned = 0
        while True:
            if self.planned == _MOST_DEALS or not self.word(b"["):
                return False
            cards = self.number()
            if cards < 1 or cards > _BITS or cards * self.seats > self.letters.pack.size:
                return False
            if not self.word(b","):
                return False
            lead = self.number()
            if lead < 0 or lead >= self.seats or not self.word(b"]"):
                return False
            self.cards[self.planned], self.leads[self.planned] = cards, lead
            self.planned += 1
            if not self.word(b","):
                return True

    def _deal(self, table: Table, number: int) -> bool:
        """Return whether a deal that was played to its end comes next."""
        cards = self.cards[number]
        if not (self.word(b'{"hands":[') and self._hands(table, cards)):
            return False
        table.begin(cards, self.leads[number])
        if not (self.word(b'],"declarations":[') and self._declarations(table)):
            return False
        if not self.word(b'],"tricks":['):
            return False
        for trick in range(cards):
            if (trick and not self.word(b",")) or not self._trick(table):
                return False
        if not (table.over and self.word(b'],"points":[')):
            return False
        for seat in range(self.seats):
            points = score(cards, table.taken[seat], self.said[seat])
            if (seat and not self.word(b",")) or self.number() != points:
                return False
            self.totals[seat] += points
        if not self.word(b"]") or (self.word(b',"clocks":[') and not self._clocks(cards)):
            return False
        self.line_rounds += 1
        self.line_plies += self.seats * (cards + 1)
        return self.word(b"}")

    def _card(self) -> int:
        """Return the number of the next card, negative if no card comes next."""
        text, at = self.text, self.at
        if self.end - at < 4 or text[at] != _QUOTE or text[at + 3] != _QUOTE:
            return _NO_CARD
        rank, suit = text[at + 1], text[at + 2]
        if rank >= _ASCII or suit >= _ASCII:
            return _NO_CARD
        self.at = at + 4
        return self.letters.ranks[rank] + self.letters.suits[suit]

    def _hands(self, table: Table, cards: int) -> bool:
        """Return whether hands of this many cards come next, without a repeated card."""
        dealt = 0 * _ONE
        for seat in range(self.seats):
            if not (self.word(b",[") if seat else self.word(b"[")):
                return False
            hand = 0 * _ONE
            for place in range(cards):
                if place and not self.word(b","):
                    return False
                card = self._card()
                if card < 0 or dealt & _ONE << card:
                    return False
                hand |= _ONE << card
                dealt |= _ONE << card
            if not self.word(b"]"):
                return False
            table.hands[seat] = hand
        return True

    def _declarations(self, table: Table) -> bool:
        for seat in range(self.seats):
            if seat and not self.word(b","):
                return False
            said = self.number()
            if table.declaration_breach(seat, said):
                return False
            self.said[seat] = said
        return True

    def _trick(self, table: Table) -> bool:
        """Return whether a legal trick comes next, with the right marks."""
        if not (self.word(b'{"lead":') and self.number() == table.leader):
            return False
        if not self.word(b',"cards":['):
            return False
        for seat in range(self.seats):
            if seat and not self.word(b","):
                return False
            table.row[seat] = self._card()
        if not (table.play_row() and self.word(b'],"winner":')):
            return False
        return self.number() == table.leader and self.word(b"}")

    def _clocks(self, cards: int) -> bool:
        """Return whether times come next, for all questions or none, with no clock increasing."""
        for seat in range(self.seats):
            if not (self.word(b",[") if seat else self.word(b"[")):
                return False
            if self.word(b"]"):
                continue
            left = self.left[seat]
            for question in range(cards + 1):
                if question and not self.word(b","):
                    return False
                now = self.number()
                if now < 0 or now > left:
                    return False
                left = now
            self.left[seat] = left
            if not self.word(b"]"):
                return False
        return self.word(b"]")
