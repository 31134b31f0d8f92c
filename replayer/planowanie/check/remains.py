"""The playable rest of a game that is not well-formed; its slips have been reported.

Nothing is made up: a doubtful value is left out, or taken from another place in the record. If the
plan of a game is wrong, each deal itself shows how many cards it has and who leads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from ..cards import Cards, is_card
from ..deal import deal_breaches
from ..record import Deal, Planned, Record, Trick
from ..rules import PlanowanieRules
from .recorded import hands_of
from .well_formed import (
    LEAST_PLAYERS,
    MOST_PLAYERS,
    deck_breach,
    of_another_deck,
    plan_breaches,
    seats_dealt,
)


class Remains(Struct, frozen=True):
    """A deal as far as it can be replayed, under rules with its size and its leader.

    `whole` says whether that reaches the end of the deal, and `counts` whether its points follow.
    """

    rules: PlanowanieRules
    deal: Deal
    whole: bool = True
    counts: bool = True


def game_left(record: Record) -> Record | None:
    """Return a game with a wrong deck, players or plan, corrected from its deals.

    None if the deals do not show them; a deck cannot be inferred from cards, as their order
    matters.
    """
    if deck_breach(record.deck) is not None:
        return None
    seats = seats_dealt(record) or record.seats
    if seats not in range(LEAST_PLAYERS, MOST_PLAYERS + 1) or not record.deals:
        return None
    plan = list(record.plan)
    for number, each in enumerate(plan):
        if any(plan_breaches(record.deck, seats, [each])):
            deal = record.deals[number] if number < len(record.deals) else Deal()
            plan[number] = planned(deal, each)
    left = replace(record, seats=seats, plan=tuple(plan))
    return None if any(plan_breaches(record.deck, seats, plan)) else left


def planned(deal: Deal, otherwise: Planned) -> Planned:
    """Return the plan that a deal implies, as far as its hands and its first trick show it."""
    sizes = {len(hand) for hand in deal.hands or ()}
    lead = deal.tricks[0].lead if deal.tricks else None
    return Planned(
        sizes.pop() if len(sizes) == 1 else otherwise.cards,
        otherwise.start if lead is None else lead,
    )


def planned_on(record: Record) -> tuple[Planned, ...]:
    """Return the plan of a game, extended by what the deals after its last one imply."""
    plan = record.plan
    behind = (
        planned(deal, Planned(len(deal.tricks) or plan[-1].cards, plan[-1].start))
        for deal in record.deals[len(plan) :]
    )
    return (*plan, *behind)


def deal_left(
    rules: PlanowanieRules, deal: Deal, number: int, *, planned_otherwise: bool
) -> Remains | None:
    """Return the playable part of a deal that is not well-formed; None if there is none.

    If it was `planned_otherwise`, its size and its leader differ from the plan.
    """
    players, deck = rules.players, rules.deck
    plan = list(rules.plan)
    if planned_otherwise:
        plan[number] = planned(deal, plan[number])
    rules = replace(rules, plan=tuple(plan))
    if any(plan_breaches(deck, players, [plan[number]])) or of_another_deck(deck, deal):
        return None
    tricks, whole = _tricks(deal, players)
    known = deal.declarations is None or sized(deal.declarations, players)
    left = replace(
        deal,
        hands=_hands(rules, deal, number),
        # Nobody can play without declarations, but their values matter only for the points.
        declarations=deal.declarations if known else (0,) * players,
        tricks=tricks,
        points=deal.points if known and whole and sized(deal.points, players) else None,
        clocks=deal.clocks if sized(deal.clocks, players) else None,
        variations=deal.variations if whole else (),
    )
    return Remains(rules, left, whole, known)


def sized(values: Sequence[object] | None, players: int) -> bool:
    """Return whether there is a value for each player."""
    return values is not None and len(values) == players


def _hands(rules: PlanowanieRules, deal: Deal, number: int) -> tuple[Cards, ...]:
    """Return the hands of a deal; impossible cards are hidden, and so are hands of a wrong size."""
    hands, cards = hands_of(rules, deal, number), rules.plan[number].cards
    hidden = rules.deck.hidden
    if len(hands) != rules.players:
        return ((hidden,) * cards,) * rules.players
    if not any(deal_breaches(rules.deck, rules.players, cards, hands)):
        return hands
    times = Counter(card for hand in hands for card in hand)

    def sure(card: str) -> str:
        right = times[card] == 1 and is_card(rules.deck.ranks, rules.deck.suits, card)
        return card if right else hidden

    return tuple(
        tuple(map(sure, hand)) if len(hand) == cards else (hidden,) * cards for hand in hands
    )


def _tricks(deal: Deal, players: int) -> tuple[tuple[Trick, ...], bool]:
    """Return the tricks before the first of the wrong size, and whether these are all."""
    tricks = list[Trick]()
    for trick in deal.tricks:
        if len(trick.cards) != players:
            return tuple(tricks), False
        lead, winner = (
            seat if seat in range(players) else None for seat in (trick.lead, trick.winner)
        )
        tricks.append(replace(trick, lead=lead, winner=winner))
    return tuple(tricks), True
