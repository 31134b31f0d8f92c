"""Finds the line of a seat log that shows that a player with an unknown hand did not follow suit.

Source: `docs/planowanie.md`, "Protocol logs".
"""

from __future__ import annotations

from ....findings import Finding
from ....replayer.planowanie import codes
from ....replayer.planowanie.record import Record
from ...text.lines import Places


def with_evidence(placed: Finding, finding: Finding, record: Record, places: Places) -> Finding:
    """Return a placed finding, with the line that shows the revoke if it is another one."""
    player, view = finding.player, record.view
    if finding.rule is not codes.MUST_FOLLOW or player is None or view in (None, player):
        return placed
    _, _, deal, _, trick, *_ = (finding.pointer or "").split("/")
    tricks = record.deals[int(deal)].tricks
    offending = tricks[int(trick)]
    led = None if offending.lead is None else offending.cards[offending.lead]
    for number, later in enumerate(tricks[int(trick) + 1 :], start=int(trick) + 1):
        card = later.cards[player]
        if card is not None and led is not None and card[1] == led[1]:
            evidence = finding.but(pointer=f"/deals/{deal}/tricks/{number}/cards/{player}")
            line = places.place(evidence).line
            return placed.but(message=f"{placed.message} (line {line} plays {card})")
    return placed
