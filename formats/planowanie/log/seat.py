"""`planowanie/seat-log`: the raw stream of one seat, as exchanged by arbiter and program.

Source: the rules of the tournament, "Protokół"; `docs/planowanie.md`, "Protocol logs".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from ....replayer.planowanie.game import GAME
from ....replayer.planowanie.record import Record
from ....replayer.replay.view import view
from ...interface.notation import CannotHold, Notation, Reading
from ...text.text import Text
from ..losses import unsupported
from ..protocol.comments import tail
from ..protocol.words import COMMANDS, GRAMMAR, QUOTED
from .games import games
from .reader import read_game
from .remarks import behind, log_of
from .steps import Scripted


def read(text: Text) -> Iterator[Reading[Record]]:
    """Read the game in a log, as the seat's player knew it."""
    yield read_game(text, NOTATION, own=True)


def write(record: Record) -> str:
    """Write the log of a view.

    Raises CannotHold for a record that is not a view, or if a reply would be read as a command.
    """
    if record.view is None:
        raise CannotHold(
            "planowanie/seat-log holds what one player saw: convert a view (`kifu view`)"
        )
    return "\n".join([*log_of(record, _lines), *behind(record), *tail(record.result)]) + "\n"


def _lines(each: Scripted) -> tuple[str, Sequence[str]]:
    """Return the command of an exchange, and the lines of its reply."""
    if each.reply is None:
        return each.command, ()
    _check_reply(each.reply)
    return each.command, [*each.reply, ""]


def _check_reply(reply: Sequence[str]) -> None:
    """Raise CannotHold if a malformed reply has a line that begins like a command."""
    for line in reply:
        if line.strip(" ").partition(" ")[0] in COMMANDS:
            why = f"planowanie/seat-log would read the reply {line[:QUOTED]!r} as a command"
            raise CannotHold(why)


def parts(record: Record) -> dict[str, Record]:
    """Return the views of all players by seat; for a view, only that view.

    Raises IllegalAction (a ValueError) if the record cannot be replayed.
    """
    if record.view is not None:
        return {str(record.view): record}
    return {str(seat): view(GAME, record, seat) for seat in range(record.seats)}


NOTATION = Notation(
    id="planowanie/seat-log",
    title="the raw stream of one seat",
    suffix=".log",
    unsupported=unsupported("variations"),
    read=read,
    write=write,
    keeps=frozenset({"comments"}),
    line_comments=True,
    pieces=partial(games, marked=False),
    parts=parts,
    verbatim=True,
    grammar=GRAMMAR,
)
