"""Rounds as one player knew them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ..replay.round import Step, seen
from ..rules import IllegalAction, Observation
from . import codes
from .pieces import DECK, FIVE_SHOWN, HAND_SIZE, HIDDEN, KING, NOTHING, SHI, with_five_shi
from .record import Round, distinct_marks, split_plies
from .state import State

UNKNOWN_HAND = HIDDEN * HAND_SIZE


def view(played: Round, shown: Sequence[Observation], player: int) -> Round:
    """Return a round as one player knew it, made only from what that player saw.

    Other hands are `99999999` (five declared し are shown), and pieces that others laid face-down
    are `9` unless they were shown later. Source: the 2015 proposal leaves this open (考え中のこと);
    `docs/goita.md`, "Views". Variations are dropped, since no player saw them.

    Raises IllegalAction if the round continues after its end.
    """
    return with_declared(_view(played, shown, player))


def _view(played: Round, shown: Sequence[Observation], player: int) -> Round:
    taken = sum("play" in each for each in shown)
    if "result" in shown[-1] and taken < len(split_plies(played.record)):
        why = f"the round is over after {taken} plies, but the record continues"
        raise IllegalAction(codes.GOES_ON_AFTER_END, why)
    hands = tuple(
        shown[0]["hand"] if seat == player else shown[0].get("shown", {}).get(seat, UNKNOWN_HAND)
        for seat in range(4)
    )
    record = "".join(each["play"] for each in shown[1:] if "play" in each)
    revealed = shown[-1].get("shown")
    if len(shown) > 1 and isinstance(revealed, str):
        record = record[:-2] + revealed + record[-1]
    if played.ended_by_foul:
        record += _ending_foul(played, shown, player)
    kings = _kings(played, hands, record)
    return replace(played, hands=hands, record=record, kings=kings, variations=())


def with_declared(played: Round) -> Round:
    """Return a view's round with the declared five し in its hands, as everybody saw them.

    If the hands do not allow that, or a player with five is not named, the round is unchanged.
    """
    declared = set(played.goshi or ())
    hands = tuple(
        FIVE_SHOWN if seat in declared and _hides_five(hand) else hand
        for seat, hand in enumerate(played.hands)
    )
    if not declared.issuperset(with_five_shi(hands)) or "".join(hands).count(SHI) > DECK.count(SHI):
        return played
    return played if hands == played.hands else replace(played, hands=hands)


def _hides_five(hand: str) -> bool:
    """Return whether a hand's visible pieces are all し, and fewer than five of them."""
    counts = hand.count(SHI), hand.count(HIDDEN)
    return sum(counts) == len(hand) == HAND_SIZE and counts[0] < 5


def unlike_view(played: Round, steps: Sequence[Step[State]], player: int) -> str:
    """Return how a round differs from what a player saw, or an empty string if it does not."""
    bare, shown = replace(played, variations=()), seen(steps, player)
    if HIDDEN in played.hands[player]:
        return "it hides that player's own hand"
    for seat, hand in enumerate(played.hands):
        if HIDDEN in hand and hand.count(SHI) > 5:
            return f"it hides pieces of player {seat}, whose hand ended the round"
    if shown[-1].get("shown") == HIDDEN:
        return "it hides the last piece laid face-down, which everybody saw"
    return "" if _view(bare, shown, player) == bare else "it shows more or less than they saw"


def _ending_foul(played: Round, shown: Sequence[Observation], player: int) -> str:
    """Return the foul that ended the round, which had no effect and so is not in `shown`."""
    action = split_plies(played.record)[-1]
    before = [each["play"] for each in shown if "play" in each]
    mover = (played.dealer + len(before)) % 4
    leading = not before or before[-3:] == [NOTHING] * 3
    return action if mover == player or not leading else HIDDEN + action[1:]


def _kings(played: Round, hands: Sequence[str], record: str) -> str:
    """Return the marks of the kings that are still visible."""
    if not played.kings:
        return ""
    known = "".join(played.hands) + played.record
    visible = "".join(hands) + record
    places = [index for index, digit in enumerate(known) if digit == KING]
    return distinct_marks(
        mark for index, mark in zip(places, played.kings, strict=False) if visible[index] == KING
    )
