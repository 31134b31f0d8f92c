"""What a referee reports: where in the log, in which deal, and about whom.

Source: `docs/planowanie.md`, "Protocol logs".
"""

from __future__ import annotations

from typing import NoReturn

from ....findings import Rule
from .. import codes
from ..protocol.conversation import Steps
from ..protocol.words import number
from .builder import Draft
from .dialogue import Dialogue, Exchange, Line

_NUMBERS = {"set_deck": 0, "set_cards": 1, "play": 1}
"""How many of the arguments are numbers, where not all are."""


class Stop(Exception):
    """The log cannot be followed further: why has been reported, or is for the check to say."""


class Early(Exception):
    """A command came before the reply to another one, `waiting`, for which it has to wait."""

    def __init__(self, exchange: Exchange, waiting: Exchange) -> None:
        super().__init__(exchange.name)
        self.exchange = exchange
        self.waiting = waiting


class Reporter:
    """Reports what is wrong at the step that a game has reached."""

    def __init__(self, dialogue: Dialogue, draft: Draft, steps: Steps) -> None:
        self._dialogue = dialogue
        self._draft = draft
        self._steps = steps

    def player(self, seat: int) -> int:
        """The player of a seat."""
        return (self._steps.me or 0) if self._steps.own else seat

    def explain(self, early: Early, answered: bool) -> None:
        """Report what came early, where a reply followed at last or did not."""
        exchange, waiting = early.exchange, early.waiting
        said, asked = (each.line.content.strip() for each in (exchange, waiting))
        to = "" if self._steps.own else f" of seat {waiting.seat}"
        if answered:
            why = f"`{said}` stands before the reply{to} to `{asked}`"
            self.say(codes.OUT_OF_ORDER, why, exchange.line)
        elif waiting.reply:
            why = f"the reply to `{waiting.name}` has no empty line behind it"
            self.say(codes.REPLY_NOT_ENDED, why, waiting.reply[-1], waiting)
        else:
            why = f"the game goes on, but seat {waiting.seat} has not answered `{asked}`"
            self.say(codes.WENT_ON, why, exchange.line, waiting)

    def zeros(self, exchange: Exchange) -> None:
        """Warn of numbers that are written with zeros before them."""
        arguments = exchange.command.arguments if exchange.command is not None else ()
        for at, word in enumerate(arguments[: _NUMBERS.get(exchange.name)]):
            value = number(word)
            if value is not None and str(value) != word:
                why = f"{word} stands for {value}"
                self.say(codes.LEADING_ZEROS, why, exchange.argument(at))
                return

    def say(
        self,
        rule: Rule,
        why: str,
        line: Line,
        exchange: Exchange | None = None,
        player: int | None = None,
    ) -> None:
        """Report something; of an exchange, it is about its player, and the next action."""
        state = self._draft.state
        ply = None
        if exchange is not None:
            player = self.player(exchange.seat)
            if exchange.name == "gen_declare":
                ply = player + 1
        if player is not None and ply is None and state.phase == "play":
            cards = sum(len(each.cards) for each in state.tricks) + len(state.table)
            ply = self._draft.rules.players + cards + 1
        deal = len(self._draft.deals) or None
        self._dialogue.say(rule, why, line, round=deal, player=player, ply=ply)

    def stop(
        self,
        rule: Rule,
        why: str,
        line: Line,
        exchange: Exchange | None = None,
        player: int | None = None,
    ) -> NoReturn:
        """Report something; the log cannot be followed further."""
        self.say(rule, why, line, exchange, player)
        raise Stop
