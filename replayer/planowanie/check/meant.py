"""Plausible edits of a game or a deal that contradicts itself.

A wrong plan, or a deal or a trick that is missing or out of place, can make a lot of sound play
look wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from ....findings import Finding
from ...check import Place
from ...hypotheses import Hypothesis, swapped, trick_edits
from ...tricks import left_over
from .. import codes
from ..record import Deal, Deck, Planned, Record, Trick
from ..rules import PlanowanieRules
from .recorded import hands_of
from .well_formed import planned

# A game


def of_game(record: Record, found: Sequence[Finding]) -> Iterator[Hypothesis[Record]]:
    """Yield the slips that may explain what was `found` in a game, other than moved deals."""
    yield from _led_otherwise(record) if record.plan and record.deals else ()
    # Under another plan, it is unknown whether the totals are those of all recorded deals.
    totals = [each for each in found if each.rule is codes.WRONG_TOTALS]
    for slip, plan in _planned_otherwise(record, found):
        result = None if record.result is None else replace(record.result, totals=None)
        yield Hypothesis(replace(record, plan=plan, result=result), (slip, *totals))
    for slip, deck in _ranked_otherwise(record, found):
        yield Hypothesis(replace(record, deck=deck), (slip,))


_PLANNED = re.compile(r"/deals/([0-9]+)/(?:hands|tricks/0/lead)")
"""The places where a deal can differ from its plan: its size and its leader."""


def _planned_otherwise(
    record: Record, found: Sequence[Finding]
) -> Iterator[tuple[Finding, tuple[Planned, ...]]]:
    """Yield other plans for the deals, starting with the first deal that differs from its plan."""
    at, first = next(
        ((int(each[1]), wrong) for wrong in found if (each := _PLANNED.match(wrong.pointer or ""))),
        (0, None),
    )
    plan, deals = record.plan, record.deals
    if first is None or at >= len(plan):
        return
    before, message = plan[:at], first.message

    def seems(what: str) -> Finding:
        return first.but(message=f"{message}: {what}", fix=None)

    if at + 1 < len(plan):
        what = f"deals {at + 1} and {at + 2}, or their plans, seem to be swapped"
        yield seems(what), swapped(plan, at, at + 1)
    what = "a deal seems to be missing before this one, or the plan seems to have one too many"
    yield seems(what), (*before, *plan[at + 1 :])
    twice = next((each for each in range(at, 0, -1) if deals[each] == deals[each - 1]), None)
    what = "this deal seems to be one too many, or the plan seems to lack one"
    what = what if twice is None else f"deal {twice + 1} repeats deal {twice}"
    yield seems(what), (*before, planned(deals[at], plan[at]), *plan[at:])


def _led_otherwise(record: Record) -> Iterator[Hypothesis[Record]]:
    """Yield the game with its planned leaders rotated to fit the first deal, if they do not."""
    plan, seats = record.plan, record.seats
    first, leads = plan[0].start, planned(record.deals[0], plan[0]).start
    if leads == first or not seats:
        return
    turned = [replace(each, start=(each.start + leads - first) % seats) for each in plan]
    dealt = list(zip(record.deals, turned, strict=False))
    agree = sum(planned(deal, each).start == each.start for deal, each in dealt)
    where = "every deal" if agree == len(dealt) else f"{agree} of {len(dealt)} deals"
    why = f"player {first} is planned to lead the first deal, but player {leads} leads it"
    why = f"{why}: the plan is shifted by the same amount in {where}"
    possible = all(each.start in range(seats) for each in plan)
    rule = codes.WRONG_LEAD if possible else codes.BAD_PLAN
    slip = Finding(rule=rule, message=why, pointer="/plan")
    yield Hypothesis(replace(record, plan=tuple(turned)), (slip,))


def _ranked_otherwise(record: Record, found: Sequence[Finding]) -> Iterator[tuple[Finding, Deck]]:
    """Yield decks in which two neighbouring ranks, or the trump and another suit, are swapped.

    With such a deck, the marked winner of the trick may be right.
    """
    first = next((each for each in found if each.rule is codes.WRONG_WINNER), None)
    where = first and _WINNER.match(first.pointer or "")
    if first is None or not where or first.player is None:
        return
    cards = record.deals[int(where[1])].tricks[int(where[2])].cards
    won = dict(enumerate(cards)).get(first.player)
    if won is None or len(won) != 2:
        return  # No mark is recorded, or the trick has too few cards.
    ranks, suits = record.deck.ranks, record.deck.suits

    def seem(low: str, other: str, field: str) -> Finding:
        why = f"{first.message}: {low} and {other} seem to be swapped in the {field}"
        where = f"/deck/{field}"
        return first.but(message=why, pointer=where, round=None, ply=None, player=None, fix=None)

    low, high = won[0], ranks[ranks.find(won[0]) + 1 :][:1]
    if low in ranks and high:
        yield seem(low, high, "ranks"), Deck(_exchanged(ranks, low, high), suits)
    # The card was a trump, or was beaten by a card that seems to be one.
    trump, others = suits[:1], sorted(suits[1:], key=won[1].__ne__)
    for other in others[:_TRUMPS] if won[1] != trump else ():
        yield seem(trump, other, "suits"), Deck(ranks, _exchanged(suits, trump, other))


def _exchanged(text: str, one: str, other: str) -> str:
    return text.translate(str.maketrans(one + other, other + one))


_TRUMPS = 3
"""The maximum number of suits to try as trump."""
_WINNER = re.compile(r"/deals/([0-9]+)/tricks/([0-9]+)/winner")

# A deal


def of_deal(
    rules: PlanowanieRules, deal: Deal, found: Sequence[Finding], place: Place
) -> Iterator[Hypothesis[tuple[PlanowanieRules, Deal]]]:
    """Yield the slips that may explain what was `found` in a deal that can be played."""
    # If each trick is led by the marked player, a wrong lead explains its consequences.
    leads = tuple(trick.lead for trick in deal.tricks)
    yield Hypothesis((replace(rules, leads=leads), deal))
    played = [card for trick in deal.tricks for card in trick.played]
    left = left_over(hands_of(rules, deal, place.number - 1), played, rules.deck.hidden)
    missing = None if left is None else (Trick(cards=left), " ".join(left))
    for tricks, slip, restored in trick_edits(deal.tricks, missing, found, place):
        yield Hypothesis((rules, replace(deal, tricks=tricks)), (slip,), True, restored)
