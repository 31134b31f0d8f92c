"""A round that starts from a position that was set up."""

from __future__ import annotations

from msgspec import Struct

from ...findings.shown import short_struct


class Setup(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The position from which a round starts, in the words of the game, and who acts first.

    A game whose rounds may start in this way gives them a field `setup`; `recorded_round` then
    starts from the state that it makes of the position, and raises IllegalAction if the position is
    impossible. `to_act` is None if the position itself gives the player to act.
    """

    position: str
    to_act: int | None = None

    __repr__ = short_struct
