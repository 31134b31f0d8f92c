"""Extracts facts from skimmed lines of `goita/json`, without replaying them."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec import Struct

from ...replayer.facts import MatchFacts, RoundFacts
from ...replayer.goita.ends import End, Outcome
from ...replayer.goita.facts import round_facts
from ...replayer.goita.record import Result, plies_in
from ..interface.facts import MatchSaid
from .json.values import winner_of


class _Round(Struct, gc=False):
    dealer: int
    record: str
    winner: int
    goshi: tuple[int, ...]
    result: Result


class _Match(MatchSaid, kw_only=True):
    rounds: list[_Round]


_LINES = msgspec.json.Decoder(_Match)


def facts(lines: bytes) -> list[MatchFacts]:
    """Return the facts about the records in skimmed lines."""
    return [
        MatchFacts(
            title=each.title,
            start_time=each.start_time,
            players=each.players,
            rounds=[
                _facts(one.dealer, one.goshi, one.result.end, one.winner, one.result.points)
                for one in each.rounds
            ],
            plies=[plies_in(one.record) for one in each.rounds],
        )
        for each in _LINES.decode_lines(lines)
    ]


@lru_cache(maxsize=4096)
def _facts(dealer: int, five: tuple[int, ...], end: End, winner: int, points: int) -> RoundFacts:
    return round_facts(dealer, five, Outcome.as_written(end, winner_of(winner), points))
