"""Which of four hands is wrong where together they do not make up the deck."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from .pieces import DECK, in_order
from .record import Round
from .recorded import replay_as_written
from .rules import GoitaRules


def wrong_piece(rules: GoitaRules, played: Round) -> tuple[int, int] | None:
    """The seat and the place in its hand of a piece that cannot be right.

    That is known where one piece is too many, and the round can be played with only one hand
    changed. None otherwise.
    """
    dealt, deck = Counter("".join(played.hands)), Counter(DECK)
    surplus, missing = list((dealt - deck).elements()), list((deck - dealt).elements())
    if len(surplus) != 1 or len(missing) != 1:
        return None
    found: list[tuple[int, int]] = []
    for seat, hand in enumerate(played.hands):
        if surplus[0] in hand:
            changed = in_order(hand.replace(surplus[0], missing[0], 1))
            hands = (*played.hands[:seat], changed, *played.hands[seat + 1 :])
            if replay_as_written(rules, replace(played, hands=hands), masked=False).sound:
                found.append((seat, hand.rindex(surplus[0])))
    return found[0] if len(found) == 1 else None
