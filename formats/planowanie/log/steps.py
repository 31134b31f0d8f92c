"""A record as exchanges in the protocol, step by step, in the order they are written in a log.

`protocol.conversation` says what a step is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ....replayer.planowanie.check.outcome import SILENT
from ....replayer.planowanie.check.recorded import played, rules_of
from ....replayer.planowanie.check.well_formed import malformations
from ....replayer.planowanie.record import Cards, Deal, Record, Result
from ...interface.notation import CannotHold
from ...interface.protocol import COMMENT
from ..protocol.words import CLOCK, QUOTED, deck_words, hand_words, plan_words, reply
from .course import Moment

DONE = ("=",)


class Scripted(Struct):
    """A command to a seat, the lines of any reply, and the moment that it first mentions."""

    player: int
    command: str
    reply: Sequence[str] | None = DONE
    moment: Moment | None = None

    @property
    def name(self) -> str:
        """The name of the command."""
        return self.command.partition(" ")[0]


def steps(record: Record) -> Iterator[list[Scripted]]:
    """The steps of a game or of one player's view, up to the first step that is not fully known.

    If a fault ended the game, the command that it followed is answered like the others.
    """
    script = _Script(record)
    for each in (script.set_up(), *map(script.deal, range(len(record.deals)))):
        yield from each
        if script.stopped:
            return


def fault_of(record: Record) -> Result | None:
    """The result of a game that a fault ended."""
    result = record.result
    return result if result is not None and result.end == "fault" else None


class _Script:
    """Writes a record's steps; `stopped`: whether the last one is not fully known."""

    def __init__(self, record: Record) -> None:
        self.stopped = False
        self._record = record
        self._me = record.view
        self._seats = range(record.seats) if record.view is None else [record.view]
        self._fault = fault_of(record) or Result()

    def set_up(self) -> Iterator[list[Scripted]]:
        """Return the commands that set up the game, up to where it ended."""
        record = self._record
        told = {"set_deck": " ".join(deck_words(record.deck)), "set_players": str(record.seats)}
        if record.plan:
            told["set_game"] = " ".join(map(str, plan_words(record.plan)))
        for name, words in told.items():
            own = {player: f" {player}" if name == "set_players" else "" for player in self._seats}
            yield [Scripted(player, f"{name} {words}{own[player]}") for player in self._seats]
            if name == self._fault.command and not record.deals:
                return

    def deal(self, number: int) -> Iterator[list[Scripted]]:
        """The steps of a deal."""
        self.stopped, seats = True, self._seats
        record, deal = self._record, self._record.deals[number]
        said = deal.declarations or (None,) * record.seats
        hands = [(player, hand) for player in seats if (hand := self._hand(deal, player))]
        dealt = [Scripted(each, " ".join(["set_cards", *hand_words(hand)])) for each, hand in hands]
        for first in dealt[:1]:
            first.moment = Moment(number)
        yield dealt
        if len(dealt) < len(seats):
            return
        asked = [self._asked(number, player, 0, said[player]) for player in seats]
        yield [each for some in asked for each in some]
        if not all(asked) or (self._me is None and None in said):
            return
        announced = [self._declaration(number, player, said) for player in range(record.seats)]
        yield [
            Scripted(seat, f"declare {player} {tricks}", moment=self._of_other(number, player))
            for seat in seats
            for player, tricks in enumerate(announced)
            if tricks is not None
        ]
        if None not in announced:
            yield from self._tricks(number, deal)

    def _tricks(self, number: int, deal: Deal) -> Iterator[list[Scripted]]:
        """The steps in which a deal's cards are played."""
        players, count = self._record.seats, 0
        for trick in range(self._record.plan[number].cards):
            lead = self._lead(number, trick)
            cards = deal.tricks[trick].cards if trick < len(deal.tricks) else (None,) * players
            for player in [] if lead is None else [*range(lead, players), *range(lead)]:
                card = cards[player]
                if player in self._seats:
                    asked = self._asked(number, player, trick + 1, card, count)
                    yield asked
                if card is None:
                    return
                moment = self._of_other(number, player, count)
                line = f"play {player} {card}"
                yield [Scripted(seat, line, moment=moment) for seat in self._seats]
                count += 1
            if lead is None:
                return
        self.stopped = False

    def _lead(self, number: int, trick: int) -> int | None:
        """The player who leads a trick, according to the record or else the rules."""
        deal, planned = self._record.deals[number], self._record.plan[number]
        marked = deal.tricks[trick].lead if trick < len(deal.tricks) else None
        if marked is None and trick:
            marked = deal.tricks[trick - 1].winner if trick <= len(deal.tricks) else None
        if marked is not None or not trick:
            return planned.start if marked is None else marked
        rules = rules_of(self._record)
        state, _ = played(rules, deal, rules.begin(number, (0,) * rules.players))
        leads = [] if state.deal is None else state.deal.leads
        return leads[trick] if trick < len(leads) else None

    def _asked(
        self, number: int, player: int, question: int, answer: object, card: int | None = None
    ) -> list[Scripted]:
        """A question to a player, preceded by the time left, if the game got that far."""
        name = "gen_move" if question else "gen_declare"
        is_last = number == len(self._record.deals) - 1
        at_fault = is_last and self._fault.player == player and self._fault.command in (name, CLOCK)
        if answer is None and not at_fault:
            return []
        clocks = self._record.deals[number].clocks
        left = clocks[player][question : question + 1] if clocks is not None else ()
        begins = Moment(number, None if question else player, card)
        asked = Scripted(player, name, (f"= {answer}",), begins)
        return [*(Scripted(player, f"{CLOCK} {each}") for each in left if each is not None), asked]

    def _of_other(self, number: int, player: int, card: int | None = None) -> Moment | None:
        """The moment when the only seat learns of another player's action."""
        if self._me in (None, player):
            return None
        return Moment(number, player if card is None else None, card)

    def _hand(self, deal: Deal, player: int) -> Cards | None:
        """The hand dealt to a player, if any of it is known."""
        known = deal.hands is not None and set(deal.hands[player]) != {self._record.deck.hidden}
        return deal.hands[player] if known and deal.hands is not None else None

    def _declaration(self, number: int, player: int, said: Sequence[int | None]) -> int | None:
        """Return a player's declaration, if it was announced."""
        me = self._me
        if None in said and player == me:
            others = any(each is not None for seat, each in enumerate(said) if seat != me)
            is_last = number == len(self._record.deals) - 1
            fault = self._fault
            if others or not (is_last and fault.player == me and fault.command == "declare"):
                return None
        return said[player]


# The exchanges of a log


def script(record: Record) -> list[Scripted]:
    """Return the exchanges of a whole game, or of one player's view, up to a fault.

    The exchange at fault comes last: other seats may get the commands of its step before it, but
    none after it.

    Raises CannotHold if the record is malformed, if a card played is not a word of the protocol, or
    if a log needs more details of the fault than the record has.
    """
    for _, breach in malformations(record):
        raise CannotHold(f"a log cannot hold a malformed game: {breach}")
    for card in (card for deal in record.deals for trick in deal.tricks for card in trick.cards):
        if card is not None and card.split() != [card]:
            raise CannotHold(f"{card!r} is played, which is not a word of the protocol")
    exchanges = [each for step in steps(record) for each in step]
    fault = fault_of(record)
    if fault is None:
        return exchanges
    names = [(each.player, each.name) for each in exchanges]
    if fault.command is None:
        raise _unknown(f"the command at which player {fault.player} failed")
    asked = (fault.player or 0, fault.command)
    if asked not in names:
        raise _unknown(f"the arguments of `{fault.command}` to player {fault.player}")
    cut = len(names) - 1 - names[::-1].index(asked)
    others = [each for each in exchanges[cut + 1 :] if each.player != fault.player]
    return [*exchanges[:cut], *others, replace(exchanges[cut], reply=_reply(fault))]


_MARKS = {"invalid": "= ", "refused": "? ", "malformed": ""}
"""The text before a reply that ends a game."""


def _reply(fault: Result) -> Sequence[str] | None:
    """Return the lines of the reply from the player at fault, or None if there was none."""
    if fault.reason is None:
        raise _unknown(f"why player {fault.player} failed")
    if fault.reason in SILENT and fault.reply is None:
        return None
    if fault.reply is None:
        raise _unknown(f"what player {fault.player} replied")
    lines = (_MARKS.get(fault.reason, "") + fault.reply).rstrip(" ").split("\n")
    # without a space before it, such a line would be a comment
    lines = [f" {each}" if each.startswith(COMMENT) else each for each in lines]
    read = reply(lines).text
    if read != fault.reply:
        said = fault.reply[:QUOTED]
        raise CannotHold(f"the reply {said!r} would be read in a log as {read[:QUOTED]!r}")
    return lines


def _unknown(what: str) -> CannotHold:
    return CannotHold(f"a log shows {what}, which this record does not say")
