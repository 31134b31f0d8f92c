"""Writes the expected commands from what an arbiter or a record knows about the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ....replayer.planowanie.record import Cards
from ....replayer.planowanie.rules import PlanowanieRules
from .conversation import Conversation
from .words import Command, deck_words, hand_words, plan_words


class Known(Protocol):
    """The known data of a game. A value of None is unknown, and not sent."""

    @property
    def rules(self) -> PlanowanieRules:
        """The deck, the number of players and the plan."""
        ...

    def reaches(self, name: str, player: int) -> bool:
        """Return whether the game reaches a command of the set-up, or a question to a player."""
        ...

    def hand(self, player: int) -> Cards | None:
        """Return the hand that a player is dealt in the current deal."""
        ...

    def clock(self, player: int) -> int | None:
        """Return the milliseconds that a player has left before the next question."""
        ...

    def declaration(self, player: int) -> int | None:
        """Return what a player declares in the current deal."""
        ...

    def card(self) -> str | None:
        """Return the card that the player in turn plays."""
        ...


def commands(conversation: Conversation, known: Known, seat: int) -> list[Command]:
    """Return the commands that may go to a seat now, one after the other."""
    due = ((name, _arguments(conversation, known, seat, name)) for name in conversation.due(seat))
    return [Command(name, tuple(map(str, each))) for name, each in due if each is not None]


def _arguments(
    conversation: Conversation, known: Known, seat: int, name: str
) -> Sequence[object] | None:
    """Return the arguments of an expected command, None if they are unknown."""
    player, rules = conversation.player(seat), known.rules
    found: Sequence[object] | None = None
    match name:
        case "set_cards":
            hand = known.hand(player)
            found = None if hand is None else hand_words(hand)
        case "declare":
            said = ((each, known.declaration(each)) for each in conversation.unannounced(seat))
            found = next((pair for pair in said if pair[1] is not None), None)
        case "play":
            card = known.card()
            found = None if card is None else (conversation.asked_in.turn, card)
        case _ if not known.reaches(name, player):
            pass
        case "set_deck":
            found = deck_words(rules.deck)
        case "set_players":
            found = rules.players, player
        case "set_game":
            found = plan_words(rules.plan)
        case "time_left":
            left = known.clock(player)
            found = None if left is None else (left,)
        case _:
            found = ()
    return found
