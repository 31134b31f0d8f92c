"""The headers of a text gibo and its table, and slips in its lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from ....findings import Finding
from ....replayer.mighty.cards import CARDS, SEATS, card_of
from ...text.lines import quoted, unquoted
from ..words import ascii_card

GRAMMAR = "mighty/gibo"

OF_MATCH = ("Title", "Players", "Start", "End", "Rules", "Options", "View")
OF_DEAL = (
    *("Dealer", "Totals", "Hand", "Kitty", "Auction"),
    *("Discard", "Contract", "Friend", "President"),
)
OF_RESULT = ("Misdeal", "Result", "Points", "Score", "Payoffs")
HEADERS = ("Deal", *OF_MATCH, *OF_DEAL, *OF_RESULT, "Note")
TABLE = "R"
"""The header that names the whole first line of a table."""
CALLS = "Auction"
OPTION = re.compile(r"(?<!\S)([a-z0-9_]+)=")
"""The name of an option."""
HEAD = r"R\s|P0\b"
ROW = r"[0-9]|\.\s|\(?[ \t]*([♠♦♥♣☆★]|[SDHC][AKQJT2-9]|JK)\S*\s"
"""Patterns of how the head and the rows of a table begin."""
SEPARATORS = ",;|、，；｜"
"""Characters that people put between names; a name that contains one is quoted."""
SIGNS = ("“”", "„“", "‘’", "''", "``", "«»", "「」", "『』")
"""Quotes and brackets that people put around names; a name that begins with one is quoted."""
NOT_YET = "."
"""The placeholder in a row for a card not yet played."""
DECISIONS = ("Discard", "Contract", "Friend")
"""The decisions before play."""


_SIGNED = re.compile(rf"[{''.join(SIGNS)}\[{{]|P?[0-9][=:]")


def written_name(name: str) -> str:
    """Return a name as one word, quoted if it could be misread."""
    return quoted(name, name if _SIGNED.match(name) else SEPARATORS)


class Slip(Struct, frozen=True):
    """An error in a line, and the edits that correct it, or None if the line is unreadable."""

    start: int
    findings: Sequence[Finding]
    edits: Sequence[tuple[int, int, str]] | None = None


# The players in the columns

_SEAT = re.compile(r"P?[0-9]+")
_SEATS = tuple(f"P{seat}" for seat in SEATS)


def names_of(head: Sequence[str]) -> tuple[str, ...] | None:
    """Return the players' names in the head of a table, or None if it has their seats."""
    words = tuple([unquoted(each.rstrip("!~ \t")) for each in head])
    return None if words == _SEATS or any(map(_SEAT.fullmatch, words)) else words


def misplaced(head: Sequence[str], players: Sequence[str] | None) -> tuple[int, str] | None:
    """Return the number of the first misplaced column, and the reason.

    Columns are in seat order, and headed by seats, numbers or the names in `players`.
    """
    names = names_of(head)
    if names is None:
        words = [each.rstrip("!~ \t").removeprefix("P") for each in head]
        if words == [str(seat + 1) for seat in SEATS]:
            return 0, "players are counted from 0: the columns are P0 to P4"
        wrong = (seat for seat, word in enumerate(words) if word != str(seat))
    else:
        for seat, name in enumerate(names):
            if card_of(ascii_card(name.strip("(*"))) in CARDS:
                return seat, f"expected P{seat}, found a card: this is the head of the table"
            if name in names[:seat]:
                return seat, f"a second column is headed {name!r}: write P0 to P4"
        wrong = (seat for seat, name in enumerate(names) if players and name != players[seat])
    for seat in wrong:
        expected = players[seat] if names is not None and players else f"P{seat}"
        return seat, f"expected {expected}, found {head[seat]!r}: the columns are in seat order"
    return None
