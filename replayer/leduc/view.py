"""Hands as one player knew them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ..rules import IllegalAction, Observation
from . import codes
from .record import Hand


def view(hand: Hand, shown: Sequence[Observation], player: int) -> Hand:
    """Return a hand as one player knew it: the opponent's card is `??` unless it was shown.

    Variations are dropped, since no player saw them.

    Raises IllegalAction if the hand continues after its end.
    """
    first, second, *following = shown
    if len(following) < len(hand.actions):
        why = f"the hand is over after action {len(following)}, but it continues"
        raise IllegalAction(codes.GOES_ON_AFTER_END, why)
    dealt = (first["card"], second["card"])
    return replace(hand, cards=shown[-1].get("shown", dealt), variations=())
