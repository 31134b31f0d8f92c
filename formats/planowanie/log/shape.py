"""Errors that lines of a log have by themselves, independent of other lines."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ....findings import Finding, Rule
from ....replayer.planowanie import codes as game_codes
from ...text.text import Text
from .. import codes
from ..protocol.words import Command, number, plan_of
from .bounded_findings import BoundedFindings
from .dialogue import Dialogue, not_a_seat


class Misshape(Struct, frozen=True):
    """An error in the arguments of a command, and the wrong argument; None means all."""

    rule: Rule
    why: str
    place: int | None = None


def misshape(command: Command) -> Misshape | None:
    """Return the error of a command that follows the grammar; None if it may be right."""
    arguments = command.arguments
    if command.name == "set_cards":
        count, *cards = arguments
        if int(count) != len(cards):
            why = f"{int(count)} cards are announced, but {len(cards)} follow"
            return Misshape(game_codes.WRONG_SIZE, why, 0)
    elif command.name == "set_game":
        if (number(arguments[0]) or 0) < 1:
            why = f"{arguments[0]} deals are planned: expected at least one"
            return Misshape(game_codes.BAD_PLAN, why, 0)
        try:
            plan_of(" ".join(arguments))
        except ValueError as why:
            return Misshape(codes.BAD_ARGUMENTS, f"`set_game`: {why}")
    return None


_SHAPES = (
    codes.NO_MARK,
    codes.BAD_ARGUMENTS,
    game_codes.WRONG_SIZE,
    game_codes.BAD_PLAN,
    game_codes.PLAYER_OUT_OF_RANGE,
)


def misshapen(text: Text, own: bool, lines: Sequence[tuple[str, int]]) -> list[Finding]:
    """Return the errors that some lines of a log have by themselves."""
    found = BoundedFindings()
    dialogue = Dialogue(text, found, lines)
    seats = None if own else dialogue.seats()
    for exchange, answered in dialogue.exchanges(own):
        if answered:
            continue
        if seats is not None and exchange.seat not in seats:
            dialogue.say(game_codes.PLAYER_OUT_OF_RANGE, not_a_seat(exchange, seats), exchange.line)
        wrong = None if exchange.command is None else misshape(exchange.command)
        if wrong is not None:
            where = exchange.line if wrong.place is None else exchange.argument(wrong.place)
            dialogue.say(wrong.rule, wrong.why, where)
    return [each for each in found.all() if each.about in _SHAPES]
