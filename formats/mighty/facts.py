"""Extracts facts from skimmed lines of `mighty/json`, without replaying them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Raw, Struct

from ...replayer.facts import MatchFacts, RoundFacts, changed_options
from ...replayer.mighty.cards import HAND_SIZE, PLAYERS
from ...replayer.mighty.facts import call, played, thrown_in
from ...replayer.mighty.options import resolved
from ...replayer.mighty.rules.state import End
from ..interface.facts import MatchSaid

_DECISIONS = 3
"""The president's decisions: the buried cards, the contract and the friend."""


class _Result(Struct, gc=False):
    end: End
    payoffs: tuple[int, ...] | None = None


class _Deal(Struct, gc=False):
    dealer: int
    bids: list[tuple[int, str]]
    result: _Result
    president: int | None = None
    contract: str | None = None
    friend: str | None = None
    friend_player: int | None = None


class _Match(MatchSaid, kw_only=True):
    rules: Raw
    deals: list[_Deal]


_LINES = msgspec.json.Decoder(_Match)


def facts(lines: bytes) -> list[MatchFacts]:
    """Return the facts about the records in skimmed lines."""
    return [
        MatchFacts(
            title=each.title,
            start_time=each.start_time,
            players=each.players,
            options=_options(bytes(each.rules)),
            rounds=[_facts(one) for one in each.deals],
            plies=[_plies(one) for one in each.deals],
        )
        for each in _LINES.decode_lines(lines)
    ]


@lru_cache(maxsize=64)
def _options(rules: bytes) -> Mapping[str, Any]:
    return changed_options(resolved(msgspec.json.decode(rules)))


def _facts(deal: _Deal) -> RoundFacts:
    bids = [call(player, said) for player, said in deal.bids]
    if deal.president is None:
        return thrown_in(deal.dealer, bids)
    return played(
        deal.result.end,
        deal.dealer,
        deal.president,
        deal.friend_player,
        deal.result.payoffs,
        bids,
        deal.contract,
        deal.friend,
    )


def _plies(deal: _Deal) -> int:
    """Return the number of plies in a deal that was played to its end or thrown in."""
    return len(deal.bids) + (0 if deal.president is None else _DECISIONS + PLAYERS * HAND_SIZE)
