"""Vouches for lines of `mighty/json` in which there is nothing to report, without reading them.

They are records as kifu itself writes them, one a line, with all of their options, of which all
cards are known and each deal was played to its end, or thrown in. That it does not vouch for
another line says nothing about that one: it is for the reader.

Where there is a compiler, this file is compiled with the types of `skim.pxd`.
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
from ..json_text import MAX_VALUES
from ..scan import NO_INTEGER, Scan
from .skimmed_options import DEFAULTS, options_written

# A shift of a literal would be cut at 32 bits where this is compiled.
_ONE = 1
_COMMA, _OPENING, _CLOSING, _QUOTE, _CALL, _N = b',[]"!N'

_RANKS, _NONE, _JOKER = 13, 200, 100
_MOST_MATCHES = 8


def _table(numbers: dict[str, int]) -> bytes:
    """The number of each letter, _NONE if it has none."""
    return bytes([numbers.get(chr(letter), _NONE) for letter in range(256)])


_OF_RANK = _table({rank: place for place, rank in enumerate(RANKS)})
_OF_SUIT = _table({suit: place * _RANKS for place, suit in enumerate(SUITS)} | {"J": _JOKER})
"""What letters add to the number of a card; the joker is `JK`, which makes one more than _JOKER."""


_FIRST_LED_BY = tuple([b',"tricks":[{"lead":%d,"cards":' % seat for seat in range(PLAYERS)])
_WON_AND_LED_BY = tuple(
    [b'],"winner":%d},{"lead":%d,"cards":' % (seat, seat) for seat in range(PLAYERS)]
)
_LAST_WON_BY = tuple([b'],"winner":%d}],"result":{"end":"' % seat for seat in range(PLAYERS)])
_PASSED_BY = tuple([b'[%d,"pass"]' % seat for seat in range(PLAYERS)])
"""What stands there of each player."""


def skim(block: bytes, at: int) -> tuple[int, int, int, int]:
    """Vouch for the lines of a block from `at` on.

    Returns where the first line begins that it does not vouch for, and how many records, rounds and
    plies stand before it.
    """
    lines = Lines(block, at)
    while lines.next():
        pass
    _SPARE.append(lines.matches)
    return lines.start, lines.records, lines.rounds, lines.plies


_SPARE: list[list[tuple[bytes, Engine, Scores]]] = []
"""Engines under options that were there in other blocks, each for one thread at a time."""


class Lines:
    """Lines of a block from `start` on; `records`, `rounds` and `plies` stand before it.

    `rules` are the options of the line as they stand there, `engine` and `scores` play under them;
    `matches` are those under options that were there before.
    `dealer`, `last_president` and `totals` are those before the deal that follows.
    """

    scan: Scan
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
    start: int
    records: int
    rounds: int
    plies: int
    match_rounds: int
    match_plies: int

    def __init__(self, block: bytes, at: int) -> None:
        self.scan = Scan(block, at, len(block))
        self.suits, self.ranks = _OF_SUIT, _OF_RANK
        self.plays, self.totals = [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]
        self.start = at
        self.records = self.rounds = self.plies = 0
        self.match_rounds = self.match_plies = 0
        self.dealer, self.last_president = 0, NOBODY
        try:
            self.matches = _SPARE.pop()
        except IndexError:
            self.matches = []
            self._play_under(DEFAULTS)
        self.rules, self.engine, self.scores = self.matches[0]

    def _play_under(self, rules: bytes) -> bool:
        """Whether options are written so; play under them."""
        options = options_written(rules)
        if options is None:
            return False
        self.rules, self.scores = rules, scores_of(options)
        self.engine = Engine(variant_of(options), 0, NOBODY, [()] * PLAYERS, ())
        if len(self.matches) < _MOST_MATCHES:
            self.matches.append((rules, self.engine, self.scores))
        return True

    def next(self) -> bool:
        """Whether the next line is one to vouch for; go on behind it."""
        scan = self.scan
        scan.at = self.start
        self.match_rounds = self.match_plies = 0
        if not (self._head() and self._rules() and scan.word(b'"deals":[')):
            return False
        while True:
            if not self._deal():
                return False
            if not self._stands(_COMMA):
                break
        # Of a longer one, the reader may say that it has too many values.
        if not scan.word(b"]}\n") or scan.at - self.start > MAX_VALUES:
            return False
        self.start = scan.at
        self.records += 1
        self.rounds += self.match_rounds
        self.plies += self.match_plies
        return True

    def _head(self) -> bool:
        scan = self.scan
        if not scan.word(b'{"format":"mighty/json","version":1,'):
            return False
        if scan.word(b'"title":') and not (scan.string() and scan.word(b",")):
            return False
        if scan.word(b'"players":['):
            for seat in range(PLAYERS):
                if seat and not scan.word(b","):
                    return False
                if not scan.string():
                    return False
            if not scan.word(b"],"):
                return False
        return scan.word(b'"rules":')

    def _rules(self) -> bool:
        """Whether all options stand here; play under them."""
        scan = self.scan
        if scan.word(self.rules):
            return scan.word(b",")
        for rules, engine, scores in self.matches:
            if scan.word(rules):
                self.rules, self.engine, self.scores = rules, engine, scores
                break
        else:
            end = scan.data.find(b"}", scan.at) + 1
            if not self._play_under(scan.data[scan.at : end]):
                return False
            scan.at = end
        return scan.word(b",")

    def _deal(self) -> bool:
        """Whether a deal stands here that follows from the one before it."""
        scan, engine = self.scan, self.engine
        if not (self._follows() and self._dealt() and self._auction()):
            return False
        self.match_rounds += 1
        self.match_plies += engine.auction.calls
        if engine.president < 0:
            return scan.word(b',"result":{"end":"thrown-in"}}')
        self.last_president = engine.president
        if not self._decisions():
            return False
        friend = NOBODY
        if scan.word(b',"friend_player":'):
            friend = scan.number()
            if friend < 0:
                return False
        self.match_plies += 3 + PLAYERS * HAND_SIZE
        return self._tricks() and engine.friend_player == friend and self._result()

    def _follows(self) -> bool:
        """Whether dealer and totals stand here, and follow from the deal before."""
        scan, first, whole = self.scan, self.match_rounds == 0, 0
        if not scan.word(b'{"dealer":'):
            return False
        dealer = scan.number()
        if not scan.word(b',"totals":'):
            return False
        for seat in range(PLAYERS):
            if not self._stands(_COMMA if seat else _OPENING):
                return False
            total = scan.integer()
            if total == NO_INTEGER:
                return False
            if first:
                self.totals[seat] = total
                whole += total
            elif self.totals[seat] != total:
                return False
        if first:
            # A record may begin in the middle of a match.
            self.dealer, self.last_president = dealer, NOBODY
        return whole == 0 and dealer == self.dealer and 0 <= dealer < PLAYERS and scan.word(b"]")

    def _dealt(self) -> bool:
        """Whether hands and a kitty stand here that make up the deck, and are others than before.

        The hands are kept in the engine.
        """
        scan, engine = self.scan, self.engine
        if not scan.word(b',"hands":['):
            return False
        first = self._cards(HAND_SIZE)
        second = self._cards(HAND_SIZE) if self._stands(_COMMA) else 0
        third = self._cards(HAND_SIZE) if self._stands(_COMMA) else 0
        fourth = self._cards(HAND_SIZE) if self._stands(_COMMA) else 0
        fifth = self._cards(HAND_SIZE) if self._stands(_COMMA) else 0
        kitty = self._cards(KITTY_SIZE) if scan.word(b'],"kitty":') else 0
        if first | second | third | fourth | fifth | kitty != ALL:
            return False
        if self.match_rounds and first == engine.dealt_known[0] and kitty == engine.kitty_known:
            return False
        last = self.last_president
        engine.deal(self.dealer, last, first, second, third, fourth, fifth, kitty)
        return True

    def _stands(self, letter: int) -> bool:
        """Whether a letter stands here; go on behind it."""
        scan = self.scan
        if scan.at < scan.end and scan.text[scan.at] == letter:
            scan.at += 1
            return True
        return False

    def _cards(self, size: int) -> int:
        """The mask of a list of so many cards that stands here, which differ; 0 if none does."""
        scan, suits, ranks, found = self.scan, self.suits, self.ranks, 0
        at, text = scan.at, scan.text
        if scan.end - at < 5 * size + 1 or text[at] != _OPENING:
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
        scan.at = at + 1
        return found

    def _auction(self) -> bool:
        """Whether the calls of an auction stand here, up to its end."""
        scan, engine = self.scan, self.engine
        if not scan.word(b',"bids":['):
            return False
        while engine.phase == AUCTION:
            if engine.auction.calls and not self._stands(_COMMA):
                return False
            if scan.word(_PASSED_BY[engine.turn]):
                if engine.call_breach(engine.turn, PASS):
                    return False
                engine.call(engine.turn, PASS)
                continue
            if not scan.word(b"["):
                return False
            player = scan.number()
            if not scan.word(b',"'):
                return False
            if scan.word(b"misdeal"):
                call = MISDEAL
            else:
                call = self._contract()
                if call < 0:
                    return False
            if engine.call_breach(player, call) or not scan.word(b'"]'):
                return False
            engine.call(player, call)
        return scan.word(b"]")

    def _contract(self) -> int:
        """The number of a contract that stands here; negative if none does."""
        scan = self.scan
        points = scan.number()
        if points < 0 or points >= TRUMP_UNIT or scan.at == scan.end:
            return NOBODY
        letter = scan.text[scan.at]
        scan.at += 1
        if letter == _N:
            return points * TRUMP_UNIT + NO_TRUMP
        suit = self.suits[letter]
        return NOBODY if suit >= JOKER else points * TRUMP_UNIT + suit // _RANKS

    def _decisions(self) -> bool:
        """Whether the president's decisions stand here."""
        scan, engine = self.scan, self.engine
        if not scan.word(b',"president":') or scan.number() != engine.president:
            return False
        if not scan.word(b',"discard":'):
            return False
        buried = self._cards(KITTY_SIZE)
        if not engine.may_bury(buried):
            return False
        engine.bury_known(buried)
        if not scan.word(b',"contract":"'):
            return False
        contract = self._contract()
        points, trump = contract // TRUMP_UNIT, contract % TRUMP_UNIT
        if contract < 0 or engine.contract_breach(points, trump):
            return False
        engine.settle(points, trump)
        if not scan.word(b'","friend":"'):
            return False
        friend = self._friend()
        if friend < 0 or engine.friend_breach(friend):
            return False
        engine.name_friend(friend)
        return True

    def _friend(self) -> int:
        """The friend who is named here, up to the end of the word; negative if nobody is."""
        scan = self.scan
        if scan.word(b'first"'):
            return FIRST
        if scan.word(b'none"'):
            return ALONE
        if scan.word(b'last"'):
            return LAST
        if scan.word(b"P"):
            seat = scan.number()
            return SEAT + seat if 0 <= seat < PLAYERS and scan.word(b'"') else NOBODY
        at, text = scan.at, scan.text
        if scan.end - at < 3 or text[at + 2] != _QUOTE:
            return NOBODY
        scan.at = at + 3
        card = self.suits[text[at]] + self.ranks[text[at + 1]]
        if card < JOKER:
            return card
        return JOKER if card == _JOKER + 1 else NOBODY

    def _tricks(self) -> bool:
        """Whether ten tricks stand here, each with its lead and its winner, but for their end."""
        scan, engine = self.scan, self.engine
        if not scan.word(_FIRST_LED_BY[engine.lead]):
            return False
        for number in range(HAND_SIZE):
            if number and not scan.word(_WON_AND_LED_BY[engine.lead]):
                return False
            if not (self._five_plays() and engine.play_trick(self.plays)):
                return False
        return scan.word(_LAST_WON_BY[engine.lead])

    def _five_plays(self) -> bool:
        """Whether a list of plays, one of each player, stands here, but for its end."""
        scan, suits, ranks = self.scan, self.suits, self.ranks
        at, text = scan.at, scan.text
        # Five plays with marks have so many bytes, and there are always more.
        if scan.end - at < 31 or text[at] != _OPENING:
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
        scan.at = at
        return True

    def _result(self) -> bool:
        """Whether the result stands here as the deal came out; reckon what follows from it."""
        scan, engine, scores = self.scan, self.engine, self.scores
        president, friend = engine.president, engine.friend_player
        points = engine.side_points(engine.buried_points())
        place = scores.place(engine.points, engine.trump, points, engine.friend == ALONE)
        if place < 0:
            return False
        value = scores.value(place)
        if not scan.word(b'won","points":' if scores.won(place) else b'lost","points":'):
            return False
        if scan.number() != points or not scan.word(b',"score":'):
            return False
        if scan.integer() != value or not scan.word(b',"payoffs":'):
            return False
        for seat in range(PLAYERS):
            paid = value * share(seat, president, friend)
            if not self._stands(_COMMA if seat else _OPENING) or scan.integer() != paid:
                return False
            self.totals[seat] += paid
        self.dealer = next_dealer(self.dealer, president, friend)
        return scan.word(b"]}}")
