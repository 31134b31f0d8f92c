"""The headers of a text gibo, and slips in its lines."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ....findings import Finding

GRAMMAR = "mighty/gibo"

OF_MATCH = ("Title", "Players", "Start", "End", "Rules", "Options", "View")
OF_DEAL = ("Dealer", "Totals", "Hand", "Kitty", "Auction", "Discard", "Contract", "Friend")
OF_RESULT = ("Result", "Points", "Score", "Payoffs")
HEADERS = ("Deal", *OF_MATCH, *OF_DEAL, *OF_RESULT, "Note")
TABLE = "R"
"""The header of a table: its whole first line."""
CALLS = "Auction"
NOT_YET = "."
"""The sign in a row for a card that is not played yet."""
DECISIONS = ("Discard", "Contract", "Friend")
"""The decisions before the play."""


class Slip(Struct, frozen=True):
    """An error in a line, and its edits; None if it cannot be read."""

    start: int
    findings: Sequence[Finding]
    edits: Sequence[tuple[int, int, str]] | None = None
