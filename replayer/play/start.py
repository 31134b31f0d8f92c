"""Rounds that start from a position that was set up."""

from __future__ import annotations

from msgspec import Struct

from ...findings.shown import short_struct


class Setup(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The position that a round starts from, in the game's own notation, and who acts first.

    A game whose rounds may start this way gives them a field `setup`; `recorded_round` then starts
    from the state for that position, and raises IllegalAction if the position is impossible.
    `to_act` is None if the position itself says who acts first.
    """

    position: str
    to_act: int | None = None

    __repr__ = short_struct
