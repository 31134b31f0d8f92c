"""The places in a log where each deal begins and each action is first mentioned."""

from __future__ import annotations

from msgspec import Struct

from ....replayer.planowanie.record import Deal
from ..protocol.conversation import Conversation
from ..protocol.words import Command


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
    """A moment of a game in its log: where it is mentioned, and where the reply ends."""

    moment: Moment
    start: int
    end: int


def moment(talk: Conversation, seat: int, command: Command) -> Moment | None:
    """Return the moment that a command, once sent, begins or first mentions.

    A question counts once it is answered. Announcements only repeat such answers, except for other
    players' answers in a seat's log.
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
