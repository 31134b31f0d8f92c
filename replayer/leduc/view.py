"""The record as one player knew it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from ..rules import IllegalAction, Observation
from . import codes
from .record import Hand, Record


def view(record: Record, player: int, shown: Iterable[Sequence[Observation]]) -> Record:
    """The match as one player knew it: the other's card is `??`, unless it was shown down.

    Variations were shown to nobody, so there are none in it. Raises IllegalAction where a hand goes
    on after its end.
    """
    hands = (_hand_view(*each) for each in zip(record.hands, shown, strict=True))
    return replace(record, view=player, hands=tuple(hands))


def _hand_view(hand: Hand, shown: Sequence[Observation]) -> Hand:
    first, second, *following = shown
    if len(following) < len(hand.actions):
        why = f"the hand is over after action {len(following)}, but it goes on"
        raise IllegalAction(codes.GOES_ON_AFTER_END, why)
    dealt = (first["card"], second["card"])
    return replace(hand, cards=shown[-1].get("shown", dealt), variations=())
