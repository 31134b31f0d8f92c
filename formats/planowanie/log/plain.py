"""Quickly reads a log without errors, without following the conversation.

The deals, declarations and plays of a finished game determine every line of its log, except for the
order of seats within a step. So these words are collected from likely places, the rules decide
whether they form a game, and its expected log is compared with the text. If they match, `reader`
would have nothing to report. Any other text is left to `reader`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from operator import itemgetter

from msgspec.structs import replace

from ....replayer.planowanie.cards import cards_of
from ....replayer.planowanie.check.recorded import played
from ....replayer.planowanie.check.well_formed import MOST_PLAYERS, setup_breaches
from ....replayer.planowanie.record import Deal, Deck, Record, Result, Trick
from ....replayer.planowanie.rules import PlanowanieRules
from ...interface.protocol import COMMENT, clean
from ..protocol.comments import notes_of
from ..protocol.words import CLOCK, QUIT, plan_of
from .remarks import annotated
from .steps import DONE, Scripted, steps

_SEAT = itemgetter(slice(3, 4))
"""The seat in a line's mark, which is a single digit."""


class _Patterns:
    """Patterns for the likely places of deals and actions in a log."""

    def __init__(self, first: str, to: str, of: str) -> None:
        """`first` matches the mark of a line to one seat; `to` and `of` match any seat's marks."""
        self.deck = re.compile(rf"{first}set_deck (\S+) (\S+)\n")
        self.players = re.compile(rf"\n{first}set_players ([2-4]) ([0-3])\n")
        self.plan = re.compile(rf"\n{first}set_game ([0-9 ]+)\n")
        self.hands = re.compile(rf"\n{to}set_cards [0-9]+ (.+)")
        self.clocks = re.compile(rf"\n{to}time_left ([0-9]{{1,15}})")
        self.declarations = re.compile(rf"\n{first}declare [0-3] ([0-9]{{1,4}})")
        self.plays = re.compile(rf"\n{first}play ([0-3]) (\S+)")
        self.refusals = re.compile(rf"\n{of}\?\n")


_MARKED, _UNMARKED = (
    _Patterns(">> 0: ", ">> ([0-3]): ", "<< ([0-3]): "),
    _Patterns("", "()", "()"),
)


class _NotPlain(Exception):
    """The log needs a full reading."""


def plain_game(content: str, own: bool) -> Record | None:
    r"""Return the game in an arbiter's log, or a seat's `own`; None if it needs a full reading.

    >>> plain_game(">> 0: set_deck A C\n", own=False) is None
    True
    """
    start, comments, starts = 0, list[str](), list[int]()
    while content.startswith(COMMENT, start):
        end = content.find("\n", start) + 1 or len(content)
        comments.append(content[start:end].removesuffix("\n"))
        starts.append(start)
        start = end
    if "\r" in content[:start]:
        return None  # it may also end a line
    try:
        told = _Told(content, start, own)
        record = _played_out(told.game(comments), told)
    except (_NotPlain, ValueError):
        return None
    if not _is_log(content, start, record, told.refusing()):
        return None
    remarks = [starts[at] for at in told.remarks]
    return annotated(record, content, remarks, (), start, start) if remarks else record


def _is_log(content: str, start: int, record: Record, refusing: Collection[int]) -> bool:
    """Return whether a text, from an offset on, is the log of a game followed only by `quit`.

    Within a step, the seats may come in any order. `refusing` has the seats whose programs answer
    `?` to the time left.
    """
    own = record.view is not None
    seats = range(record.seats) if record.view is None else [record.view]
    to, of = ({each: "" if own else f"{way} {each}: " for each in seats} for way in (">>", "<<"))
    done = {each: f"\n{of[each]}=\n{of[each]}\n" for each in seats}
    for step in (*steps(record), [Scripted(each, QUIT) for each in seats]):
        lines = list[str]()
        for each in step:
            player, reply = each.player, done[each.player]
            if each.reply and each.reply is not DONE:
                reply = f"\n{of[player]}{each.reply[0]}\n{of[player]}\n"
            elif player in refusing and each.command.startswith(CLOCK):
                reply = reply.replace("=", "?")
            lines.append(f"{to[player]}{each.command}{reply}")
        expected = "".join(lines)
        end = start + len(expected)
        as_told = content.startswith(expected, start)
        if not as_told and (own or _by_seat(content[start:end]) != expected):
            return start == len(content) and step[0].command == QUIT
        start = end
    return start == len(content)


def _by_seat(lines: str) -> str:
    r"""Sort marked lines by seat, keeping the order of each seat's lines.

    >>> _by_seat(">> 1: quit\n>> 0: quit\n<< 1: =\n")
    '>> 0: quit\n>> 1: quit\n<< 1: =\n'
    """
    *whole, rest = lines.split("\n")
    return "\n".join([*sorted(whole, key=_SEAT), rest])


def _played_out(game: Record, told: _Told) -> Record:
    """Return a game with all of its deals. Raises _NotPlain if they cannot be played to the end."""
    rules = PlanowanieRules(game.deck, game.seats, game.plan)
    end, deals = rules.initial_state(), list[Deal]()
    for deal in told.deals(game):
        state, _ = played(rules, deal, end)
        table = state.deal
        if table is None or not table.over:
            raise _NotPlain
        marks = zip(deal.tricks, table.leads, table.winners, strict=False)
        tricks = [Trick(lead=led, cards=each.cards, winner=won) for each, led, won in marks]
        deals.append(replace(deal, tricks=tuple(tricks), points=table.points))
        end = rules.next_round(state) or state
    result = Result(end="complete", totals=end.totals)
    return replace(game, deals=tuple(deals), result=result)


class _Told:
    """The apparent content of a log that begins at an offset in its text."""

    def __init__(self, content: str, start: int, own: bool) -> None:
        self._patterns = _UNMARKED if own else _MARKED
        self._content = content
        self._start = start
        self._own = own
        self._me = 0
        """The seat whose log this is, once `game` has found it; 0 in an arbiter's log."""
        self.remarks: Sequence[int] = ()
        """The comments at the log's head that are not part of the protocol, once `game` has found
        them.
        """

    def game(self, comments: Sequence[str]) -> Record:
        """Return the game before its first deal, with the comments at its head.

        Raises _NotPlain if these contradict it, or if it cannot be played.
        """
        content, start, patterns = self._content, self._start, self._patterns
        deck = patterns.deck.match(content, start)
        players = patterns.players.search(content, start)
        plan = patterns.plan.search(content, start)
        if deck is None or players is None or plan is None:
            raise _NotPlain
        seats, self._me = int(players[1]), int(players[2])
        notes = notes_of([*map(clean, comments)], len(comments), seats)
        self.remarks = notes.remarks
        of_another = self._own and notes.seat not in (None, self._me)
        if notes.wrong or notes.fault is not None or of_another or self._me >= seats:
            raise _NotPlain
        view, cards = self._me if self._own else None, Deck(deck[1], deck[2])
        game = replace(notes.header, view=view, deck=cards, seats=seats, plan=plan_of(plan[1]))
        if any(setup_breaches(game)):
            raise _NotPlain
        return game

    def refusing(self) -> set[int]:
        """The seats whose programs refuse something."""
        return {self._seat(mark) for mark in self._patterns.refusals.findall(self._content)}

    def deals(self, game: Record) -> Iterator[Deal]:
        """Yield the deals of a game, without values that can be derived from their tricks.

        Raises _NotPlain if something is missing.
        """
        content, patterns, players = self._content, self._patterns, range(game.seats)
        heard = [self._me] if self._own else players
        hands = iter(patterns.hands.findall(content))
        said = map(int, patterns.declarations.findall(content))
        plays = iter(patterns.plays.findall(content))
        clocks = self._clocks()
        for planned in game.plan:
            dealt = {self._seat(mark): hand.split(" ") for mark, hand in islice(hands, len(heard))}
            declarations = tuple(islice(said, game.seats))
            tricks = [
                _in_seats(islice(plays, game.seats), game.seats) for _ in range(planned.cards)
            ]
            times = [tuple(islice(clocks[player], planned.cards + 1)) for player in players]
            untimed = any(len(times[player]) <= planned.cards for player in heard)
            # players see the cards dealt to them
            if untimed or any(game.deck.hidden in hand for hand in dealt.values()):
                raise _NotPlain
            for player in players:
                if player not in dealt:  # its cards are known when they are played
                    dealt[player] = _in_order(game.deck, [row[player] for row in tricks])
            yield Deal(
                hands=tuple([tuple(dealt[player]) for player in players]),
                declarations=declarations,
                tricks=tuple([Trick(cards=row) for row in tricks]),
                clocks=tuple(times),
            )

    def _clocks(self) -> list[Iterator[int]]:
        """Return the milliseconds that each player had left, question by question."""
        found: list[list[int]] = [[] for _ in range(MOST_PLAYERS)]
        for seat, left in self._patterns.clocks.findall(self._content):
            found[self._seat(seat)].append(int(left))
        return [*map(iter, found)]

    def _seat(self, mark: str) -> int:
        return int(mark) if mark else self._me


def _in_seats(plays: Iterable[tuple[str, str]], seats: int) -> tuple[str, ...]:
    """Return the cards of a trick in seat order.

    Raises _NotPlain if one is missing.
    """
    laid = dict(plays)
    try:
        return tuple([laid[str(player)] for player in range(seats)])
    except KeyError:
        raise _NotPlain from None


def _in_order(deck: Deck, cards: Iterable[str]) -> list[str]:
    """Return cards in the order of their deck. Raises ValueError if the deck lacks one."""
    return sorted(cards, key=cards_of(deck.ranks, deck.suits).index)
