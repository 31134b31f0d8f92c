"""The rules for logs of the protocol.

Codes from `P7` are about lines and their order; codes from `P8` are about replies and their
effects.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...findings import Example, declare

RULES = "The rules of the tournament of 2009"
SYNTAX = f'{RULES}, "Składnia poleceń".'
ORDER = f'{RULES}, "Protokół": the communication scheme.'
FAULT = f"{RULES}: an invalid answer, or a program that exits early, ends the game."

_SEAT = "planowanie/seat-log"
_ARBITER = "planowanie/log"


def _seat(*lines: str, head: Sequence[str] = ()) -> Example:
    """Return a seat's log of a game for two with one deal of one card, with more lines added."""
    set_up = ["set_deck 9TJQKA CD", "=", "", "set_players 2 0", "=", "", "set_game 1 1 0", "=", ""]
    return Example(_SEAT, "\n".join([*head, *set_up, *lines]) + "\n")


def _bid(*lines: str) -> Example:
    """Return the log of a seat up to the bid, with these lines added."""
    return _seat("set_cards 1 9C", "=", "", "time_left 900", "=", "", *lines)


def _move(*lines: str) -> Example:
    """Return the log of a seat up to the first move, with these lines added."""
    bids = ["gen_declare", "= 1", "", "declare 0 1", "=", "", "declare 1 0", "=", ""]
    return _bid(*bids, "time_left 800", "=", "", *lines)


def _arbiter(*lines: str, second: str = "set_game 1 1 0") -> Example:
    """Return an arbiter's log of the same game up to the plan, with more lines added."""
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
    "P701 planowanie-no-mark",
    "A line in an arbiter's log has no mark.",
    "docs/planowanie.md, section Protocol logs.",
    "Write `>> I: ` before a line to seat I, and `<< I: ` before a line from it.",
    _arbiter("set_cards 1 9C"),
)
UNKNOWN_COMMAND = declare(
    "P702 planowanie-unknown-command",
    "A command is not part of the protocol, but was not refused.",
    SYNTAX,
    example=_seat("set_card 1 9C", "=", ""),
)
BAD_ARGUMENTS = declare(
    "P703 planowanie-bad-arguments",
    "A command has the wrong arguments.",
    SYNTAX,
    "Write them as the grammar `formats/planowanie/protocol.lark` says.",
    _seat("set_cards nine 9C", "=", ""),
)
OUT_OF_ORDER = declare(
    "P704 planowanie-out-of-order",
    "A command comes too early or too late.",
    ORDER,
    "Look for a missing command.",
    _seat("gen_declare", "= 1", ""),
)
DIFFERS_BETWEEN_SEATS = declare(
    "P705 planowanie-differs-between-seats",
    "Seats get different commands where all should get the same one.",
    ORDER,
    example=_arbiter(second="set_game 1 2 0"),
)
NO_CLOCK = declare(
    "P706 planowanie-no-clock",
    "A program is asked for a decision without the command that gives its remaining time.",
    f"{ORDER} `time_left` comes before each `gen_declare` and `gen_move`.",
    example=_seat("set_cards 1 9C", "=", "", "gen_declare", "= 1", ""),
    severity="warning",
)
LEADING_ZEROS = declare(
    "P707 planowanie-leading-zeros",
    "A number has leading zeros.",
    SYNTAX,
    "Write the number without the zeros.",
    _seat("set_cards 01 9C", "=", ""),
    "warning",
)
BLANK_END = declare(
    "P708 planowanie-blank-end",
    "The line that ends a reply has spaces.",
    f"{SYNTAX} A reply ends with an empty line.",
    "Remove the spaces.",
    _seat("set_cards 1 9C", "=", " "),
    "warning",
)
FAULT_NOTE = declare(
    "P709 planowanie-fault-note",
    "A comment names a fault that differs from the log.",
    "docs/planowanie.md, section Protocol logs.",
    example=_seat("set_cards 1 9C", "=", "", "# fault: player 0: timeout"),
    severity="warning",
)
HEAD_DIFFERS = declare(
    "P710 planowanie-head-differs",
    "A comment at the head of a game contradicts another one, or the commands.",
    "docs/planowanie.md, section Protocol logs.",
    example=_seat("set_cards 1 9C", "=", "", head=("# title: A game", "# title: Another")),
)

# Replies

REPLY_MISSING = declare(
    "P801 planowanie-reply-missing",
    "A seat got another command before it answered the last one.",
    SYNTAX,
    example=_seat("set_cards 1 9C", "time_left 900", "=", ""),
)
REPLY_MALFORMED = declare(
    "P802 planowanie-reply-malformed",
    "A reply begins with neither = nor ?, has a second line after =, or answers no command.",
    SYNTAX,
    example=_seat("set_cards 1 9C", "thanks", "", "time_left 900", "=", ""),
)
REPLY_NOT_ENDED = declare(
    "P803 planowanie-reply-not-ended",
    "A reply is not followed by an empty line.",
    f"{SYNTAX} A reply ends with an empty line.",
    "Add the empty line.",
    _seat("set_cards 1 9C", "=", "time_left 900", "=", ""),
)
REFUSED = declare(
    "P804 planowanie-refused",
    "A program refused a command that every program must know.",
    f"{SYNTAX} Only time_left is optional.",
    example=_seat("set_cards 1 9C", "? later", ""),
    severity="warning",
)
REPLY_DIFFERS = declare(
    "P805 planowanie-reply-differs",
    "The answer announced in the log differs from the one the player gave.",
    ORDER,
    example=_bid("gen_declare", "= 1", "", "declare 0 0", "=", ""),
)
NOT_PUNISHED = declare(
    "P806 planowanie-not-punished",
    "The game went on after an illegal answer or a refusal.",
    FAULT,
    example=_move("gen_move", "= AD", "", "play 0 AD", "=", ""),
)
WENT_ON = declare(
    "P807 planowanie-went-on",
    "The game went on although a program had not answered.",
    FAULT,
    example=_arbiter(
        *(">> 0: set_cards 1 9C", ">> 1: set_cards 1 AD", "<< 1: =", "<< 1: "),
        *(">> 1: time_left 900", "<< 1: =", "<< 1: "),
    ),
)
LOST_AT_END = declare(
    "P808 planowanie-lost-at-end",
    "All cards were played, but a program did not answer the last card properly, and loses.",
    FAULT,
    "If the game should count, correct the reply; otherwise, say why it ended (`# fault: …`).",
    _move("gen_move", "= 9C", "", "play 0 9C", "=", "", "play 1 AD", "thanks", ""),
    severity="note",
)
