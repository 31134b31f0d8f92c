"""Extracts facts from skimmed lines of `leduc/json`, without replaying them."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec import Struct

from ...replayer.facts import MatchFacts
from ...replayer.leduc.facts import hand_facts
from ...replayer.leduc.record import plies_in
from ...replayer.leduc.state import End, Pair
from ..interface.facts import MatchSaid


class _Hand(Struct, gc=False):
    actions: tuple[str, ...]
    end: End
    returns: Pair


class _Match(MatchSaid, kw_only=True):
    hands: list[_Hand]


_LINES = msgspec.json.Decoder(_Match)

_facts = lru_cache(maxsize=256)(hand_facts)
_plies = lru_cache(maxsize=4096)(plies_in)


def facts(lines: bytes) -> list[MatchFacts]:
    """Return the facts about the records in skimmed lines."""
    return [
        MatchFacts(
            title=each.title,
            start_time=each.start_time,
            players=each.players,
            rounds=[_facts(one.end, one.returns) for one in each.hands],
            plies=[_plies(one.actions) for one in each.hands],
        )
        for each in _LINES.decode_lines(lines)
    ]
