"""What the boards of games of tricks share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from .diagram import Card, Row

HIDDEN = "??"
"""A card that is not known."""


def tries(position: Mapping[str, Any], player: int) -> Iterator[str]:
    """Every card of the hand, in the play."""
    if position["phase"] == "play":
        yield from (card for card in position["hands"][player] if card != HIDDEN)


def trick_rows(
    position: Mapping[str, Any], table: Sequence[Card], last: Sequence[Card], seats: int
) -> Iterator[Row]:
    """The cards on the table as a row; where there are none, those of the last trick, if any."""
    if table:
        yield Row("Trick", "", _trick(position["lead"], table, None, seats))
    elif last:
        over = position["tricks"][-1]
        yield Row("Last trick", "", _trick(over["lead"], last, over["winner"], seats))


def _trick(lead: int, cards: Sequence[Card], winner: int | None, seats: int) -> tuple[Card, ...]:
    """The cards of a trick from the lead on, marked."""
    won = None if winner is None else (winner - lead) % seats
    return tuple(
        Card(card.rank, card.suit, _mark(at == 0, at == won)) for at, card in enumerate(cards)
    )


def _mark(leads: bool, wins: bool) -> Literal["", "lead", "wins", "leads and wins"]:
    if leads:
        return "leads and wins" if wins else "lead"
    return "wins" if wins else ""
