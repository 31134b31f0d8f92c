"""The points in which Goita is played differently from place to place."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Options(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The options of a match; the defaults are the rules as the Goita associations play.

    A record stores only the options that are not the default.

    >>> Options().target
    150
    """

    face_down_king_exposes: bool = False
    """A king laid face-down counts as one that lies face-up (goita-online until 2017)."""

    both_kings_dealt_suffices: bool = False
    """A player dealt both kings may attack with one when the other is already buried."""

    last_piece_king_attack: bool = True
    """A king may attack as a player's last piece (goita-core's own move check forbids it)."""

    received_pair_doubles: bool = False
    """A last pair of one kind doubles even when its first piece received an attack."""

    final_face_down_shown: Literal["doubles-only", "always"] = "doubles-only"
    """When the piece laid face-down in the last play is shown to everybody."""

    target: int = 150
    """The points that win the match (110 is played too)."""

    seven_shi_doubles: bool = True
    """Seven し score the other piece twice (goita-core: once)."""

    double_goshi_points: int = 150
    """The points for five し in the hands of both partners."""

    cross_goshi: Literal["any", "redeal"] = "any"
    """With five し in both teams: either decision stands, or the deal is always thrown in."""
