"""Possible values where a Leduc record could not be read, and the findings that may follow."""

from __future__ import annotations

from typing import Any

from ...findings import Finding
from ...replayer.leduc import codes
from ...replayer.leduc.cards import DECK
from ..document.mapping import Path, Unknown


def assume(value: dict[str, Any], path: Path) -> Unknown | None:
    """Return the possible values at a path in a match."""
    match path:
        case ["hands", int(number), "cards", int()]:
            hand: dict[str, Any] = value["hands"][number]
            actions: Any = hand.get("actions")
            shown: list[Any] = [*hand["cards"], *(actions if isinstance(actions, list) else ())]
            known = {str(card) for card in shown}
            return Unknown(path, [card for card in DECK if card not in known] or list(DECK))
        case ["hands", int(), "cards"] | ["hands", int()]:
            return Unknown(path[:2], [{"cards": [DECK[0], DECK[2]]}])
        case ["hands", int(), "actions"]:
            return Unknown(path, [[]])
        case ["hands", int(number), "actions", int(at)]:
            return Unknown(path[:3], [value["hands"][number]["actions"][:at]], lost=path)
        case _:
            return None


def follows(finding: Finding, lost: Path) -> bool:
    """Return whether a finding may merely follow from a part that could not be read."""
    where = (finding.pointer or "").split("/")[1:]
    match lost:
        case ["view"]:
            return finding.rule in (codes.CARD_HIDDEN, codes.VIEW_KNOWS_TOO_MUCH)
        case ["hands", int(number), *rest]:
            later = (finding.round or 0) > number + 1
            if later and finding.rule is codes.WRONG_TOTALS:
                return True
            if finding.round != number + 1:
                return False
            of_end = (codes.WRONG_END, codes.WRONG_RETURNS, codes.ENDS_EARLY, codes.WRONG_TOTALS)
            cut = rest[:1] == ["actions"]
            return rest in ([], ["cards"]) or (
                cut and (finding.rule in of_end or where[2:3] in (["actions"], ["variations"]))
            )
        case _:
            return False
