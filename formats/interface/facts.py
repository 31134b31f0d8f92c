"""The facts about a match that can be read off skimmed lines in every game.

A game only adds the values its facts need: msgspec skips all others, which makes it fast. `skim`
has already checked the values.
"""

from __future__ import annotations

from msgspec import Struct


class MatchSaid(Struct, gc=False):
    """A line's data about its match."""

    title: str | None = None
    start_time: str | None = None
    players: tuple[str, ...] | None = None
