"""Reads one deal of the text gibo out of its parse tree, and remembers where everything stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec.structs import replace

from ....findings import Rule
from ....replayer.mighty.cards import DECK, MIGHTY, SEATS, mighty, parts
from ....replayer.mighty.record import Bid, Cards, Deal, Result, Trick
from ....replayer.mighty.rules.exchange import FIRST
from ... import codes as file_codes
from ...text.lines import LineOfText, Places
from ..words import ascii_call, ascii_card, integer, ordinal, plain_marks
from .columns import Columns
from .notes import ANCHORS, Anchor, Notes

if TYPE_CHECKING:
    from lark import Token, Tree

Refuse: TypeAlias = Callable[[Rule, str, int, int, str | None], None]

HEAD = "the head of the table (R P0! P1 P2 P3~ P4)"

NAMES = {
    "CALL": "a call (15♥, 16N, pass)",
    "CARD": "a card (♠A, ♥T, ☆)",
    "END": "won, lost, thrown-in or unfinished",
    "FRIEND": "first, last, none or a seat",
    "NAME": "a name",
    "NAMED": "a name",
    "NOT_YET": "`.` (not played yet)",
    "NUMBER": "a number",
    "OPTION": "an option (bid_min=14)",
    "PLAY": "a play (♠A, (♥T, ☆♥, ♣3!, ♦K*)",
    "PLAYER": "a player (P0 to P4)",
    "ORDINAL": "the number of a round",
    "ROLE": "a player of the table (P0 to P4, with ! or ~)",
    "ROUND": HEAD,
    "TEXT": "some text",
    "WORD": "a word",
    "_NL": "another line",
}
"""What the terminals of the grammar are, for people; keywords name themselves."""


class DealReader:
    """One deal, as it is read line by line.

    `number` counts the deals from 0; `numbers_due` are what may be written behind the deal before.
    """

    def __init__(
        self,
        places: Places,
        refuse: Refuse,
        offset: int,
        number: int,
        numbers_due: tuple[int, ...],
        columns: Columns,
    ) -> None:
        self.places = places
        self.columns = columns
        self._refuse = refuse
        self.offset = offset
        self.number = number
        self.numbers_due = numbers_due
        """What may be written as the number of this deal, and once it is read, of the next."""
        self.values: dict[str, Any] = {}
        self.hands: dict[int, Cards] = {}
        self.result: dict[str, Any] = {}
        self.due = 1
        self.is_misplaced = False
        """Whether the line that begins the deal stands in a wrong place, perhaps within another."""
        self.passed_over: list[range] = []
        self.lost: list[list[str | int]] = []
        """The parts of the deal that could not be read."""
        self.marks_refused = False
        self.notes = Notes(places.text)

    def deal(self, tree: Tree[Token]) -> Deal:
        """The deal, as far as it can be read."""
        readers: dict[str, Callable[[list[Any]], None]] = {
            "number": self.head,
            "dealer": lambda found: self.one("dealer", found[0], int(found[0][1:])),
            "totals": lambda found: self.several("totals", found, tuple(map(integer, found))),
            "hand": self.hand,
            "kitty": lambda found: self.cards("kitty", found),
            "auction": self.auction,
            "discard": lambda found: self.cards("discard", found),
            "contract": lambda found: self.one("contract", found[0], ascii_call(found[0])),
            "friend": self.friend,
            "table": self.table,
            "row": self.row,
            "result": lambda found: self.outcome("end", found, str(found[0])),
            "points": lambda found: self.outcome("points", found, integer(found[0])),
            "score": lambda found: self.outcome("score", found, integer(found[0])),
            "payoffs": lambda found: self.outcome("payoffs", found, tuple(map(integer, found))),
        }
        seen, twice = dict[str, list[Any]](), False
        anchor: Anchor | None = None
        for line in tree.children:
            part: Any = line
            name, children = str(part.data), list(part.children)
            if name in ("comment", "note"):
                self.notes.add(line_of_tokens(children, self.offset), anchor)
                continue
            key = "deal" if name == "number" else name
            if name == "hand":
                key = f"Hand {children[0]}"
            if key in seen and key != "row":
                why = f"the line {key!r} stands twice in the deal; another one begins with 'Deal:'"
                if seen[key] == children:
                    self.say(_first(part), why)
                    continue
                # The lines of two deals stand together: that is one slip.
                self.lost.append(self.trick_due)
                if not twice:
                    self.say(_first(part), why)
                twice = True
            seen[key] = children
            readers[name](children)
            if name == "row":
                anchor = ("tricks", len(self.values["tricks"]))
            else:
                what = ANCHORS.get(name.capitalize())
                anchor = None if what is None else (what, 0)
        if "deal" not in seen:
            self.numbers_due = (self.number + 2,)
        if self.hands:
            unknown = ("??",) * 10
            self.values["hands"] = tuple(self.hands.get(seat, unknown) for seat in SEATS)
        if self.result:
            self.values["result"] = Result(**self.result)
        return with_mighty(Deal(**self.values))

    def refuse(self, token: Token | None, why: str) -> None:
        """Report what keeps a part of the deal from being read."""
        self.lost.append(self.trick_due)
        self.say(token, why)

    @property
    def trick_due(self) -> list[str | int]:
        """The path of the trick that is due in the deal, of the whole deal before its table."""
        tricks = self.values.get("tricks")
        return [] if tricks is None else ["tricks", len(tricks)]

    def say(self, token: Token | None, why: str, due: str | None = None) -> None:
        """Report what is written wrongly, and what is `due` there; its meaning is plain."""
        start = self.offset + (0 if token is None else token.start_pos or 0)
        self._refuse(file_codes.TEXT_SYNTAX, why, start, start + len(token or " "), due)

    def remember(self, field: str, start: int, end: int) -> None:
        """Remember where a field of the deal stands."""
        pointer = f"/deals/{self.number}/{field}"
        self.places.add(pointer, self.offset + start, self.offset + end)

    def one(self, field: str, token: Token, value: object) -> None:
        """A field with one value."""
        self.values[field] = value
        self.remember(field, token.start_pos or 0, token.end_pos or 0)

    def several(self, field: str, tokens: Sequence[Token], value: object) -> None:
        """A field with a list of values."""
        self.values[field] = value
        self.remember(field, tokens[0].start_pos or 0, tokens[-1].end_pos or 0)

    # The lines of the header

    def head(self, tokens: list[Token]) -> None:
        """The number of the deal, and whether others are missing before."""
        number = integer(tokens[0])
        self.is_misplaced = number not in (self.number + 1, *self.numbers_due)
        if self.is_misplaced:
            why = f"{str(tokens[0])!r} is not {self.number + 1}: deals are counted from 1"
            self.say(tokens[0], why)
            self.lost.append(["gap"])
        # After a line that is in a wrong place, what was due there may come.
        self.numbers_due = (number + 1, *(self.numbers_due if self.is_misplaced else ()))
        self.values["gap"] = len(tokens) > 1

    def hand(self, tokens: list[Token]) -> None:
        """The hand of a player."""
        seat = int(tokens[0][1:])
        if seat not in SEATS:
            self.refuse(tokens[0], f"{tokens[0]} is no player: players are P0 to P4")
        self.cards(f"hands/{seat}", tokens[1:])
        self.hands[seat] = self.values.pop(f"hands/{seat}")

    def cards(self, field: str, tokens: list[Token]) -> None:
        """A list of cards."""
        self.several(field, tokens, tuple(map(ascii_card, tokens)))
        for number, token in enumerate(tokens):
            self.remember(f"{field}/{number}", token.start_pos or 0, token.end_pos or 0)

    def auction(self, calls: list[Tree[Token]]) -> None:
        """The auction, call by call."""
        bids: list[Bid] = []
        for number, each in enumerate(calls):
            player, call = _tokens(each)
            bids.append(Bid(int(player[1:]), ascii_call(call)))
            self.remember(f"bids/{number}", player.start_pos or 0, call.end_pos or 0)
            self.remember(f"bids/{number}/1", call.start_pos or 0, call.end_pos or 0)
        if calls:
            self.remember("bids", _tokens(calls[0])[0].start_pos or 0, _end(calls[-1]))
        self.values["bids"] = tuple(bids)

    def friend(self, tokens: list[Token]) -> None:
        """How the friend was named."""
        (token,) = tokens
        self.one("friend", token, FIRST if token == "1st" else ascii_card(token))

    def outcome(self, field: str, tokens: list[Token], value: object) -> None:
        """A part of the result, which stands where the first of them does."""
        if not self.result:
            self.remember("result", tokens[0].start_pos or 0, tokens[-1].end_pos or 0)
        self.several(f"result/{field}", tokens, None)
        del self.values[f"result/{field}"]
        self.result[field] = value

    # The table

    def table(self, tokens: list[Token]) -> None:
        """The head of the table, with the roles."""
        if "tricks" in self.values:
            return  # it stands twice
        columns = [each for each in tokens if each.type != "ROUND"]
        for wrong, why in self.columns.misplaced(columns):
            self.refuse(wrong, why)
        for seat, token in enumerate(columns):
            for mark, field in (("!", "president"), ("~", "friend_player")):
                if mark in token and field in self.values:
                    self.refuse(token, f"a second player is marked {mark!r}")
                elif mark in token:
                    self.one(field, token, seat)
        self.values["tricks"] = ()

    def row(self, tokens: list[Token]) -> None:
        """A trick: five plays with their marks."""
        *numbers, _, _, _, _, _ = tokens
        plays = tokens[len(numbers) :]
        first = tokens[0]
        tricks: tuple[Trick, ...] = self.values.get("tricks", ())
        number = len(tricks)
        where = f"tricks/{number}"
        self.remember(where, first.start_pos or 0, first.end_pos or 0)
        for each in numbers:
            self.number_of_row(each, number + 1)
        self.due += 1
        marks = dict[str, int]()
        self.marks_refused = False
        cards = [self.play(token, seat, where, marks) for seat, token in enumerate(plays)]
        self.values["tricks"] = (*tricks, Trick(cards=tuple(cards), **marks))

    def number_of_row(self, token: Token, row: int) -> None:
        """Check the number of a row, which is the one due, or that of the row in the table.

        Numbers that were passed over may follow: where two rows are swapped, that is said once.
        Behind a line that stands in a wrong place, which was said, a table may go on.
        """
        number, as_people_write = ordinal(token)
        known = number in (self.due, row) or any(number in each for each in self.passed_over)
        if self.is_misplaced and row == 1 != number:
            self.lost.append(self.trick_due)
        elif not known:
            why = f"{str(token)!r} stands where {self.due} is due: rounds are counted from 1"
            self.refuse(token, why)
        elif not as_people_write:
            self.say(token, f"{str(token)!r} numbers no round: write {number}", str(number))
        self.passed_over.append(range(self.due, number))
        self.due = number

    def refuse_mark(self, token: Token, why: str) -> None:
        """Report a mark that cannot be read, once in a round: it may only stand elsewhere."""
        if not self.marks_refused:
            self.refuse(token, why)
        self.marks_refused = True

    def play(self, token: Token, seat: int, where: str, marks: dict[str, int]) -> str | None:
        """A play in ASCII, None where there is none yet; its marks are added to those found."""
        start, end = token.start_pos or 0, token.end_pos or 0
        self.remember(f"{where}/cards/{seat}", start, end)
        if token.type == "NOT_YET":
            return None
        meant, second = plain_marks(token), False
        for mark, field, at in (("(", "lead", start), ("*", "winner", end - 1)):
            if mark in meant and field in marks:
                self.refuse_mark(token, f"a second player of the round is marked {mark!r}")
                second = True
            elif mark in meant:
                marks[field] = seat
                self.remember(f"{where}/{field}", at, at + 1)
        written = meant.removeprefix("(").removesuffix("*").strip()
        if token.type == "PLAY":
            return ascii_card(written)
        card = ascii_card(written)
        if meant != token and parts(card) is not None:
            if not second:
                self.say(token, f"{str(token)!r} stands where {meant} is due", meant)
            return card
        if ascii_card(meant.strip("(!*")) in DECK:
            why = "marks stand around a card in the order '(' lead, card, '!' call, '*' win"
            self.refuse_mark(token, why)
        return written


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


def line_of_tokens(tokens: Sequence[Token], offset: int) -> LineOfText:
    """The line of a comment, in a text of which what was parsed begins at an offset."""
    first, *more = tokens
    content = first + "".join(f" {each}" for each in more)
    return LineOfText(content.rstrip(), offset + (first.start_pos or 0))


def _tokens(tree: Tree[Token]) -> list[Token]:
    found: list[Any] = list(tree.children)
    return found


def _first(tree: Tree[Token]) -> Token | None:
    return next(iter(tree.scan_values(lambda _: True)), None)


def _end(tree: Tree[Token]) -> int:
    return _tokens(tree)[-1].end_pos or 0
