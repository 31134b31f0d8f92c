"""Extracts facts from skimmed lines of `planowanie/json`, without replaying them."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec import Raw, Struct

from ...replayer.facts import MatchFacts
from ...replayer.planowanie.facts import COMPLETE, deal_facts, unusual
from ...replayer.planowanie.record import Deck, Planned
from ..interface.facts import MatchSaid


class _Deal(Struct, gc=False):
    declarations: tuple[int, ...]
    points: tuple[int, ...]


class _Game(MatchSaid, kw_only=True):
    deck: Raw
    seats: int
    plan: Raw
    deals: list[_Deal]


_LINES = msgspec.json.Decoder(_Game)


def facts(lines: bytes) -> list[MatchFacts]:
    """Return the facts about the records in skimmed lines."""
    return [_facts(each) for each in _LINES.decode_lines(lines)]


def _facts(game: _Game) -> MatchFacts:
    plan, deck = _plan(bytes(game.plan)), _deck(bytes(game.deck))
    return MatchFacts(
        title=game.title,
        start_time=game.start_time,
        players=game.players,
        options=_unusual(game.seats, deck, plan),
        rounds=[
            deal_facts(COMPLETE, planned.start, None, deal.points, deal.declarations)
            for planned, deal in zip(plan, game.deals, strict=True)
        ],
        plies=[game.seats * (planned.cards + 1) for planned in plan],
    )


@lru_cache(maxsize=64)
def _plan(plan: bytes) -> tuple[Planned, ...]:
    return msgspec.json.decode(plan, type=tuple[Planned, ...])


@lru_cache(maxsize=64)
def _deck(deck: bytes) -> Deck:
    return msgspec.json.decode(deck, type=Deck)


_unusual = lru_cache(maxsize=64)(unusual)
