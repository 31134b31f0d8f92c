"""A deal of the text gibo, made of what its lines say; and where in them everything stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, cast

from msgspec.structs import replace

from ....replayer.mighty.cards import DECK, HIDDEN, MIGHTY, SEATS, mighty, parts
from ....replayer.mighty.plies import Taken, plies
from ....replayer.mighty.record import Bid, Cards, Deal, Result, Trick
from ....replayer.mighty.rules.exchange import FIRST
from ... import codes as file_codes
from ...document.mapping import Path
from ...events.drafts import DraftRound
from ...events.events import Header, Move, Moves
from ...text.grammar import terminals
from ..words import ascii_call, ascii_card, integer, ordinal, plain_marks
from .columns import Columns
from .events import CALLS, DECISIONS, NOT_YET
from .headers import GRAMMAR, OF_RESULT
from .heading import Refuse
from .places import CALL, MARKS, ROLES, cards, columns, first

_CARD = re.compile(r"[♠♦♥♣SDHC][AKQJT2-9]|☆|JK|\?\?")
_PLAY = re.compile(r"\(?(([♠♦♥♣SDHC][AKQJT2-9]|(☆|JK)[♠♦♥♣SDHC]?)!?)\*?")
_MOST_WORDS = 5000
"""So many words are remembered with their meaning."""


class DealReader:
    """Makes a deal of its lines.

    `numbers_due` are what may be written behind the deal before.
    """

    def __init__(
        self,
        content: str,
        played: DraftRound,
        numbers_due: tuple[int, ...],
        columns: Columns,
        refuse: Refuse,
        lost: list[Path],
    ) -> None:
        self.content = content
        self.played = played
        self.columns = columns
        self._refuse = refuse
        self._lost = lost
        self.numbers_due = numbers_due
        """What may be written as the number of this deal, and once it is read, of the next."""
        self.values: dict[str, Any] = {}
        self.hands: dict[int, Cards] = {}
        self.result: dict[str, Any] = {}
        self.tricks: list[Trick] | None = None
        """Those of the table, None before it."""
        self.due = 1
        self.is_misplaced = False
        """Whether the line that begins the deal stands in a wrong place, perhaps within another."""
        self.passed_over: list[range] = []
        self.marks_refused = False
        self.is_odd = False
        """Whether a card is not written as most people do; it may then be called the Mighty."""
        self.repeated: set[int] = set()
        """Where lines start that only repeat others."""

    def deal(self) -> Deal:
        """The deal, as far as it can be read."""
        seen = dict[str, Header | Moves]()
        for each in self.played.events:
            if isinstance(each, Moves):
                name = each.label
                if name not in _LABELS:
                    self.row(each)
                    continue
            else:
                assert isinstance(each, Header)
                name = each.name
            key, read = _READERS[name]
            if isinstance(each, Header) and name == "Hand":
                key = f"Hand {each.value.partition(':')[0].rstrip()}"
            if seen.setdefault(key, each) is each or self.is_new(seen, key, each):
                read(self, each)
        if "deal" not in seen:
            self.numbers_due = (self.played.number + 1,)
        if self.hands:
            self.values["hands"] = tuple([self.hands.get(seat, _UNKNOWN) for seat in SEATS])
        if self.result:
            self.values["result"] = Result(**self.result)
        if self.tricks:
            self.values["tricks"] = tuple(self.tricks)
        deal = Deal(**self.values)
        deal = with_mighty(deal) if self.is_odd else deal
        return self.noted(deal) if self.played.line.is_noted else deal

    def noted(self, deal: Deal) -> Deal:
        """The deal with what is noted of it, where its plies stand in the order of the text."""
        numbers, line = plies(deal), self.played.line
        line.plies = [numbers.get(each) for each in self.taken()]
        return replace(deal, annotations=line.annotations())

    def taken(self) -> Iterator[Taken]:
        """What the moves are, one by one."""
        row = 0
        for each in self.played.events:
            if isinstance(each, Moves):
                in_row = each.label not in _LABELS
                for number, _ in enumerate(each.made()):
                    if in_row:
                        yield "tricks", row
                    else:
                        yield ("bids", number) if each.label == CALLS else (each.label.lower(), 0)
                row += in_row

    def is_new(self, seen: dict[str, Header | Moves], key: str, line: Header | Moves) -> bool:
        """Whether a line is to be read: it does not only repeat another. Those that differ are one
        slip: the lines of two deals stand together.
        """
        before, seen[key] = seen[key], line
        start, end = first(self.content, line)
        why = f"the line {key!r} stands twice in the deal; another one begins with 'Deal:'"
        if _said(before)[1].split() == _said(line)[1].split():
            self.repeated.add(line.start)
            self.say(start, end, why)
            return False
        self.lose(self.trick_due)
        if "" not in seen:
            seen[""] = line
            self.say(start, end, why)
        return True

    # What is wrong

    def refuse(self, start: int, end: int, why: str) -> None:
        """Report what keeps a part of the deal from being read."""
        self.lose(self.trick_due)
        self.say(start, end, why)

    def lose(self, path: Path) -> None:
        """Remember that a part of the deal could not be read."""
        self._lost.append(["deals", self.played.number - 1, *path])

    @property
    def trick_due(self) -> Path:
        """The path of the trick that is due in the deal, of the whole deal before its table."""
        return [] if self.tricks is None else ["tricks", len(self.tricks)]

    def say(self, start: int, end: int, why: str, due: str | None = None) -> None:
        """Report what is written wrongly, and what is `due` there; its meaning is plain."""
        self._refuse(file_codes.TEXT_SYNTAX, why, start, end, due)

    # Its lines

    def number(self, line: Header) -> None:
        """The number of the deal, and whether others are missing before."""
        word, *after = line.value.split()
        number, due = integer(word), self.played.number
        self.is_misplaced = number not in (due, *self.numbers_due)
        if self.is_misplaced:
            why = f"{word!r} is not {due}: deals are counted from 1"
            self.say(line.start, line.start + len(word), why)
            self.lose(["gap"])
        # After a line that is in a wrong place, what was due there may come.
        self.numbers_due = (number + 1, *(self.numbers_due if self.is_misplaced else ()))
        self.values["gap"] = bool(after)

    def field(self, line: Header | Moves) -> None:
        """A line that says one thing, or lists some."""
        name, written = _said(line)
        if name == "Dealer":
            self.values["dealer"] = int(written[1:])
        elif name == "Totals":
            self.values["totals"] = tuple(map(integer, written.split()))
        elif name == "Contract":
            self.values["contract"] = ascii_call(written)
        else:
            self.values[name.lower()] = self.cards(written)

    def cards(self, written: str) -> Cards:
        """A list of cards."""
        found = tuple(map(_card, written.split()))
        if None not in found:
            return cast(Cards, found)
        self.is_odd = True
        return tuple([ascii_card(card) for card, _, _ in cards(written, 0, len(written))])

    def hand(self, line: Header) -> None:
        """The hand of a player."""
        player, _, held = line.value.partition(":")
        seat = int(player[1:])
        if seat not in SEATS:
            player = player.rstrip()
            why = f"{player} is no player: players are P0 to P4"
            self.refuse(line.start, line.start + len(player), why)
        self.hands[seat] = self.cards(held)

    def calls(self, line: Moves) -> None:
        """The auction, call by call."""
        self.values["bids"] = tuple(map(_bid, line.spelled))

    def friend(self, line: Moves) -> None:
        """How the friend was named."""
        (word,) = line.spelled
        self.is_odd = self.is_odd or _card(word) is None
        self.values["friend"] = FIRST if word == "1st" else ascii_card(word)

    def outcome(self, line: Header) -> None:
        """A part of the result."""
        words = line.value.split()
        if line.name == "Result":
            self.result["end"] = words[0]
        elif line.name == "Payoffs":
            self.result["payoffs"] = tuple(map(integer, words))
        else:
            self.result[line.name.lower()] = integer(words[0])

    # The table

    def table(self, line: Header) -> None:
        """The head of the table, with the roles."""
        if self.tricks is not None:
            return  # it stands twice
        roles = _roles(line.value)
        self.values |= self.odd_head(line) if roles is None else roles
        self.tricks = []

    def odd_head(self, line: Header) -> dict[str, int]:
        """The roles in a head that is not written as most people do."""
        head, roles = [*columns(line)], dict[str, int]()
        for number, why in self.columns.misplaced([word for word, _, _ in head]):
            _, start, end = head[number]
            self.refuse(start, end, why)
        for seat, (word, start, end) in enumerate(head):
            for mark, field in ROLES:
                if mark in word and field in roles:
                    self.refuse(start, end, f"a second player is marked {mark!r}")
                elif mark in word:
                    roles[field] = seat
        return roles

    def row(self, line: Moves) -> None:
        """A trick: five plays with their marks."""
        if line.label and line.label != str(self.due):
            self.number_of_row(line, len(self.tricks or ()) + 1)
        self.due += 1
        cards, leads, wins = zip(*map(_play, line.spelled), strict=True)
        if "" in cards or leads.count(True) > 1 or wins.count(True) > 1:
            trick = self.odd_row(line)
        else:
            lead = leads.index(True) if True in leads else None
            winner = wins.index(True) if True in wins else None
            trick = Trick(lead=lead, cards=cards, winner=winner)
        self.tricks = self.tricks or []
        self.tricks.append(trick)

    def odd_row(self, line: Moves) -> Trick:
        """A trick with plays that are not written as most people do."""
        marks = dict[str, int]()
        self.is_odd, self.marks_refused = True, False
        plays = enumerate(line.each(self.content))
        cards = [self.odd_play(each, seat, marks) for seat, each in plays]
        return Trick(cards=tuple(cards), **marks)

    def number_of_row(self, line: Moves, row: int) -> None:
        """Check the number of a row, which is the one due, or that of the row in the table.

        Numbers that were passed over may follow: where two rows are swapped, that is said once.
        Behind a line that stands in a wrong place, which was said, a table may go on.
        """
        number, as_people_write = ordinal(line.label)
        known = number in (self.due, row) or any(number in each for each in self.passed_over)
        start, end = line.start, line.start + len(line.label)
        if self.is_misplaced and row == 1 != number:
            self.lose(self.trick_due)
        elif not known:
            why = f"{line.label!r} stands where {self.due} is due: rounds are counted from 1"
            self.refuse(start, end, why)
        elif not as_people_write:
            why = f"{line.label!r} numbers no round: write {number}"
            self.say(start, end, why, str(number))
        self.passed_over.append(range(self.due, number))
        self.due = number

    def refuse_mark(self, play: Move, why: str) -> None:
        """Report a mark that cannot be read, once in a round: it may only stand elsewhere."""
        if not self.marks_refused:
            self.refuse(play.start, play.end, why)
        self.marks_refused = True

    def odd_play(self, play: Move, seat: int, marks: dict[str, int]) -> str | None:
        """A play in ASCII, None where there is none yet; its marks are added to those found."""
        word = play.spelled
        if word == NOT_YET:
            return None
        meant, second = plain_marks(word), False
        for mark, field in MARKS:
            if mark in meant and field in marks:
                self.refuse_mark(play, f"a second player of the round is marked {mark!r}")
                second = True
            elif mark in meant:
                marks[field] = seat
        written = meant.removeprefix("(").removesuffix("*").strip()
        card = ascii_card(written)
        if terminals(GRAMMAR, "PLAY").fullmatch(word):
            return card
        if meant != word and parts(card) is not None:
            if not second:
                self.say(play.start, play.end, f"{word!r} stands where {meant} is due", meant)
            return card
        if ascii_card(meant.strip("(!*")) in DECK:
            why = "marks stand around a card in the order '(' lead, card, '!' call, '*' win"
            self.refuse_mark(play, why)
        return written


_UNKNOWN = (HIDDEN,) * 10
_LABELS = frozenset({CALLS, *DECISIONS})
_READERS: dict[str, tuple[str, Callable[[DealReader, Any], None]]] = {
    "Deal": ("deal", DealReader.number),
    "Dealer": ("dealer", DealReader.field),
    "Totals": ("totals", DealReader.field),
    "Hand": ("hand", DealReader.hand),
    "Kitty": ("kitty", DealReader.field),
    "Auction": ("auction", DealReader.calls),
    "Discard": ("discard", DealReader.field),
    "Contract": ("contract", DealReader.field),
    "Friend": ("friend", DealReader.friend),
    "R": ("table", DealReader.table),
    **{each: (each.lower(), DealReader.outcome) for each in OF_RESULT},
}
"""The lines of a deal that are no rows: what a repeated one is called, and what reads it."""


def _said(line: Header | Moves) -> tuple[str, str]:
    """The name of a line, and what stands behind it."""
    if isinstance(line, Header):
        return line.name, line.value
    return line.label, " , ".join(line.spelled)


@lru_cache(maxsize=_MOST_WORDS)
def _roles(head: str) -> dict[str, int] | None:
    """The roles in the head of a table as most people write it, None for others."""
    _, *seats = head.split()
    twice = any(head.count(mark) > 1 for mark, _ in ROLES)
    if twice or [each.rstrip("!~") for each in seats] != _SEATS:
        return None
    marked = enumerate(seats)
    return {field: seat for seat, word in marked for mark, field in ROLES if mark in word}


_SEATS = [f"P{seat}" for seat in SEATS]


@lru_cache(maxsize=_MOST_WORDS)
def _card(word: str) -> str | None:
    """A card as most people write it, None for other words."""
    return None if _CARD.fullmatch(word) is None else ascii_card(word)


@lru_cache(maxsize=_MOST_WORDS)
def _play(word: str) -> tuple[str | None, bool, bool]:
    """A play as most people write it, and whether it leads and wins; empty for other words."""
    if word == NOT_YET:
        return None, False, False
    if _PLAY.fullmatch(word) is None:
        return "", False, False
    card = ascii_card(word.removeprefix("(").removesuffix("*"))
    return card, word[0] == "(", word[-1] == "*"


@lru_cache(maxsize=_MOST_WORDS)
def _bid(written: str) -> Bid:
    """A call of a player."""
    found = CALL.fullmatch(written)
    assert found is not None
    return Bid(int(found[1][1:]), ascii_call(found[2]))


def with_mighty(deal: Deal) -> Deal:
    """The deal with the card that is the Mighty, where it is called so and the trump is known."""
    if deal.trump is None:
        return deal
    card = mighty(deal.trump)

    def named(play: str | None) -> str | None:
        return play if play is None or not play.startswith(MIGHTY) else card + play[len(MIGHTY) :]

    return replace(
        deal,
        hands=deal.hands and tuple(tuple(map(named, hand)) for hand in deal.hands),
        kitty=deal.kitty and tuple(map(named, deal.kitty)),
        discard=deal.discard and tuple(map(named, deal.discard)),
        friend=named(deal.friend),
        tricks=tuple(replace(each, cards=tuple(map(named, each.cards))) for each in deal.tricks),
    )
