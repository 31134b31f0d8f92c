"""Functions for boards of trick-taking games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from .diagram import Card, Mark

Trick: TypeAlias = tuple[Card | None, ...]
Face: TypeAlias = Callable[[str], Card]
Cards: TypeAlias = Literal["cards", "plays"]
"""The key for the cards of a finished trick, which differs between games."""

HIDDEN = "??"
"""A hidden card."""


def tries(position: Mapping[str, Any], player: int) -> Iterator[str]:
    """Yield every card in the hand during the play."""
    if position["phase"] == "play":
        yield from (card for card in position["hands"][player] if card != HIDDEN)


def trick(position: Mapping[str, Any], cards: Cards, card: Face, seats: int) -> Trick:
    """Return the card of each seat on the table, or in the last trick if the table is empty."""
    if position["table"]:
        return _laid(position["lead"], position["table"], card, None, seats)
    if not position["tricks"]:
        return ()
    over = position["tricks"][-1]
    return _laid(over["lead"], over[cards], card, over["winner"], seats)


def _laid(lead: int, plays: Sequence[str], card: Face, winner: int | None, seats: int) -> Trick:
    found: list[Card | None] = [None] * seats
    for at, play in enumerate(plays):
        seat = (lead + at) % seats
        shown = card(play)
        found[seat] = Card(shown.rank, shown.suit, _mark(at == 0, seat == winner))
    return tuple(found)


def _mark(leads: bool, wins: bool) -> Mark:
    if leads:
        return "leads and wins" if wins else "lead"
    return "wins" if wins else ""
