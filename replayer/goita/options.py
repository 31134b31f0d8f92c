"""The local variants of the rules of Goita."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Options(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The options of a match; the defaults are the rules of the Goita associations.

    A record only stores options that differ from their defaults.

    >>> Options().target
    150
    """

    face_down_king_exposes: bool = False
    """A king laid face-down counts as lying face-up (goita-online until 2017)."""

    both_kings_dealt_suffices: bool = False
    """A player dealt both kings may attack with one after laying the other face-down."""

    last_piece_king_attack: bool = True
    """A king may attack as a player's last piece (forbidden by goita-core's move check)."""

    received_pair_doubles: bool = False
    """A last pair of one kind doubles even if its first piece received an attack."""

    final_face_down_shown: Literal["doubles-only", "always"] = "doubles-only"
    """When to show everybody the piece laid face-down in the last play."""

    target: int = 150
    """How many points a team needs to win the match (some groups play to 110)."""

    seven_shi_doubles: bool = True
    """A hand with seven し scores double the points of its eighth piece (not in goita-core)."""

    double_goshi_points: int = 150
    """How many points a team scores if both partners have five し."""

    cross_goshi: Literal["any", "redeal"] = "any"
    """If both teams have five し, whether their decisions count or the deal is always thrown in."""
