"""Every way in which a log of the protocol can be wrong, whatever the game in it.

`P7` lines and their order, `P8` replies and what follows from them.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...findings import Example, declare

RULES = "The rules of the tournament of 2009"
SYNTAX = f'{RULES}, "Składnia poleceń".'
ORDER = f'{RULES}, "Protokół": the scheme of the communication.'
FAULT = f"{RULES}: an invalid answer or an early end of a program ends the game."
COMPARE = "Compare with the source of the log."

_SEAT = "planowanie/seat-log"
_ARBITER = "planowanie/log"


def _seat(*lines: str, head: Sequence[str] = ()) -> Example:
    """The log of a seat in a game of two players with one deal of one card, and more lines."""
    set_up = ["set_deck 9TJQKA CD", "=", "", "set_players 2 0", "=", "", "set_game 1 1 0", "=", ""]
    return Example(_SEAT, "\n".join([*head, *set_up, *lines]) + "\n")


def _bid(*lines: str) -> Example:
    """The same log up to the bid, and more lines."""
    return _seat("set_cards 1 9C", "=", "", "time_left 900", "=", "", *lines)


def _move(*lines: str) -> Example:
    """The same log up to the first move, and more lines."""
    bids = ["gen_declare", "= 1", "", "declare 0 1", "=", "", "declare 1 0", "=", ""]
    return _bid(*bids, "time_left 800", "=", "", *lines)


def _arbiter(*lines: str, second: str = "set_game 1 1 0") -> Example:
    """The log of an arbiter for the same game, up to its plan, and more lines."""
    head = [
        line
        for command in ("set_deck 9TJQKA CD", "set_players 2 {}", "set_game 1 1 0")
        for seat in (0, 1)
        for line in (
            f">> {seat}: {(second if command[4] == 'g' and seat else command).format(seat)}",
            f"<< {seat}: =",
            f"<< {seat}: ",
        )
    ]
    return Example(_ARBITER, "\n".join([*head, *lines]) + "\n")


# Lines and their order

NO_MARK = declare(
    code="P701",
    name="planowanie-no-mark",
    means="A line in the log of an arbiter has no mark.",
    why="docs/planowanie.md, section Protocol logs.",
    mend="Write `>> I: ` before what went to seat I, and `<< I: ` before what came from it.",
    example=_arbiter("set_cards 1 9C"),
)
UNKNOWN_COMMAND = declare(
    code="P702",
    name="planowanie-unknown-command",
    means="A command is not one of the protocol, and was not refused.",
    why=SYNTAX,
    mend=COMPARE,
    example=_seat("set_card 1 9C", "=", ""),
)
BAD_ARGUMENTS = declare(
    code="P703",
    name="planowanie-bad-arguments",
    means="A command does not have the arguments that it needs.",
    why=SYNTAX,
    mend="Write them as in the grammar `formats/planowanie/protocol.lark`.",
    example=_seat("set_cards nine 9C", "=", ""),
)
OUT_OF_ORDER = declare(
    code="P704",
    name="planowanie-out-of-order",
    means="A command comes where another one is due.",
    why=ORDER,
    mend="Look for a command that was not written down.",
    example=_seat("gen_declare", "= 1", ""),
)
DIFFERS_BETWEEN_SEATS = declare(
    code="P705",
    name="planowanie-differs-between-seats",
    means="Two seats are told different things where all are to be told the same.",
    why=ORDER,
    mend=COMPARE,
    example=_arbiter(second="set_game 1 2 0"),
)
NO_CLOCK = declare(
    code="P706",
    name="planowanie-no-clock",
    means="A question for a decision comes without the time that is left.",
    why=f"{ORDER} `time_left` comes before each `gen_declare` and `gen_move`.",
    mend=COMPARE,
    example=_seat("set_cards 1 9C", "=", "", "gen_declare", "= 1", ""),
    severity="warning",
)
LEADING_ZEROS = declare(
    code="P707",
    name="planowanie-leading-zeros",
    means="A number has leading zeros.",
    why=SYNTAX,
    mend="Write the number without the zeros.",
    example=_seat("set_cards 01 9C", "=", ""),
    severity="warning",
)
BLANK_END = declare(
    code="P708",
    name="planowanie-blank-end",
    means="The line that ends a reply is not empty: it has blanks.",
    why=f"{SYNTAX} A reply ends with an empty line.",
    mend="Remove the blanks.",
    example=_seat("set_cards 1 9C", "=", " "),
    severity="warning",
)

FAULT_NOTE = declare(
    code="P709",
    name="planowanie-fault-note",
    means="A comment names another fault than the log shows.",
    why="docs/planowanie.md, section Protocol logs.",
    mend=COMPARE,
    example=_seat("set_cards 1 9C", "=", "", "# fault: player 0: timeout"),
    severity="warning",
)

HEAD_DIFFERS = declare(
    code="P710",
    name="planowanie-head-differs",
    means="A comment at the head of a game contradicts another one, or the commands.",
    why="docs/planowanie.md, section Protocol logs.",
    mend=COMPARE,
    example=_seat("set_cards 1 9C", "=", "", head=("# title: A game", "# title: Another")),
)

# Replies

REPLY_MISSING = declare(
    code="P801",
    name="planowanie-reply-missing",
    means="A seat got another command before it had answered the last one.",
    why=SYNTAX,
    mend=COMPARE,
    example=_seat("set_cards 1 9C", "time_left 900", "=", ""),
)
REPLY_MALFORMED = declare(
    code="P802",
    name="planowanie-reply-malformed",
    means="A reply begins with neither = nor ?, has a second line behind =, or answers no command.",
    why=SYNTAX,
    mend=COMPARE,
    example=_seat("set_cards 1 9C", "thanks", "", "time_left 900", "=", ""),
)
REPLY_NOT_ENDED = declare(
    code="P803",
    name="planowanie-reply-not-ended",
    means="A reply is not followed by an empty line.",
    why=f"{SYNTAX} A reply ends with an empty line.",
    mend="Add the empty line.",
    example=_seat("set_cards 1 9C", "=", "time_left 900", "=", ""),
)
REFUSED = declare(
    code="P804",
    name="planowanie-refused",
    means="A program refused a command that every program has to know.",
    why=f"{SYNTAX} Only time_left need not be supported.",
    mend=COMPARE,
    example=_seat("set_cards 1 9C", "? later", ""),
    severity="warning",
)
REPLY_DIFFERS = declare(
    code="P805",
    name="planowanie-reply-differs",
    means="What is announced is not what the player answered.",
    why=ORDER,
    mend=COMPARE,
    example=_bid("gen_declare", "= 1", "", "declare 0 0", "=", ""),
)
NOT_PUNISHED = declare(
    code="P806",
    name="planowanie-not-punished",
    means="The game went on after an illegal answer or a refusal.",
    why=FAULT,
    mend=COMPARE,
    example=_move("gen_move", "= AD", "", "play 0 AD", "=", ""),
)
WENT_ON = declare(
    code="P807",
    name="planowanie-went-on",
    means="The game went on although a program had not answered.",
    why=FAULT,
    mend=COMPARE,
    example=_arbiter(
        *(">> 0: set_cards 1 9C", ">> 1: set_cards 1 AD", "<< 1: =", "<< 1: "),
        *(">> 1: time_left 900", "<< 1: =", "<< 1: "),
    ),
)
