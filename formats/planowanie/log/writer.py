"""Turns a record into the exchanges of the protocol, in the order in which they are written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ....replayer.planowanie.check.outcome import SILENT
from ....replayer.planowanie.check.recorded import rules_of
from ....replayer.planowanie.check.well_formed import malformations
from ....replayer.planowanie.record import Cards, Deal, Record, Result
from ...interface.notation import CannotHold
from ...interface.protocol import COMMENT
from ..protocol.conversation import Conversation
from ..protocol.teller import commands
from ..protocol.words import ASKING, QUOTED, reply

_DONE = ("=",)
_SET_UP = ("set_deck", "set_players", "set_game")


class Scripted(Struct, frozen=True):
    """A command to a seat, and the lines of its reply, None if there is none."""

    player: int
    command: str
    reply: Sequence[str] | None

    @property
    def name(self) -> str:
        """The name of the command."""
        return self.command.partition(" ")[0]


def script(record: Record) -> list[Scripted]:
    """Return the exchanges of a whole game, or of one player's view, up to a fault.

    The exchange at fault comes last: the other seats may get the commands of its step before it,
    and none after it.

    Raises CannotHold if the record is not well-formed, if what is played is not a word, or if a log
    needs more details of the fault than the record has.
    """
    for _, breach in malformations(record):
        raise CannotHold(f"a log cannot hold a malformed game: {breach}")
    for card in (card for deal in record.deals for trick in deal.tricks for card in trick.cards):
        if card is not None and card.split() != [card]:
            raise CannotHold(f"{card!r} is played, which is not a word of the protocol")
    exchanges = list(_exchanges(record))
    fault = _fault(record)
    if fault is None:
        return exchanges
    names = [(each.player, each.name) for each in exchanges]
    if fault.command is None:
        raise _unknown(f"at which command player {fault.player} failed")
    asked = (fault.player or 0, fault.command)
    if asked not in names:
        raise _unknown(f"the arguments of `{fault.command}` to player {fault.player}")
    cut = len(names) - 1 - names[::-1].index(asked)
    others = [each for each in exchanges[cut + 1 :] if each.player != fault.player]
    return [*exchanges[:cut], *others, replace(exchanges[cut], reply=_reply(fault))]


def _fault(record: Record) -> Result | None:
    result = record.result
    return result if result is not None and result.end == "fault" else None


_MARKS = {"invalid": "= ", "refused": "? ", "malformed": ""}
"""The text before a reply that ends a game."""


def _reply(fault: Result) -> Sequence[str] | None:
    """Return the lines of the reply of the player at fault, None if there was none."""
    if fault.reason is None:
        raise _unknown(f"why player {fault.player} failed")
    if fault.reason in SILENT and fault.reply is None:
        return None
    if fault.reply is None:
        raise _unknown(f"what player {fault.player} replied")
    lines = (_MARKS.get(fault.reason, "") + fault.reply).rstrip(" ").split("\n")
    # without a blank before it, such a line would be a comment
    lines = [f" {each}" if each.startswith(COMMENT) else each for each in lines]
    read = reply(lines).text
    if read != fault.reply:
        said = fault.reply[:QUOTED]
        raise CannotHold(f"the reply {said!r} would be read in a log as {read[:QUOTED]!r}")
    return lines


def _unknown(what: str) -> CannotHold:
    return CannotHold(f"a log shows {what}, which this record does not say")


def _exchanges(record: Record) -> Iterator[Scripted]:
    """Yield every exchange of a record, and the one at fault."""
    seats = range(record.seats) if record.view is None else None
    conversation = Conversation(seats, record.view)
    known = _Recorded(record, conversation)
    while True:
        for seat in conversation.seats:
            while due := commands(conversation, known, seat):
                for command in due:
                    player = conversation.player(seat)
                    yield Scripted(player, command.line, known.reply(command.name, player))
                    conversation.sent(seat, command)
        if conversation.over or not conversation.step.complete or not known.goes_on():
            return
        conversation.advance()


class _Recorded:
    """The data of a record for the current step of a conversation."""

    def __init__(self, record: Record, conversation: Conversation) -> None:
        self.rules = rules_of(record)
        self._record = record
        self._conversation = conversation
        self._fault = _fault(record) or Result()

    def goes_on(self) -> bool:
        """Return whether anything may follow the current step of the conversation.

        A program with one seat was sent the declarations of others, though the record may not hold
        all.
        """
        bids = self._conversation.step.name == "gen_declare"
        return not bids or self._record.view is not None or None not in self._declarations

    def reaches(self, name: str, player: int) -> bool:
        """Return whether the game reaches a command of the set-up, or a question to a player."""
        if name not in _SET_UP:
            question = self._conversation.step.name
            return self._answer(player) is not None or self._ends_at(player, question, "time_left")
        if name == "set_game" and not self._record.plan:
            return False
        last = None if self._record.deals else self._fault.command
        return last not in _SET_UP or _SET_UP.index(name) <= _SET_UP.index(last)

    def hand(self, player: int) -> Cards | None:
        """Return the hand that a player is dealt, if any of it is known."""
        hands, hidden = self._deal.hands, self.rules.deck.hidden
        if hands is not None and player >= len(hands):
            raise _unknown(f"the hand of player {player}")
        return None if hands is None or set(hands[player]) == {hidden} else hands[player]

    def clock(self, player: int) -> int | None:
        """Return the milliseconds that a player has left before the next question."""
        clocks = self._deal.clocks
        if clocks is not None and player >= len(clocks):
            raise _unknown(f"the clock of player {player}")
        asked = len(self._conversation.deal.clocks[player])
        return None if clocks is None or asked >= len(clocks[player]) else clocks[player][asked]

    def declaration(self, player: int) -> int | None:
        """Return what a player declares, if it was announced."""
        said, me = self._declarations, self._record.view
        if None in said:
            others = any(each is not None for seat, each in enumerate(said) if seat != me)
            if me is None or (player == me and (others or not self._ends_at(me, "declare"))):
                return None
        return said[player]

    def card(self) -> str | None:
        """Return the card that the player in turn plays."""
        state = self._conversation.asked_in
        trick = next(iter(self._deal.tricks[len(state.tricks) :]), None)
        return None if trick is None else trick.cards[state.turn]

    def reply(self, name: str, player: int) -> Sequence[str]:
        """Return the lines of the reply to a command, as if there was no fault."""
        return (f"= {self._answer(player)}",) if name in ASKING else _DONE

    @property
    def _deal(self) -> Deal:
        number = len(self._conversation.deals) - 1
        return self._record.deals[number] if number < len(self._record.deals) else Deal()

    @property
    def _declarations(self) -> Sequence[int | None]:
        return self._deal.declarations or (None,) * self._record.seats

    def _answer(self, player: int) -> int | str | None:
        """Return a player's answer to the question of this step."""
        declares = self._conversation.step.name == "gen_declare"
        return self._declarations[player] if declares else self.card()

    def _ends_at(self, player: int, *commands: str) -> bool:
        """Return whether the game ends in this deal at one of these commands to a player."""
        is_last = len(self._conversation.deals) == len(self._record.deals)
        return is_last and self._fault.player == player and self._fault.command in commands
