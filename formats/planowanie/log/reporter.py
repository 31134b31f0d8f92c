"""Reports errors in a log: the place, the deal, and the player.

Source: `docs/planowanie.md`, "Protocol logs".
"""

from __future__ import annotations

from typing import NoReturn

from ....findings import Rule
from .. import codes
from ..protocol.conversation import Conversation
from ..protocol.words import number
from .dialogue import Dialogue, Exchange, Line

_NUMBERS = {"set_deck": 0, "set_cards": 1, "play": 1}
"""The number of arguments that are numbers, for commands in which not all are."""


class Stop(Exception):
    """The log cannot be followed further; the reason is reported, or left to the check."""


class Reporter:
    """Reports errors at the step that a conversation has reached."""

    def __init__(self, conversation: Conversation, dialogue: Dialogue) -> None:
        self._conversation = conversation
        self._dialogue = dialogue

    def zeros(self, exchange: Exchange) -> None:
        """Warn about numbers with leading zeros."""
        arguments = exchange.command.arguments if exchange.command is not None else ()
        for at, word in enumerate(arguments[: _NUMBERS.get(exchange.name)]):
            value = number(word) if word[0] in "-0" else None
            if value is not None and str(value) != word:
                why = f"{word} stands for {value}"
                self.say(codes.LEADING_ZEROS, why, exchange.argument(at), due=str(value))
                return

    def say(
        self,
        rule: Rule,
        why: str,
        line: Line,
        exchange: Exchange | None = None,
        player: int | None = None,
        due: str | None = None,
    ) -> None:
        """Report something about a line; given an exchange, about its player and the next action.

        `due` is a certain replacement of the line.
        """
        conversation, ply = self._conversation, None
        state = conversation.state
        if exchange is not None:
            player = conversation.player(exchange.seat)
            if exchange.name == "gen_declare":
                ply = player + 1
        if player is not None and ply is None and state.phase == "play":
            ply = conversation.rules.players + len(state.played) + 1
        deal = len(conversation.deals) or None
        self._dialogue.say(rule, why, line, round=deal, player=player, ply=ply, due=due)

    def stop(
        self,
        rule: Rule,
        why: str,
        line: Line,
        exchange: Exchange | None = None,
        player: int | None = None,
    ) -> NoReturn:
        """Report something, and raise Stop, as the log cannot be followed further."""
        self.say(rule, why, line, exchange, player)
        raise Stop
