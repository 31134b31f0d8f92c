"""The exchanges to write in a log, up to any fault that ended the game."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ....replayer.planowanie.check.outcome import SILENT
from ....replayer.planowanie.check.well_formed import malformations
from ....replayer.planowanie.record import Record, Result
from ...interface.notation import CannotHold
from ...interface.protocol import COMMENT
from ..protocol.words import QUOTED, reply
from .steps import Scripted, fault_of, steps


def script(record: Record) -> list[Scripted]:
    """Return the exchanges of a whole game, or of one player's view, up to a fault.

    The exchange at fault comes last: other seats may get the commands of its step before it, but
    none after it.

    Raises CannotHold if the record is malformed, if a card played is not a word of the protocol, or
    if a log needs more details of the fault than the record has.
    """
    for _, breach in malformations(record):
        raise CannotHold(f"a log cannot hold a malformed game: {breach}")
    for card in (card for deal in record.deals for trick in deal.tricks for card in trick.cards):
        if card is not None and card.split() != [card]:
            raise CannotHold(f"{card!r} is played, which is not a word of the protocol")
    exchanges = [each for step in steps(record) for each in step]
    fault = fault_of(record)
    if fault is None:
        return exchanges
    names = [(each.player, each.name) for each in exchanges]
    if fault.command is None:
        raise _unknown(f"the command at which player {fault.player} failed")
    asked = (fault.player or 0, fault.command)
    if asked not in names:
        raise _unknown(f"the arguments of `{fault.command}` to player {fault.player}")
    cut = len(names) - 1 - names[::-1].index(asked)
    others = [each for each in exchanges[cut + 1 :] if each.player != fault.player]
    return [*exchanges[:cut], *others, replace(exchanges[cut], reply=_reply(fault))]


_MARKS = {"invalid": "= ", "refused": "? ", "malformed": ""}
"""The text before a reply that ends a game."""


def _reply(fault: Result) -> Sequence[str] | None:
    """Return the lines of the reply from the player at fault, or None if there was none."""
    if fault.reason is None:
        raise _unknown(f"why player {fault.player} failed")
    if fault.reason in SILENT and fault.reply is None:
        return None
    if fault.reply is None:
        raise _unknown(f"what player {fault.player} replied")
    lines = (_MARKS.get(fault.reason, "") + fault.reply).rstrip(" ").split("\n")
    # without a space before it, such a line would be a comment
    lines = [f" {each}" if each.startswith(COMMENT) else each for each in lines]
    read = reply(lines).text
    if read != fault.reply:
        said = fault.reply[:QUOTED]
        raise CannotHold(f"the reply {said!r} would be read in a log as {read[:QUOTED]!r}")
    return lines


def _unknown(what: str) -> CannotHold:
    return CannotHold(f"a log shows {what}, which this record does not say")
