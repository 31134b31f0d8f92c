"""Where a seat log proves that somebody did not follow suit: that player's hand was not told.

Source: `docs/planowanie.md`, "Protocol logs".
"""

from __future__ import annotations

from ....findings import Finding
from ....replayer.planowanie import codes
from ....replayer.planowanie.record import Record
from ...lines import Places


def placed(finding: Finding, record: Record, places: Places) -> Finding:
    """The finding in its place, and with the line that shows it."""
    found = places.place(finding)
    player, view = finding.player, record.view
    if finding.rule is not codes.MUST_FOLLOW or player is None or view in (None, player):
        return found
    _, _, deal, _, trick, *_ = (finding.pointer or "").split("/")
    tricks = record.deals[int(deal)].tricks
    offending = tricks[int(trick)]
    led = None if offending.lead is None else offending.cards[offending.lead]
    for number, later in enumerate(tricks[int(trick) + 1 :], start=int(trick) + 1):
        card = later.cards[player]
        if card is not None and led is not None and card[1] == led[1]:
            proof = finding.but(pointer=f"/deals/{deal}/tricks/{number}/cards/{player}")
            line = places.place(proof).line
            return found.but(message=f"{found.message} (line {line} plays {card})")
    return found
