"""What lines of all games say of a match, for the facts of those that a notation skims.

A game adds only what its facts need: msgspec passes over all other values, which is what makes it
quick. That the values are right is for `skim` to say.
"""

from __future__ import annotations

from msgspec import Struct


class MatchSaid(Struct, gc=False):
    """What a line says of a match."""

    title: str | None = None
    start_time: str | None = None
    players: tuple[str, ...] | None = None
