"""Build a deal of a text gibo from its lines, and remember where its parts are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ....findings import Rule
from ....replayer.mighty import codes
from ....replayer.mighty.cards import (
    HIDDEN,
    HIDDEN_HAND,
    MIGHTY,
    SEATS,
    mighty,
    parts,
)
from ....replayer.mighty.record import Bid, Cards, Deal, Result, Taken, Trick, plies
from ....replayer.mighty.rules.auction import MISDEAL
from ....replayer.mighty.rules.exchange import FIRST
from ....replayer.play.ended import Ended
from ... import codes as file_codes
from ...document.mapping import Path
from ...events.drafts import DraftRound
from ...events.events import Header, Moves
from ...text.grammar import terminals
from ..words import ascii_call, ascii_card, in_order, integer, ordinal, plain_marks
from .lines import CALLS, DECISIONS, GRAMMAR, NOT_YET, TABLE, misplaced, names_of

Word: TypeAlias = tuple[str, int, int]
"""A word, and the offsets of its start and end."""

_CALL = re.compile(r"P([0-9]++)[ \t]*+(.*)")
_LABELS = frozenset({CALLS, *DECISIONS})
_NO_MARKS = str.maketrans("", "", "(*")
_MOST_WORDS = 5000
"""The maximum number of words whose meanings are cached."""


class Match(Struct):
    """The state of a match while its deals are read one after another."""

    content: str
    players: tuple[str, ...] | None
    """The players' names; if no header gives any, those in the head of the first table."""
    refuse: Callable[[Rule, str, tuple[int, int], str | None], None]
    """Reports an error in a span, with the right text if known."""
    lost: list[Path]
    place: Callable[[str, int, int], None] | None = None
    """Remembers the place of a part of a record, given by its pointer."""
    numbers: tuple[int, ...] = (1,)
    """The numbers that the next deal may have."""


class Play(Struct, frozen=True):
    """A cell of the table: its card (None if not yet played), and whether it leads and wins.

    `is_plain`: whether it is a correctly written play.
    """

    card: str | None
    leads: bool = False
    wins: bool = False
    is_plain: bool = True


class DealReader:
    """Makes a deal from its lines."""

    def __init__(self, match: Match, played: DraftRound) -> None:
        self.match = match
        self.played = played
        self.values: dict[str, Any] = {}
        self.hands: dict[int, Cards] = {}
        self.result: dict[str, Any] = {}
        self.tricks: list[Trick] | None = None
        """The rounds of the table, None before the table."""
        self.taken: list[Taken] = []
        """The moves in text order."""
        self.next_number = 1
        """The number that the next row of the table should have."""
        self.is_misplaced = False
        """Whether the deal's first line is in the wrong place, perhaps inside another deal."""
        self.passed_over: list[range] = []

    def deal(self) -> Deal:
        """Return the deal as far as it can be read."""
        numbers, self.match.numbers = self.match.numbers, (self.played.number + 1,)
        for each in self.played.events:
            if isinstance(each, Moves):
                self.moves(each)
            elif isinstance(each, Header) and each.name == "Deal":
                self.number(each, numbers)
            elif isinstance(each, Header):
                self.header(each)
        if self.hands:
            self.values["hands"] = tuple([self.hands.get(seat, HIDDEN_HAND) for seat in SEATS])
        if self.result:
            self.values["result"] = Result(**self.result)
        deal = Deal(**self.values, tricks=tuple(self.tricks or ()))
        line = self.played.line
        if line.is_noted:
            # Its plies are in text order.
            found = plies(deal)
            line.plies = [found.get(each) for each in self.taken]
            deal = replace(deal, annotations=line.annotations())
        return deal

    # Its lines

    def number(self, line: Header, known: tuple[int, ...]) -> None:
        """Read the deal's number, and whether earlier deals are missing."""
        word, *after = line.value.split()
        number, expected = integer(word), self.played.number
        self.is_misplaced = number not in (expected, *known)
        if self.is_misplaced:
            why = f"{word!r} is not {expected}: deals are counted from 1"
            self.say(why, line.start, line.start + len(word), ["gap"])
        # A line in the wrong place may be followed by the one that was expected there.
        self.match.numbers = (number + 1, *(known if self.is_misplaced else ()))
        self.values["gap"] = bool(after)

    def header(self, line: Header) -> None:
        """Read a line that has no moves."""
        name, value, key = line.name, line.value, line.name.lower()
        if name == "Hand":
            self.hand(line)
        elif name == TABLE:
            self.head(line)
        elif name == "Kitty":
            self.values[key] = self.cards(key, value, line.start)
        elif name in ("Dealer", "President", "Totals"):
            self.values[key] = _numbers(value) if name == "Totals" else int(value[1:])
            self.place(key, line.start, line.end)
        elif name == "Misdeal":
            self.values["ended"] = Ended(how="claim", by=int(value[1:]), claim=MISDEAL)
            self.place("ended", line.start, line.end)
        else:
            key = "end" if name == "Result" else key
            self.result[key] = _numbers(value) if name == "Payoffs" else value
            if name in ("Points", "Score"):
                self.result[key] = integer(value)
            if len(self.result) == 1:
                self.place("result", line.start, line.end)
            self.place(f"result/{key}", line.start, line.end)

    def hand(self, line: Header) -> None:
        """Read a player's hand."""
        player, _, held = line.value.partition(":")
        seat = int(player[1:])
        if seat not in SEATS:
            why = f"{player.rstrip()} is not a player: players are P0 to P4"
            self.say(why, line.start, line.start + len(player.rstrip()), self.next_trick)
        self.hands[seat] = self.cards(f"hands/{seat}", held.lstrip(), line.end - len(held.lstrip()))

    def cards(self, where: str, written: str, start: int) -> Cards:
        """Return a list of cards."""
        found = tuple(map(_card, written.split()))
        if self.match.place is None and all(parts(each) or each == HIDDEN for each in found):
            return found
        end = start + len(written)
        matches = _cards().finditer(self.match.content, start, end)
        words = [(each[0], *each.span()) for each in matches if each.lastgroup]
        self.place(where, start, end)
        found = tuple(map(_card, self.untangled(words, "CARD")))
        for number, word in enumerate(words):
            self.place(f"{where}/{number}", *word[1:])
        return found

    def untangled(self, words: Sequence[Word], kind: str) -> list[str]:
        """Return cards or plays, undoing characters swapped where two words meet.

        The characters are those on both sides of the space, or the space and one of them.
        """
        found = [word for word, _, _ in words]
        is_word = terminals(GRAMMAR, kind).fullmatch

        def is_sound(word: str) -> bool:
            return is_word(word) is not None and _SUITED.search(word) is None

        for at, (one, two) in enumerate(pairwise(found)):
            ways = (
                [one[:-1] + two[0], one[-1] + two[1:]],
                [one[:-1], one[-1] + two],
                [one + two[0], two[1:]],
            )
            apart = next((each for each in ways if all(map(is_sound, each))), None)
            if apart is None or (is_sound(one) and is_sound(two)):
                continue
            (_, start, first), (_, second, end) = words[at : at + 2]
            right = (self.match.content[first:second]).join(apart)
            cards = parts(_play(one).card or "") and parts(_play(two).card or "")
            rule = file_codes.TEXT_SYNTAX if cards else codes.UNKNOWN_CARD
            why = f"expected {' '.join(apart)}, found {one} {two}"
            self.match.refuse(rule, why, (start, end), right)
            return [*found[:at], *apart, *found[at + 2 :]]
        return found

    def moves(self, line: Moves) -> None:
        """Read a row of the table, or another line of moves."""
        name, said, key = line.label, line.spelled, line.label.lower()
        if name not in _LABELS:
            self.row(line)
            return
        if name == CALLS:
            self.taken += [("bids", number) for number in range(len(said))]
            self.values["bids"] = tuple(map(_bid, said))
            for number, (word, start, end) in enumerate(self.placed(line)):
                self.place(f"bids/{number}", start, end)
                self.place(f"bids/{number}/1", end - len(_CALL.sub(r"\2", word)), end)
                if not number:
                    self.place("bids", start, line.end)
            return
        start = line.end - len(said[0])
        self.taken.append((key, 0))
        if name == "Discard":
            self.values[key] = self.cards(key, said[0], start)
            return
        self.place(key, start, line.end)
        card = ascii_call(said[0]) if name == "Contract" else self.known(ascii_card(said[0]))
        self.values[key] = FIRST if card == "1st" else card

    # The table

    def head(self, line: Header) -> None:
        """Read the players and marks in the head of the table; ignore a second head."""
        if self.tricks is not None:
            return
        self.tricks = []
        found = terminals(GRAMMAR, "ROLE", "NAMED").finditer(line.value, line.value[0] == TABLE)
        words = [(each[0], line.start + each.start(), line.start + each.end()) for each in found]
        head = [word for word, _, _ in words]
        if not head:  # it cannot be read
            return
        wrong = misplaced(head, self.match.players)
        if wrong is not None:
            seat, why = wrong
            self.say(why, *words[seat][1:], self.next_trick)
        elif self.match.players is None:
            self.match.players = names_of(head)
        for mark, field in (("!", "president"), ("~", "friend_player")):
            seats = [mark in word for word in head]
            if True not in seats:
                continue
            seat = seats.index(True)
            said = self.values.pop(field, seat)
            if said != seat:
                why = f"P{seat} is marked as the president, but P{said} is named above"
                self.say(why, *words[seat][1:], [field])
                continue
            self.values[field] = seat
            self.place(field, *words[seat][1:])
            self.check_once(seats, f"a second player is marked {mark!r}", words)

    def check_once(self, seats: Sequence[bool], why: str, line: Moves | Sequence[Word]) -> None:
        """Report a second player with a mark, preferably one with marks in the wrong order."""
        if seats.count(True) > 1:
            words = [*self.words(line)] if isinstance(line, Moves) else line
            marked = [word for word, is_marked in zip(words, seats, strict=True) if is_marked]
            odd = [
                each for each in marked if isinstance(line, Moves) and not _play(each[0]).is_plain
            ]
            _, start, end = odd[0] if odd else marked[1]
            self.say(why, start, end, self.next_trick)

    def row(self, line: Moves) -> None:
        """Read a trick: five plays with their marks."""
        if line.label and line.label != str(self.next_number):
            self.number_of_row(line, len(self.tricks or ()) + 1)
        tricks = self.tricks = self.tricks or []
        self.next_number += 1
        self.taken += [("tricks", len(tricks))] * len(line.made())
        plays = [*map(_play, line.spelled)]
        if not all(each.is_plain for each in plays):
            plays = self.odd_row(line, plays)
        lead, win = [each.leads for each in plays], [each.wins for each in plays]
        values: dict[str, Any] = {"cards": tuple([each.card for each in plays])}
        for field, mark, seats in (("lead", "(", lead), ("winner", "*", win)):
            if True in seats:
                values[field] = seats.index(True)
                self.check_once(seats, f"a second player of the round is marked {mark!r}", line)
        if self.match.place is not None:
            self.place_row(f"tricks/{len(tricks)}", line, values)
        tricks.append(Trick(**values))

    def place_row(self, where: str, line: Moves, values: dict[str, Any]) -> None:
        """Remember where the parts of a row are."""
        words = [*self.words(line)]
        self.place(where, line.start, line.start + len(line.label or line.spelled[0]))
        for seat, (_, start, end) in enumerate(words):
            self.place(f"{where}/cards/{seat}", start, end)
            if values.get("lead") == seat:
                self.place(f"{where}/lead", start, start + 1)
            if values.get("winner") == seat:
                self.place(f"{where}/winner", end - 1, end)

    def odd_row(self, line: Moves, plays: list[Play]) -> list[Play]:
        """Return the plays of a row in which not all are written correctly."""
        words = self.untangled([*self.words(line)], "PLAY")
        plays = [replace(each, card=self.known(each.card)) for each in map(_play, words)]
        twice = sum(each.leads for each in plays) > 1 or sum(each.wins for each in plays) > 1
        for play, (written, start, end) in zip(plays, self.words(line), strict=True):
            right = in_order(written)
            if not play.is_plain and parts(play.card or "") and right != written and not twice:
                why = f"expected {right}, found {written!r}"
                self.match.refuse(file_codes.TEXT_SYNTAX, why, (start, end), right)
        return plays

    def number_of_row(self, line: Moves, row: int) -> None:
        """Check a row's number: it must be the next number, or the row's place in the table.

        Numbers may be skipped afterwards, so that two swapped rows are reported only once. After a
        line that was reported as misplaced, a table may continue.
        """
        number, as_people_write = ordinal(line.label)
        passed_over = any(number in each for each in self.passed_over)
        start, end = line.start, line.start + len(line.label)
        if self.is_misplaced and row == 1 != number:
            self.lose(self.next_trick)
        elif number not in (self.next_number, row) and not passed_over:
            why = f"expected {self.next_number}, found {line.label!r}: rounds are counted from 1"
            self.say(why, start, end, self.next_trick)
        elif not as_people_write:
            why = f"{line.label!r} is not the number of a round: write {number}"
            self.match.refuse(file_codes.TEXT_SYNTAX, why, (start, end), str(number))
        self.passed_over.append(range(self.next_number, number))
        self.next_number = number

    def known(self, card: str | None) -> str | None:
        """Return the card, or the Mighty under this contract if the word is `Mighty`."""
        trump = (self.values.get("contract") or "?")[-1]
        return mighty(trump) if card == MIGHTY and trump != "?" else card

    # Errors and places

    @property
    def next_trick(self) -> Path:
        """The path of the next trick of the table, or of the whole deal before the table."""
        return [] if self.tricks is None else ["tricks", len(self.tricks)]

    def lose(self, path: Path) -> None:
        """Remember that a part of the deal could not be read."""
        self.match.lost.append(["deals", self.played.number - 1, *path])

    def say(self, why: str, start: int, end: int, lost: Path) -> None:
        """Report why a part of the deal cannot be read."""
        self.lose(lost)
        self.match.refuse(file_codes.TEXT_SYNTAX, why, (start, end), None)

    def place(self, where: str, start: int, end: int) -> None:
        """Remember where a part of the deal is, if places are needed."""
        if self.match.place is not None:
            self.match.place(f"/deals/{self.played.number - 1}/{where}", start, end)

    def words(self, line: Moves) -> Iterator[Word]:
        """Yield the words of a line's moves."""
        return ((each.spelled, each.start, each.end) for each in line.each(self.match.content))

    def placed(self, line: Moves) -> Iterator[Word]:
        """Yield the words of a line's moves if places are needed, otherwise nothing."""
        return iter(()) if self.match.place is None else self.words(line)


_SUITED = re.compile(r"[♠♦♥♣SDHC][ \t]*[AKQJT2-9][♠♦♥♣SDHC]|\A(?!\().*(?:☆|★|JK)[♠♦♥♣SDHC]")
"""A card that names a suit, which only a joker that is led does."""
_card = lru_cache(maxsize=_MOST_WORDS)(ascii_card)


def _numbers(written: str) -> tuple[int, ...]:
    return tuple(map(integer, written.split()))


@lru_cache(maxsize=_MOST_WORDS)
def _play(word: str) -> Play:
    """Return a play as written."""
    if word == NOT_YET:
        return Play(None)
    plain = plain_marks(word)
    card = ascii_card(plain.translate(_NO_MARKS))
    is_plain = terminals(GRAMMAR, "PLAY").fullmatch(word) is not None and card != MIGHTY
    return Play(card, "(" in plain, "*" in plain, is_plain)


@cache
def _cards() -> re.Pattern[str]:
    """Return the pattern of a word; if it is not a card, its groups are empty."""
    return re.compile(rf"{terminals(GRAMMAR, 'CARD', 'OTHER').pattern}|\S+")


@lru_cache(maxsize=_MOST_WORDS)
def _bid(written: str) -> Bid:
    """Return a player's call."""
    found = _CALL.fullmatch(written)
    assert found is not None
    return Bid(int(found[1]), ascii_call(found[2]))
