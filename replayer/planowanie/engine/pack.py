"""Packs and tables, in the build of the engine that can hold them.

A deck may have 1,000 cards, but masks have only 64 bits if the engine is compiled. So there may be
two builds of one source file: the compiled one, and plain Python for larger decks.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib.util import module_from_spec, spec_from_file_location
from os.path import dirname, join
from typing import Any, TypeGuard

from ..cards import Cards
from . import engine
from .engine import Pack, Table

BITS, LEAST_SEATS, MOST_SEATS = 64, 2, 4


@cache
def plain_engine() -> Any:
    """Return the engine as plain Python, which can hold any deck."""
    source = str(engine.__file__)
    if source.endswith(".py"):
        return engine
    name = f"{engine.__name__}_as_plain_python"
    found = spec_from_file_location(name, join(dirname(source), "engine.py"))
    assert found is not None
    assert found.loader is not None
    module = sys.modules[name] = module_from_spec(found)
    found.loader.exec_module(module)
    return module


@lru_cache(maxsize=64)
def pack(ranks: str, suits: str) -> Pack:
    """Return the pack of a deck."""
    fits = max(len(ranks), 1) * max(len(suits), 1) <= BITS
    return (engine if fits else plain_engine()).Pack(ranks, suits)


def table(deck: Pack, cards: int, start: int, hands: Sequence[Cards]) -> Table:
    """Return a deal; cards in hands that are not in the deck also get numbers.

    `Pack.can_be_dealt` checks whether hands can be dealt.
    """
    players = len(hands)
    strange = set[str]().union(*hands).difference(deck.bit_of)
    if strange or not _fits(players, cards) or start not in range(players):
        deck = naming(deck, sorted(strange))
    return deck.table(cards, start, hands)


def is_small(deal: Table | None) -> TypeGuard[Table]:
    """Return whether the compiled engine can hold a deal.

    Functions written only for that engine may be called only for such deals, even in plain Python,
    so that players make the same decisions in both builds.
    """
    return (
        isinstance(deal, Table)
        and len(deal.pack.words) == deal.pack.size <= BITS
        and _fits(deal.players, deal.cards)
    )


def _fits(players: int, cards: int) -> bool:
    return LEAST_SEATS <= players <= MOST_SEATS and 0 <= cards <= BITS


def naming(deck: Pack, words: Iterable[str]) -> Pack:
    """Return a pack in which these cards from outside the deck also have numbers."""
    return plain_engine().Pack(*deck.deck, (*deck.words[deck.size :], *words))


def knowing(deal: Table, word: str) -> Table:
    """Return a deal in which a card has a number; this is a copy if the card is not in the deck."""
    if word in deal.pack.numbers:
        return deal
    build: type[Table] = plain_engine().Table
    other = build.__new__(build)
    for name in build.__annotations__:
        value = getattr(deal, name)
        setattr(other, name, value[:] if isinstance(value, list) else value)
    other.pack = naming(deal.pack, [word])
    return other
