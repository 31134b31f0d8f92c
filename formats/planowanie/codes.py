"""What can be wrong with a log of the protocol, besides the game that it tells: `P7` lines and
their order, `P8` replies and what became of them.
"""

from __future__ import annotations

from ...findings import Example, declare

RULES = "The rules of the tournament of 2009"
SYNTAX = f'{RULES}, "Składnia poleceń".'
ORDER = f'{RULES}, "Protokół": the scheme of the communication.'
FAULT = f"{RULES}: an invalid answer or an early end of a program ends the game."
COMPARE = "Compare with the source of the log."

_SEAT = "planowanie/seat-log"
_ARBITER = "planowanie/log"


def _seat(*lines: str) -> Example:
    """The log of a seat in a game of two with one deal of one card, and more lines."""
    head = ["set_deck 9TJQKA CD", "=", "", "set_players 2 0", "=", "", "set_game 1 1 0", "=", ""]
    return Example(_SEAT, "\n".join([*head, *lines]) + "\n")


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
    "P701",
    "planowanie-no-mark",
    "A line of an arbiter's log has no mark.",
    "docs/planowanie.md, section Protocol logs.",
    "Write `>> I: ` before what went to seat I, and `<< I: ` before what came from it.",
    _arbiter("set_cards 1 9C"),
)
UNKNOWN_COMMAND = declare(
    "P702",
    "planowanie-unknown-command",
    "A command is none of the protocol, and was not refused.",
    SYNTAX,
    COMPARE,
    _seat("set_card 1 9C", "=", ""),
)
BAD_ARGUMENTS = declare(
    "P703",
    "planowanie-bad-arguments",
    "A command has not the arguments that it needs.",
    SYNTAX,
    "Write them as `formats/planowanie/protocol.lark` has them.",
    _seat("set_cards nine 9C", "=", ""),
)
OUT_OF_ORDER = declare(
    "P704",
    "planowanie-out-of-order",
    "A command stands where another one is due.",
    ORDER,
    "Look for a command that was not written down.",
    _seat("gen_declare", "= 1", ""),
)
DIFFERS_BETWEEN_SEATS = declare(
    "P705",
    "planowanie-differs-between-seats",
    "Something that is the same for all seats is told to one of them otherwise.",
    ORDER,
    COMPARE,
    _arbiter(second="set_game 1 2 0"),
)
NO_CLOCK = declare(
    "P706",
    "planowanie-no-clock",
    "A decision is asked for without the time that is left.",
    f"{ORDER} It stands before every gen_declare and gen_move.",
    COMPARE,
    _seat("set_cards 1 9C", "=", "", "gen_declare", "= 1", ""),
    "warning",
)
LEADING_ZEROS = declare(
    "P707",
    "planowanie-leading-zeros",
    "A number has zeros before it.",
    SYNTAX,
    "Write the number without them.",
    _seat("set_cards 01 9C", "=", ""),
    "warning",
)
BLANK_END = declare(
    "P708",
    "planowanie-blank-end",
    "The line that ends a reply is not empty, but has blanks.",
    f"{SYNTAX} A reply ends with an empty line.",
    "Take the blanks away.",
    _seat("set_cards 1 9C", "=", " "),
    "warning",
)

FAULT_NOTE = declare(
    "P709",
    "planowanie-fault-note",
    "The comment that names a fault names another one than the log shows.",
    "docs/planowanie.md, section Protocol logs.",
    COMPARE,
    _seat("set_cards 1 9C", "=", "", "# fault: player 0: timeout"),
    "warning",
)

# Replies

REPLY_MISSING = declare(
    "P801",
    "planowanie-reply-missing",
    "A command was not answered, but the same seat got another one.",
    SYNTAX,
    COMPARE,
    _seat("set_cards 1 9C", "time_left 900", "=", ""),
)
REPLY_MALFORMED = declare(
    "P802",
    "planowanie-reply-malformed",
    "A reply begins neither with = nor with ?, has a second line, or answers no command.",
    SYNTAX,
    COMPARE,
    _seat("set_cards 1 9C", "thanks", "", "time_left 900", "=", ""),
)
REPLY_NOT_ENDED = declare(
    "P803",
    "planowanie-reply-not-ended",
    "A reply has no empty line behind it.",
    f"{SYNTAX} A reply ends with an empty line.",
    "Add the empty line.",
    _seat("set_cards 1 9C", "=", "time_left 900", "=", ""),
)
REFUSED = declare(
    "P804",
    "planowanie-refused",
    "A command was refused that every program has to know.",
    f"{SYNTAX} Only time_left need not be supported.",
    COMPARE,
    _seat("set_cards 1 9C", "? later", ""),
    "warning",
)
REPLY_DIFFERS = declare(
    "P805",
    "planowanie-reply-differs",
    "What a player answered is not what was then announced.",
    ORDER,
    COMPARE,
    _bid("gen_declare", "= 1", "", "declare 0 0", "=", ""),
)
NOT_PUNISHED = declare(
    "P806",
    "planowanie-not-punished",
    "An answer that no rule allows, or a refusal, did not end the game.",
    FAULT,
    COMPARE,
    _move("gen_move", "= AD", "", "play 0 AD", "=", ""),
)
WENT_ON = declare(
    "P807",
    "planowanie-went-on",
    "The game went on, though a program had not answered.",
    FAULT,
    COMPARE,
    _arbiter(
        *(">> 0: set_cards 1 9C", ">> 1: set_cards 1 AD", "<< 1: =", "<< 1: "),
        *(">> 1: time_left 900", "<< 1: =", "<< 1: "),
    ),
)
