"""Converts Goita records to JSON values and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ....replayer.goita.pieces import FIVE_SHOWN, HAND_SIZE, HIDDEN, SHI
from ....replayer.goita.record import Record, Round
from ..digits import without_dashes

_UNDECIDED = -1
"""The winner of an undecided round."""


def round_values(played: Round) -> dict[str, object]:
    """The keys of the 2015 proposal for a round, in its order."""
    values: dict[str, object] = {"dealer": played.dealer}
    if played.score is not None:
        values["score"] = played.score
    values["hands"] = played.hands
    values["record"] = played.record
    values["winner"] = _UNDECIDED if played.winner is None else played.winner
    values["goshi"] = played.goshi
    return values


def winner_of(number: int) -> int | None:
    """Return the winner that a number stands for."""
    return None if number == _UNDECIDED else number


def round_of(values: dict[str, Any]) -> Round:
    """Return the round given by values that fit the schema."""
    known = values | {
        "record": without_dashes(values["record"]),
        "winner": winner_of(values.get("winner", _UNDECIDED)),
    }
    return msgspec.convert(known, Round)


def header_values(record: Record) -> dict[str, object]:
    """Return the known values of a match under the keys of the 2015 proposal."""
    values = {
        "title": record.title,
        "start_time": record.start_time,
        "end_time": record.end_time,
        "players": record.players,
    }
    return {key: value for key, value in values.items() if value is not None}


_UNREAD = Round(hands=(HIDDEN * HAND_SIZE,) * 4, goshi=None)
"""A placeholder for an unreadable round, so that the others keep their numbers."""


def match_of(rounds: Sequence[Round | None], **header: Any) -> Record | None:
    """Return the match with these rounds, where None stands for an unreadable one.

    Return None if no round could be read.
    """
    known = [each for each in rounds if each is not None]
    if not known:
        return None
    hidden = len(known) < len(rounds) or any(
        HIDDEN in hand for each in known for hand in each.hands
    )
    seen = seen_by(known)
    return Record(
        view=seen if seen is not None else ("partial" if hidden else None),
        rounds=tuple(each or _UNREAD for each in rounds),
        **header,
    )


def seen_by(rounds: Sequence[Round]) -> int | None:
    """Return the player whose view the hands show, or None.

    In a view, one hand is complete. The others are hidden, except for five し, or six or more.
    """
    if not any(HIDDEN in hand for played in rounds for hand in played.hands):
        return None
    viewers = set(range(4))
    for played in rounds:
        if len(played.hands) != 4:
            return None
        viewers &= _viewers(played.hands)
    return viewers.pop() if len(viewers) == 1 else None


def _viewers(hands: Sequence[str]) -> set[int]:
    unknown = {HIDDEN * HAND_SIZE, FIVE_SHOWN}
    return {
        seat
        for seat, hand in enumerate(hands)
        if HIDDEN not in hand
        and all(
            other in unknown or other.count(SHI) > 5
            for number, other in enumerate(hands)
            if number != seat
        )
    }
