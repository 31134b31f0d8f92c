"""Explanations of several errors by one slip: what a record is where that slip is put right.

A plan that is off, a deal or a trick that changed places or is missing makes sound play look wrong,
again and again. The slip is reported at the first of these errors, and then only what is wrong
without it. Whoever asks takes the explanation that leaves the fewest errors, if any leaves fewer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from ...findings import Finding
from ..check import Place
from ..rules import Action, Transition
from ..tricks import left_over, without_restored
from . import codes
from .record import Deal, Deck, Planned, Record, Result, Trick
from .recorded import hands_of
from .remains import planned
from .rules import PlanowanieRules
from .state import State

# A game


def game_explanations(record: Record, found: Sequence[Finding]) -> Iterator[tuple[Finding, Record]]:
    """The slips that may explain what was `found` in a game, and the game without each.

    Its deals keep their places.
    """
    at, first = next(
        ((int(each[1]), wrong) for wrong in found if (each := _PLANNED.match(wrong.pointer or ""))),
        (0, None),
    )
    if record.plan and record.deals:
        yield from _led_otherwise(record)
    if first is not None:
        yield from _planned_otherwise(record, at, first)
    yield from _ranked_otherwise(record, found)


_PLANNED = re.compile(r"/deals/([0-9]+)/(?:hands|tricks/0/lead)")
"""Where a deal differs from its plan: in its size and in who leads."""


def _planned_otherwise(record: Record, at: int, first: Finding) -> Iterator[tuple[Finding, Record]]:
    """The game with another plan for the deals from number `at` (from 0) on, where errors begin."""
    plan, before, result = record.plan, record.plan[:at], record.result
    totals = None if result is None else result.totals

    def seems(what: str, other: Sequence[Planned]) -> tuple[Finding, Record]:
        slip = first.but(message=f"{first.message}: {what}", fix=None)
        return slip, replace(record, plan=tuple(other))

    if at + 1 < len(plan):
        swapped = (*before, plan[at + 1], plan[at], *plan[at + 2 :])
        yield seems(f"deals {at + 1} and {at + 2}, or their plans, seem to be swapped", swapped)
    if at < len(plan):
        lacks = "a deal seems to be missing before this one, or the plan to have one too many"
        slip, left = seems(lacks, (*before, *plan[at + 1 :]))
        yield slip, left
        # The points of a deal that is missing may be in the totals.
        yield slip, replace(left, result=_with_totals(result, None))
        more = "this deal seems to be one too many, or the plan to lack one"
        slip, left = seems(more, (*before, planned(record.deals[at], plan[at]), *plan[at:]))
        yield slip, left
        deals = record.deals
        twice = next((each for each in range(at, 0, -1) if deals[each] == deals[each - 1]), None)
        points = None if twice is None else deals[twice].points
        if twice is not None and totals is not None and points is not None:
            summed = tuple(map(sum, zip(totals, points, strict=False)))
            why = f"{first.message}: deal {twice + 1} is deal {twice} once more"
            yield slip.but(message=why), replace(left, result=_with_totals(result, summed))


def _with_totals(result: Result | None, totals: tuple[int, ...] | None) -> Result | None:
    return None if result is None else replace(result, totals=totals)


def _led_otherwise(record: Record) -> Iterator[tuple[Finding, Record]]:
    """The game with all leaders of the plan off by as much as that of the first deal."""
    due, seats = record.plan[0].start, record.seats
    lead = planned(record.deals[0], record.plan[0]).start
    if lead == due or seats < 1:
        return
    plan = tuple(replace(each, start=(each.start + lead - due) % seats) for each in record.plan)
    why = f"player {due} is planned to lead the first deal, and player {lead} leads it"
    why = f"{why}: the plan is off by as much in every deal"
    possible = all(each.start in range(seats) for each in record.plan)
    rule = codes.WRONG_LEAD if possible else codes.BAD_PLAN
    yield Finding(rule=rule, message=why, pointer="/plan"), replace(record, plan=plan)


def _ranked_otherwise(record: Record, found: Sequence[Finding]) -> Iterator[tuple[Finding, Record]]:
    """The game with two neighbours among the ranks swapped, by which a trick is won as marked."""
    first = next((each for each in found if each.rule is codes.WRONG_WINNER), None)
    where = first and _WINNER.match(first.pointer or "")
    if first is None or not where or first.player is None:
        return
    trick = record.deals[int(where[1])].tricks[int(where[2])]
    won = trick.cards[first.player]
    ranks = record.deck.ranks
    low = -1 if not won else ranks.find(won[0])
    if low < 0 or low + 1 >= len(ranks):
        return
    swapped = ranks[:low] + ranks[low + 1] + ranks[low] + ranks[low + 2 :]
    why = f"{first.message}: {ranks[low]} and {ranks[low + 1]} seem to be swapped in the ranks"
    slip = first.but(message=why, pointer="/deck/ranks", round=None, ply=None, player=None)
    yield slip, replace(record, deck=Deck(swapped, record.deck.suits))


_WINNER = re.compile(r"/deals/([0-9]+)/tricks/([0-9]+)/winner")

# A deal


class LedAsMarked(PlanowanieRules, frozen=True):
    """The rules, but each trick is led by the player who is marked as leading it."""

    leads: tuple[int | None, ...] = ()

    def apply(self, state: State, actions: Mapping[int, Action]) -> Transition[State]:
        """Carry out actions, and give the lead to whom it is marked for."""
        done = PlanowanieRules.apply(self, state, actions)
        after, number = done.state, len(done.state.tricks)
        if after.phase not in ("declare", "play") or after.table or number >= len(self.leads):
            return done
        lead = self.leads[number]
        return done if lead is None else replace(done, state=replace(after, lead=lead, turn=lead))


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
    yield Explanation(LedAsMarked(rules.deck, rules.players, rules.plan, leads=leads), deal)
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
