"""Vouches for lines of `mighty/json` that have no findings, without parsing them.

It recognises records as kifu writes them, one per line, including all options, with all cards
known and every deal played to its end or thrown in. A line that is not vouched for may also be
right: it is left to the reader.

With a C compiler, this file is compiled with the types in `skim.pxd`.
"""

from __future__ import annotations

from ...replayer.mighty.cards import HAND_SIZE, KITTY_SIZE, PLAYERS, RANKS, SUITS
from ...replayer.mighty.engine.engine import Engine
from ...replayer.mighty.engine.numbers import (
    ALL,
    ALONE,
    CALL_UNIT,
    FIRST,
    JOKER,
    LAST,
    MISDEAL,
    NO_TRUMP,
    NOBODY,
    PASS,
    SEAT,
    SUIT_UNIT,
    TRUMP_UNIT,
)
from ...replayer.mighty.engine.phases import AUCTION
from ...replayer.mighty.engine.settling import next_dealer, share
from ...replayer.mighty.engine.variant import variant_of
from ...replayer.mighty.scores import Scores, scores_of
from ..document.scan import NO_INTEGER, Lines
from .skimmed_options import DEFAULTS, options_written

# in compiled code, shifting a literal would truncate it to 32 bits
_ONE = 1
_COMMA, _OPENING, _CLOSING, _QUOTE, _CALL, _N = b',[]"!N'

_RANKS, _NONE, _JOKER = 13, 200, 100
_MOST_MATCHES = 8


def _table(numbers: dict[str, int]) -> bytes:
    """Return a table of the letters' numbers, with _NONE for letters without one."""
    return bytes([numbers.get(chr(letter), _NONE) for letter in range(256)])


_OF_RANK = _table({rank: place for place, rank in enumerate(RANKS)})
_OF_SUIT = _table({suit: place * _RANKS for place, suit in enumerate(SUITS)} | {"J": _JOKER})
"""The amounts that letters add to a card's number; the joker, `JK`, adds up to _JOKER plus one."""


_FIRST_LED_BY = tuple([b',"tricks":[{"lead":%d,"cards":' % seat for seat in range(PLAYERS)])
_WON_AND_LED_BY = tuple(
    [b'],"winner":%d},{"lead":%d,"cards":' % (seat, seat) for seat in range(PLAYERS)]
)
_LAST_WON_BY = tuple([b'],"winner":%d}],"result":{"end":"' % seat for seat in range(PLAYERS)])
_PASSED_BY = tuple([b'[%d,"pass"]' % seat for seat in range(PLAYERS)])
"""For each player, the text with that player's number."""


def skim(block: bytes, at: int) -> tuple[int, int, int, int]:
    """Vouch for lines of a block from `at` on, like any `Skim`."""
    lines = Matches(block, at)
    found = lines.skimmed()
    _SPARE.append(lines.matches)
    return found


_SPARE: list[list[tuple[bytes, Engine, Scores]]] = []
"""Engines for options seen in other blocks, each for one thread at a time."""


class Matches(Lines):
    """Matches, one per line.

    `rules` are the options as written on the line; `engine` and `scores` are for these options, and
    `matches` has both for options seen before. `dealer`, `last_president` and `totals` are the
    values before the next deal.
    """

    matches: list[tuple[bytes, Engine, Scores]]
    rules: bytes
    engine: Engine
    scores: Scores
    suits: bytes
    ranks: bytes
    plays: list[int]
    totals: list[int]
    dealer: int
    last_president: int

    def __init__(self, block: bytes, at: int) -> None:
        super().__init__(block, at)
        self.suits, self.ranks = _OF_SUIT, _OF_RANK
        self.plays, self.totals = [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]
        self.dealer, self.last_president = 0, NOBODY
        try:
            self.matches = _SPARE.pop()
        except IndexError:
            self.matches = []
            self._play_under(DEFAULTS)
        self.rules, self.engine, self.scores = self.matches[0]

    def _play_under(self, rules: bytes) -> bool:
        """Return whether options are written canonically; if so, play under them."""
        options = options_written(rules)
        if options is None:
            return False
        self.rules, self.scores = rules, scores_of(options)
        self.engine = Engine(variant_of(options), 0, NOBODY, [()] * PLAYERS, ())
        if len(self.matches) < _MOST_MATCHES:
            self.matches.append((rules, self.engine, self.scores))
        return True

    def line(self) -> bool:
        """Return whether the next line is known to be valid, and move past it."""
        names = self.head(b'{"format":"mighty/json","version":1,')
        if names not in (0, PLAYERS) or not self.word(b'"rules":') or not self._rules():
            return False
        if not self.word(b'"deals":['):
            return False
        while True:
            if not self._deal():
                return False
            if not self.letter(_COMMA):
                break
        return self.word(b"]}\n")

    def _rules(self) -> bool:
        """Return whether a full set of options comes next; if so, play under it."""
        if self.word(self.rules):
            return self.word(b",")
        for rules, engine, scores in self.matches:
            if self.word(rules):
                self.rules, self.engine, self.scores = rules, engine, scores
                break
        else:
            end = self.data.find(b"}", self.at) + 1
            if not self._play_under(self.data[self.at : end]):
                return False
            self.at = end
        return self.word(b",")

    def _deal(self) -> bool:
        """Return whether the next deal can be vouched for, and move past it."""
        engine = self.engine
        if not (self._follows() and self._dealt() and self._auction()):
            return False
        self.line_rounds += 1
        self.line_plies += engine.auction.calls
        if engine.president < 0:
            return self.word(b',"result":{"end":"thrown-in"}}')
        self.last_president = engine.president
        if not self._decisions():
            return False
        friend = NOBODY
        if self.word(b',"friend_player":'):
            friend = self.number()
            if friend < 0:
                return False
        self.line_plies += 3 + PLAYERS * HAND_SIZE
        return self._tricks() and engine.friend_player == friend and self._result()

    def _follows(self) -> bool:
        """Return whether the right dealer and totals after the previous deal come next."""
        first, whole = self.line_rounds == 0, 0
        if not self.word(b'{"dealer":'):
            return False
        dealer = self.number()
        if not self.word(b',"totals":'):
            return False
        for seat in range(PLAYERS):
            if not self.letter(_COMMA if seat else _OPENING):
                return False
            total = self.integer()
            if total == NO_INTEGER:
                return False
            if first:
                self.totals[seat] = total
                whole += total
            elif self.totals[seat] != total:
                return False
        if first:
            # a record may begin in the middle of a match
            self.dealer, self.last_president = dealer, NOBODY
        return whole == 0 and dealer == self.dealer and 0 <= dealer < PLAYERS and self.word(b"]")

    def _dealt(self) -> bool:
        """Return whether the next values are hands and a kitty that together make up the deck.

        The hands are kept in the engine.
        """
        engine = self.engine
        if not self.word(b',"hands":['):
            return False
        first = self._cards(HAND_SIZE)
        second = self._cards(HAND_SIZE) if self.letter(_COMMA) else 0
        third = self._cards(HAND_SIZE) if self.letter(_COMMA) else 0
        fourth = self._cards(HAND_SIZE) if self.letter(_COMMA) else 0
        fifth = self._cards(HAND_SIZE) if self.letter(_COMMA) else 0
        kitty = self._cards(KITTY_SIZE) if self.word(b'],"kitty":') else 0
        if first | second | third | fourth | fifth | kitty != ALL:
            return False
        if self.line_rounds and first == engine.dealt_known[0] and kitty == engine.kitty_known:
            return False
        last = self.last_president
        engine.deal(self.dealer, last, first, second, third, fourth, fifth, kitty)
        return True

    def _cards(self, size: int) -> int:
        """Return the mask of a list of `size` different cards, or 0 if none comes next."""
        suits, ranks, found = self.suits, self.ranks, 0
        at, text = self.at, self.text
        if self.end - at < 5 * size + 1 or text[at] != _OPENING:
            return 0
        for place in range(size):
            if text[at + 1] != _QUOTE or text[at + 4] != _QUOTE:
                return 0
            card = suits[text[at + 2]] + ranks[text[at + 3]]
            if card >= JOKER:
                if card != _JOKER + 1:
                    return 0
                card = JOKER
            bit = _ONE << card
            if found & bit:
                return 0
            found |= bit
            at += 5
            if text[at] != (_COMMA if place < size - 1 else _CLOSING):
                return 0
        self.at = at + 1
        return found

    def _auction(self) -> bool:
        """Return whether the calls of a whole auction come next."""
        engine = self.engine
        if not self.word(b',"bids":['):
            return False
        while engine.phase == AUCTION:
            if engine.auction.calls and not self.letter(_COMMA):
                return False
            if self.word_of(_PASSED_BY, engine.turn):
                if engine.call_breach(engine.turn, PASS):
                    return False
                engine.call(engine.turn, PASS)
                continue
            if not self.word(b"["):
                return False
            player = self.number()
            if not self.word(b',"'):
                return False
            if self.word(b"misdeal"):
                call = MISDEAL
            else:
                call = self._contract()
                if call < 0:
                    return False
            if engine.call_breach(player, call) or not self.word(b'"]'):
                return False
            engine.call(player, call)
        return self.word(b"]")

    def _contract(self) -> int:
        """Return the number of the next contract; negative if none comes next."""
        points = self.number()
        if points < 0 or points >= TRUMP_UNIT or self.at == self.end:
            return NOBODY
        letter = self.text[self.at]
        self.at += 1
        if letter == _N:
            return points * TRUMP_UNIT + NO_TRUMP
        suit = self.suits[letter]
        return NOBODY if suit >= JOKER else points * TRUMP_UNIT + suit // _RANKS

    def _decisions(self) -> bool:
        """Return whether the president's decisions come next."""
        engine = self.engine
        if not self.word(b',"president":') or self.number() != engine.president:
            return False
        if not self.word(b',"discard":'):
            return False
        buried = self._cards(KITTY_SIZE)
        if not engine.may_bury(buried):
            return False
        engine.bury_known(buried)
        if not self.word(b',"contract":"'):
            return False
        contract = self._contract()
        points, trump = contract // TRUMP_UNIT, contract % TRUMP_UNIT
        if contract < 0 or engine.contract_breach(points, trump):
            return False
        engine.settle(points, trump)
        if not self.word(b'","friend":"'):
            return False
        friend = self._friend()
        if friend < 0 or engine.friend_breach(friend):
            return False
        engine.name_friend(friend)
        return True

    def _friend(self) -> int:
        """Return the friend named next, and move past the word; negative if none comes next."""
        if self.word(b'first"'):
            return FIRST
        if self.word(b'none"'):
            return ALONE
        if self.word(b'last"'):
            return LAST
        if self.word(b"P"):
            seat = self.number()
            return SEAT + seat if 0 <= seat < PLAYERS and self.word(b'"') else NOBODY
        at, text = self.at, self.text
        if self.end - at < 3 or text[at + 2] != _QUOTE:
            return NOBODY
        self.at = at + 3
        card = self.suits[text[at]] + self.ranks[text[at + 1]]
        if card < JOKER:
            return card
        return JOKER if card == _JOKER + 1 else NOBODY

    def _tricks(self) -> bool:
        """Return whether ten tricks with leads and winners come next; if so, move past them."""
        engine = self.engine
        if not self.word_of(_FIRST_LED_BY, engine.lead):
            return False
        for number in range(HAND_SIZE):
            if number and not self.word_of(_WON_AND_LED_BY, engine.lead):
                return False
            if not (self._five_plays() and engine.play_trick(self.plays)):
                return False
        return self.word_of(_LAST_WON_BY, engine.lead)

    def _five_plays(self) -> bool:
        """Return whether the plays of a trick come next; if so, move to the closing bracket."""
        suits, ranks = self.suits, self.ranks
        at, text = self.at, self.text
        # five plays with marks have this many bytes, and more text always follows
        if self.end - at < 31 or text[at] != _OPENING:
            return False
        for seat in range(PLAYERS):
            card, mark = suits[text[at + 2]] + ranks[text[at + 3]], text[at + 4]
            if text[at + 1] != _QUOTE:
                return False
            if card >= JOKER:
                if card != _JOKER + 1:
                    return False
                card = JOKER
            if mark != _QUOTE:
                at += 1
                if text[at + 4] != _QUOTE:
                    return False
                if mark == _CALL:
                    card += CALL_UNIT
                elif suits[mark] < JOKER:
                    card += SUIT_UNIT * (suits[mark] // _RANKS + 1)
                else:
                    return False
            self.plays[seat] = card
            at += 5
            if seat < PLAYERS - 1 and text[at] != _COMMA:
                return False
        self.at = at
        return True

    def _result(self) -> bool:
        """Return whether the deal's result comes next; if so, find the next dealer and totals."""
        engine, scores = self.engine, self.scores
        president, friend = engine.president, engine.friend_player
        points = engine.side_points(engine.buried_points())
        place = scores.place(engine.points, engine.trump, points, engine.friend == ALONE)
        if place < 0:
            return False
        value = scores.value(place)
        if not self.word(b'won","points":' if scores.won(place) else b'lost","points":'):
            return False
        if self.number() != points or not self.word(b',"score":'):
            return False
        if self.integer() != value or not self.word(b',"payoffs":'):
            return False
        for seat in range(PLAYERS):
            paid = value * share(seat, president, friend)
            if not self.letter(_COMMA if seat else _OPENING) or self.integer() != paid:
                return False
            self.totals[seat] += paid
        self.dealer = next_dealer(self.dealer, president, friend)
        return self.word(b"]}}")
