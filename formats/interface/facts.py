"""The facts that lines of all games give about a match, for skimmed lines.

A game adds only the values that its facts need: msgspec skips all others, which makes it fast.
`skim` has checked the values before.
"""

from __future__ import annotations

from msgspec import Struct


class MatchSaid(Struct, gc=False):
    """The data of a match in a line."""

    title: str | None = None
    start_time: str | None = None
    players: tuple[str, ...] | None = None
