"""Lines of a log that are wrong in themselves, wherever they stand."""

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
    """What is wrong with the arguments of a command, and with which of them; None: with all."""

    rule: Rule
    why: str
    place: int | None = None


def misshape(command: Command) -> Misshape | None:
    """What is wrong with a command that follows the grammar; None where it may be right."""
    arguments = command.arguments
    if command.name == "set_cards":
        count, *cards = arguments
        if int(count) != len(cards):
            why = f"{int(count)} cards are announced, and {len(cards)} follow"
            return Misshape(game_codes.WRONG_SIZE, why, 0)
    elif command.name == "set_game":
        if (number(arguments[0]) or 0) < 1:
            why = f"{arguments[0]} deals are planned: there is at least one"
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
    """What is wrong with some lines of a log, whatever stands before them."""
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
