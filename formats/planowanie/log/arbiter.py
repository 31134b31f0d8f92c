"""`planowanie/log`: an arbiter's log, with all seats in one file and each line marked.

Source: `docs/planowanie.md`, "Protocol logs"; the marks are those of match tools that speak GTP.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....replayer.planowanie.record import Record
from ...interface.notation import CannotHold, Notation, Reading
from ...text.text import Text
from ..losses import unsupported
from ..protocol.comments import tail
from ..protocol.words import GRAMMAR, received, sent
from .games import games
from .reader import read_game
from .remarks import behind, log_of
from .steps import Scripted


def read(text: Text) -> Iterator[Reading[Record]]:
    """Read the game in a log."""
    yield read_game(text, NOTATION, own=False)


def write(record: Record) -> str:
    """Write a game.

    Raises CannotHold for a view or an unfinished game, if a hand is unknown, or if a deal other
    than the last ended outside play.
    """
    if record.view is not None:
        raise CannotHold("planowanie/log cannot hold the view of one seat")
    if record.result is not None and record.result.end == "unfinished":
        raise CannotHold("planowanie/log cannot hold an unfinished game")
    before_last = zip(record.deals[:-1], record.plan, strict=False)
    if any(
        each.ended and each.plies < record.seats * (deal.cards + 1) for each, deal in before_last
    ):
        raise CannotHold(
            "planowanie/log cannot hold a deal that ended outside play before the last one"
        )
    hands = [hand for deal in record.deals for hand in deal.hands or ()]
    hidden = record.deck.hidden
    if any(hidden in hand and set(hand) != {hidden} for hand in hands):
        raise CannotHold("planowanie/log cannot hold hands with unknown cards")
    return "\n".join([*log_of(record, _lines), *behind(record), *tail(record.result)]) + "\n"


def _lines(each: Scripted) -> tuple[str, Sequence[str]]:
    """Return an exchange's command, and the lines of its reply."""
    reply = () if each.reply is None else (*each.reply, "")
    return sent(each.player, each.command), [received(each.player, line) for line in reply]


NOTATION = Notation(
    id="planowanie/log",
    title="an arbiter's log, all seats",
    suffix=".log",
    unsupported=unsupported("variations"),
    read=read,
    write=write,
    keeps=frozenset({"comments"}),
    line_comments=True,
    pieces=games,
    grammar=GRAMMAR,
)
