"""The game that programs are to play, as its deck and deals are given in the protocol."""

from __future__ import annotations

from ..formats.planowanie.protocol.words import deck_of, plan_of, words
from ..replayer.planowanie.record import TOURNAMENT, Deck, Planned, Record
from ..replayer.planowanie.rules import PlanowanieRules
from ..replayer.planowanie.well_formed import setup_breaches


def rules_for(players: int, deck: str | None, plan: str | None) -> PlanowanieRules:
    """The rules for so many players, a deck (`V C`) and deals (`d c1 s1 …`).

    Raises ValueError where they make no game.
    """
    cards = Deck() if deck is None else _deck(deck)
    deals = _tournament(players, cards) if plan is None else _plan(plan)
    for _, breach in setup_breaches(Record(deck=cards, seats=players, plan=deals)):
        raise breach
    return PlanowanieRules(cards, players, deals)


def _deck(text: str) -> Deck:
    if not text.isprintable():
        raise ValueError("the deck has characters that cannot be seen")
    try:
        return deck_of(words(text))
    except ValueError as why:
        raise ValueError(f"the deck: {why}") from None


def _plan(text: str) -> tuple[Planned, ...]:
    try:
        return plan_of(words(text))
    except ValueError as why:
        raise ValueError(f"the game: {why}") from None


def _tournament(players: int, deck: Deck) -> tuple[Planned, ...]:
    """The deals of the tournament, as far as there are cards, led by everybody in turn."""
    most = len(deck.ranks) * len(deck.suits) // max(players, 1)
    sizes = [each.cards for each in TOURNAMENT if each.cards <= most]
    if not sizes:
        raise ValueError(f"the deck has too few cards for {players} players")
    return tuple(Planned(cards, place % max(players, 1)) for place, cards in enumerate(sizes))
