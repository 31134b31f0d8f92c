"""Explanations of several errors by one slip: what a record is where that slip is put right.

A plan that is off, a deal or a trick that changed places or is missing makes sound play look wrong,
again and again. The slip is reported at the first of these errors, and then only what is wrong
without it. Whoever asks takes the explanation that leaves the fewest errors, if any leaves fewer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ....findings import Finding
from ...check import Place
from ...tricks import left_over, without_restored
from .. import codes
from ..record import Deal, Deck, Planned, Record, Trick
from ..rules import PlanowanieRules
from .recorded import hands_of
from .remains import planned

# A game


Told: TypeAlias = Sequence[Finding]
"""A slip, and what is told beside it as it was found."""


def game_explanations(record: Record, found: Sequence[Finding]) -> Iterator[tuple[Told, Record]]:
    """The slips that may explain what was `found` in a game, and the game without each.

    Its deals keep their places.
    """
    if record.plan and record.deals:
        for slip, meant in _led_otherwise(record):
            yield [slip], meant
        # Whether the totals are those of all deals that are there, no other plan says.
        totals = [each for each in found if each.rule is codes.WRONG_TOTALS]
        for slip, plan in _planned_otherwise(record, found):
            result = None if record.result is None else replace(record.result, totals=None)
            yield [slip, *totals], replace(record, plan=plan, result=result)
    for slip, deck in _ranked_otherwise(record, found):
        yield [slip], replace(record, deck=deck)


_PLANNED = re.compile(r"/deals/([0-9]+)/(?:hands|tricks/0/lead)")
"""Where a deal differs from its plan: in its size and in who leads."""


def _planned_otherwise(
    record: Record, found: Sequence[Finding]
) -> Iterator[tuple[Finding, tuple[Planned, ...]]]:
    """Other plans for the deals from the first on that differs from its plan."""
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
        yield seems(what), (*before, plan[at + 1], plan[at], *plan[at + 2 :])
    what = "a deal seems to be missing before this one, or the plan to have one too many"
    yield seems(what), (*before, *plan[at + 1 :])
    twice = next((each for each in range(at, 0, -1) if deals[each] == deals[each - 1]), None)
    what = "this deal seems to be one too many, or the plan to lack one"
    what = what if twice is None else f"deal {twice + 1} is deal {twice} once more"
    yield seems(what), (*before, planned(deals[at], plan[at]), *plan[at:])


def _led_otherwise(record: Record) -> Iterator[tuple[Finding, Record]]:
    """The game with all leaders of the plan off by as much as that of the first deal, or by a row.

    A row that is lost is taken from the deal.
    """
    plan, deals, seats = record.plan, record.deals, record.seats
    due = [each.start for each in plan]
    leads = [planned(deal, each).start for deal, each in zip(deals, plan, strict=False)]
    off = leads[0] - due[0]
    if off and seats:
        turned = [(each + off) % seats for each in due]
        agree = sum(
            planned(deal, Planned(0, lead)).start == lead
            for deal, lead in zip(deals, turned, strict=False)
        )
        where = "every deal" if agree == len(leads) else f"{agree} of {len(leads)} deals"
        why = f"player {due[0]} is planned to lead the first deal, and player {leads[0]} leads it"
        yield _with_leaders(record, turned, f"{why}: the plan is off by as much in {where}")
    if len(leads) == len(due) and leads != due:
        why = "the leaders of the plan seem to be a row off: too"
        yield _with_leaders(record, [leads[0], *due[:-1]], f"{why} high")
        yield _with_leaders(record, [*due[1:], leads[-1]], f"{why} low")


def _with_leaders(record: Record, leaders: Sequence[int], why: str) -> tuple[Finding, Record]:
    plan = tuple(map(Planned, (each.cards for each in record.plan), leaders))
    possible = all(each.start in range(record.seats) for each in record.plan)
    rule = codes.WRONG_LEAD if possible else codes.BAD_PLAN
    return Finding(rule=rule, message=why, pointer="/plan"), replace(record, plan=plan)


def _ranked_otherwise(record: Record, found: Sequence[Finding]) -> Iterator[tuple[Finding, Deck]]:
    """Decks in which two neighbours among the ranks, or the trump and another suit, are swapped.

    By these, a trick is won as it is marked.
    """
    first = next((each for each in found if each.rule is codes.WRONG_WINNER), None)
    where = first and _WINNER.match(first.pointer or "")
    if first is None or not where or first.player is None:
        return
    cards = record.deals[int(where[1])].tricks[int(where[2])].cards
    won = dict(enumerate(cards)).get(first.player)
    if won is None or len(won) != 2:
        return  # Nothing is written of it, or the trick has too few cards.
    ranks, suits = record.deck.ranks, record.deck.suits

    def seem(low: str, other: str, field: str) -> Finding:
        why = f"{first.message}: {low} and {other} seem to be swapped in the {field}"
        where = f"/deck/{field}"
        return first.but(message=why, pointer=where, round=None, ply=None, player=None, fix=None)

    low, high = won[0], ranks[ranks.find(won[0]) + 1 :][:1]
    if low in ranks and high:
        yield seem(low, high, "ranks"), Deck(_swapped(ranks, low, high), suits)
    # The card was a trump, or was beaten by what seems to be one.
    trump, others = suits[:1], sorted(suits[1:], key=won[1].__ne__)
    for other in others[:_TRUMPS] if won[1] != trump else ():
        yield seem(trump, other, "suits"), Deck(ranks, _swapped(suits, trump, other))


def _swapped(text: str, one: str, other: str) -> str:
    return text.translate(str.maketrans(one + other, other + one))


_TRUMPS = 3
"""So many suits are tried as trump."""
_WINNER = re.compile(r"/deals/([0-9]+)/tricks/([0-9]+)/winner")

# A deal


class Explanation(Struct, frozen=True):
    """A deal as it may be meant, under rules that fit it, and the slip that is in what is written.

    `restored` is the number (from 0) of a trick that is missing in what is written.
    """

    rules: PlanowanieRules
    deal: Deal
    slip: Finding | None = None
    restored: int | None = None

    def as_written(self, found: Sequence[Finding]) -> list[Finding]:
        """The slip, and what was found in the deal as it may be meant, in its place as written."""
        at = self.restored
        slips = [] if self.slip is None else [self.slip]
        return slips + [each if at is None else without_restored(each, at) for each in found]


_TRICK = re.compile(r"/deals/[0-9]+/tricks/([0-9]+)/")


def deal_explanations(
    rules: PlanowanieRules, deal: Deal, found: Sequence[Finding], place: Place
) -> Iterator[Explanation]:
    """The slips that may explain what was `found` in a deal that can be played."""
    # Where tricks were led as they are marked, a wrong lead explains what follows from it.
    leads = tuple(trick.lead for trick in deal.tricks)
    yield Explanation(replace(rules, leads=leads), deal)
    firsts = {
        int(each[1]): wrong
        for wrong in reversed(found)
        if (each := _TRICK.match(wrong.pointer or ""))
    }
    played = [card for trick in deal.tricks for card in trick.played]
    left = left_over(hands_of(rules, deal, place.number - 1), played, rules.deck.hidden)
    for wrong in islice(sorted(firsts), _TRIED):
        first = firsts[wrong]
        for at in (wrong, wrong - 1):
            if 0 <= at < len(deal.tricks) - 1:
                tricks = list(deal.tricks)
                tricks[at], tricks[at + 1] = tricks[at + 1], tricks[at]
                why = f"{first.message}: tricks {at + 1} and {at + 2} seem to be swapped"
                slip = first.but(message=why, fix=None)
                if at < wrong:
                    slip = slip.but(pointer=place.pointer(f"/tricks/{at}"), ply=None, player=None)
                yield Explanation(rules, replace(deal, tricks=tuple(tricks)), slip)
            if at >= 0 and left is not None:
                why = f"{first.message}: a trick of {' '.join(left)} seems to be missing"
                tricks = [*deal.tricks[:at], Trick(cards=left), *deal.tricks[at:]]
                slip = first.but(message=f"{why} before trick {at + 1}", fix=None)
                yield Explanation(rules, replace(deal, tricks=tuple(tricks)), slip, at)


_TRIED = 2
"""So many tricks with errors are tried as the place of a slip."""
