"""The course of a game in its log: where parts of the record are, and what records cannot hold."""

from __future__ import annotations

from msgspec import Struct

from ....replayer.planowanie.record import Deal
from ...text.lines import Places
from ...text.text import Text
from ..protocol.conversation import Conversation
from ..protocol.words import ASKING, Command
from .exchange import Exchange

REFUSALS = "refusals"
ANSWERS = "texts of answers"
UNKNOWN = "commands unknown to the protocol"
"""The kinds of content in a log that records cannot hold."""

_SET_UP = {"set_deck": "/deck", "set_players": "/seats"}


class Moment(Struct, frozen=True):
    """The start of a deal, a `player`'s declaration, or the play of a `card`, counted from 0."""

    deal: int
    player: int | None = None
    card: int | None = None

    def ply(self, deal: Deal) -> int | None:
        """The ply of its action in the deal, or None if the deal does not have the action."""
        said = [player for player, each in enumerate(deal.declarations or ()) if each is not None]
        if self.player is not None:
            return said.index(self.player) + 1 if self.player in said else None
        ply = None if self.card is None else len(said) + self.card + 1
        return ply if ply is not None and ply <= deal.plies else None


class Said(Struct):
    """A moment of a game in its log: where it is first mentioned, and where the reply ends."""

    moment: Moment
    start: int
    end: int


def moment(talk: Conversation, seat: int, command: Command) -> Moment | None:
    """Return the moment that a command begins or is the first to mention, once it has been sent.

    A question begins its moment when it is answered. Announcements only repeat such answers, except
    for other players' answers in a seat's log.
    """
    deal = len(talk.deals) - 1
    match command.name:
        case "set_cards" if talk.step.is_first:
            return Moment(deal)
        case "gen_declare":
            return Moment(deal, player=talk.player(seat))
        case "gen_move":
            return Moment(deal, card=len(talk.state.played))
        case "declare" | "play" if talk.own and command.number(0) != talk.player(seat):
            if command.name == "play":
                return Moment(deal, card=len(talk.state.played) - 1)
            return Moment(deal, player=command.number(0))
        case _:
            return None


class Course:
    """Notes that are taken for the record while a log is followed.

    `places` locates the parts of the record. `said` lists the moments when deals begin and actions
    are first mentioned. `beside` lists the words that records cannot hold, each with its kind.
    """

    def __init__(self, text: Text) -> None:
        self.places = Places(text)
        self.said: list[Said] = []
        self.beside: list[tuple[str, str]] = []

    def sent(self, talk: Conversation, exchange: Exchange, said: Command) -> None:
        """Note a command that was sent."""
        self._place(talk, exchange, said)
        if exchange.name not in ASKING:
            self._begin(talk, exchange, said, exchange.line.start)

    def answered(self, talk: Conversation, exchange: Exchange, end: int, is_valid: bool) -> None:
        """Note a complete reply, whose last line is at `end`."""
        if is_valid and exchange.name in ASKING and exchange.command is not None:
            self._begin(talk, exchange, exchange.command, exchange.reply[0].start)
        if exchange.begins is not None and exchange.begins == len(self.said) - 1:
            self.said[-1].end = end

    def set_aside(self, exchange: Exchange, held: bool) -> None:
        """Note what a record cannot hold of a reply; `held`: whether it holds the first line."""
        said = exchange.said
        if not held and (said.text or said.kind == "refused"):
            kind = REFUSALS if said.kind == "refused" else ANSWERS
            self.beside.append((kind, exchange.reply[0].words))
        if said.kind == "refused" or not held:
            self.beside += ((ANSWERS, each.words) for each in exchange.reply[1:])

    def _begin(self, talk: Conversation, exchange: Exchange, said: Command, start: int) -> None:
        """Note what an exchange begins or first mentions, and where."""
        begins = moment(talk, exchange.seat, said)
        if begins is not None:
            exchange.begins = len(self.said)
            self.said.append(Said(begins, start, start))

    def _place(self, talk: Conversation, exchange: Exchange, said: Command) -> None:
        """Note the place of a command that was sent.

        A command sent to all seats is placed where the first seat gets it; hands and declarations,
        where the last one does.
        """
        seat, line, places = exchange.seat, exchange.line, self.places
        deal, found = f"/deals/{len(talk.deals) - 1}", list[str]()
        player = talk.player(seat)
        match exchange.name:
            case "set_deck" | "set_players" if talk.step.is_first:
                found = [_SET_UP[exchange.name]]
            case "set_game" if talk.step.is_first:
                found = ["/plan"]
                for at in range(1, len(said.arguments)):
                    value = exchange.argument(at)
                    places.add(f"/plan/{(at - 1) // 2}/{(at - 1) % 2}", value.start, value.end)
            case "set_cards":
                found = [f"{deal}/hands/{player}", deal]
                for at in range(len(said.arguments) - 1):
                    card = exchange.argument(at + 1)
                    places.add(f"{deal}/hands/{player}/{at}", card.start, card.end)
            case "declare":
                found = [f"{deal}/declarations/{said.number(0)}"]
                found += [f"{deal}/declarations"] if talk.step.sent_to(seat) == 1 else []
            case "play" if talk.step.is_first:
                trick = f"{deal}/tricks/{len(talk.asked_in.tricks)}"
                found = [trick, f"{trick}/cards/{talk.asked_in.turn}"]
            case "time_left":
                found = [f"{deal}/clocks/{player}/{len(talk.deal.clocks[player]) - 1}"]
            case _:
                pass
        for pointer in found:
            places.add(pointer, line.start, line.end)
