"""Replays the deals of a game, each up to the first action that breaks a rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from ....findings import Finding
from ...check import Place, check_variations
from ...hypotheses import likeliest
from ...replay.replayed import Replayed
from ...replay.round import RoundReplay
from .. import codes
from ..record import Deal, Record
from ..rules import PlanowanieRules
from ..state import State
from .deal import CHECKS, DealFacts
from .meant import of_deal
from .recorded import replay, sound_end
from .well_formed import DealRead, read_deal, unplanned

_FIGURES = (codes.WRONG_LEAD, codes.WRONG_WINNER, codes.WRONG_POINTS)
"""The errors that do not make it uncertain how a deal went."""


class Played(Struct, frozen=True):
    """A deal of a game, and the last state that its replay reached, or None if unknown.

    `sound` is true if there are no errors in the game so far. `replayed` is None if the deal was
    played to its end with all cards known.
    """

    place: Place
    deal: Deal
    end: State | None = None
    sound: bool = False
    replayed: Replayed[State] | None = None


class Game:
    """A game whose deals are being replayed one by one, under `rules` that have a plan for each.

    `sound` is true until there is an error, and `readable` is true until it is unknown how a deal
    went. `totals` are the possible totals. `timed` are the deals whose clocks can be compared with
    the questions. `seen` holds errors in the deck or the plan, which affect all deals but are
    reported only once.
    """

    def __init__(self, record: Record, rules: PlanowanieRules, sound: bool) -> None:
        self.record = record
        self.rules = rules
        self.state = self.rules.initial_state()
        self.totals: Sums = [self.state.totals]
        self.sound, self.readable = sound, True
        self.seen = set[str]() if sound else {"size"}
        self.deals: list[Played] = []
        self.ends: list[State | None] = []
        self.timed: list[tuple[Place, Deal, State | None]] = []

    def play(self) -> Iterator[Finding]:
        """Replay all deals, and yield the findings about them."""
        for number, deal in enumerate(self.record.deals):
            place, end = Place(number + 1, "deals"), None
            if number < len(self.record.plan) and "size" not in self.seen:
                end = sound_end(self.rules, deal, number, self.state.totals)
            if end is None:
                yield from self._check(deal, place)
            else:
                self._enter(Played(place, deal, end, self.sound), deal.points)
                self.ends.append(end)

    def _check(self, deal: Deal, place: Place) -> Iterator[Finding]:
        """Replay a deal step by step."""
        number, planned = place.number - 1, place.number <= len(self.record.plan)
        if not planned and "size" not in self.seen:
            beyond = unplanned(number, len(self.record.plan))
            yield place.finding(beyond.rule, str(beyond))
        if not planned:
            self.readable = self.sound = False
            self.seen.add("size")
        read = read_deal(self.rules, deal, number, "size" in self.seen)
        if not self.seen & read.strange:
            yield from _slips(read, place)
        self.seen |= read.strange
        self.sound = self.sound and not read.slips
        if read.deal is None:
            self.ends.append(None)
            self._enter(Played(place, deal), deal.points)
            return
        rest = None if read.whole else deal
        found, meant, replayed = _replayed(read.rules, read.deal, rest, self.state.totals, place)
        yield from found
        self.sound = self.sound and not found
        self.readable = self.readable and all(each.rule in _FIGURES for each in found)
        end, over = replayed.last.state, replayed.last.over
        known = replayed.last.breach is None and read.whole and read.counts
        known = known and (over or not read.slips)
        self.ends.append(end if known and over and planned and not read.slips else None)
        self._enter(
            Played(place, deal, end if known else None, self.sound, replayed),
            read.deal.points if known and over else deal.points,
        )
        last, said = place.number >= len(self.record.deals), self.record.result
        stops = last and (said is None or said.end != "complete") and not (found or read.slips)
        if known and (over or stops):
            self.timed.append((place, meant, end))
        elif not known and read.whole and len(deal.tricks) == self.rules.plan[number].cards:
            self.timed.append((place, meant, None))
        if known and not over and not last:
            self.readable = False
            if not found and deal.ended is None:
                why = "the deal stops before its last trick, but another deal follows"
                yield place.finding(codes.ENDS_EARLY, why)
            twice = deal == self.record.deals[place.number]
            if twice or len(self.record.deals) > len(self.record.plan):
                # An unfinished deal may be missing from the plan, or may be a repeated deal that is
                # planned once.
                self.seen.add("size")

    def _enter(self, played: Played, points: tuple[int, ...] | None) -> None:
        """Continue after a deal; both its written points and those of its play are possible."""
        end = played.end
        self.deals.append(played)
        self.readable = self.readable and end is not None
        scored = None if end is None else end.points
        self.totals = _added(self.totals, self.rules.players, scored, points)
        if end is not None:
            self.state = end if scored is None else self.rules.next_round(end) or end


def _slips(read: DealRead, place: Place) -> Iterator[Finding]:
    for field, breach in read.slips:
        fix = place.mended(field, breach)
        yield place.finding(breach.rule, str(breach), field, fix=fix)


def _replayed(
    rules: PlanowanieRules, deal: Deal, rest: Deal | None, totals: tuple[int, ...], place: Place
) -> tuple[list[Finding], Deal, Replayed[State]]:
    """Replay a deal; return the findings about it, the deal as intended, and the replay.

    `rest` is the deal as written if only its first tricks can be replayed.
    """
    behind = None if rest is None else (rest, len(deal.tricks))

    def judged(meant: tuple[PlanowanieRules, Deal]) -> tuple[Replayed[State], list[Finding]]:
        replayed = replay(*meant, place.number - 1, totals)
        facts = DealFacts(*meant, place, replayed.last, behind)
        for find in CHECKS:
            facts.found += find(facts)
        return replayed, facts.found

    replayed, found = judged((rules, deal))
    meant = None
    if len(found) > 1 and deal.tricks:
        replayed, found, meant = likeliest(
            (replayed, found),
            of_deal(rules, deal, found, place),
            judged,
            lambda replayed: replayed.last.breach is None,
        )
    if deal.variations:
        main = RoundReplay(place.number, replayed.steps)
        of_hands = [codes.CARD_NOT_HELD]
        found += check_variations(rules, main, deal.variations, place, of_hands, bool(found))
    return found, deal if meant is None else meant[1], replayed


Sums: TypeAlias = list[tuple[int, ...]] | None
"""Possible totals, the likeliest first; None if unknown."""

_MOST = 100
"""If there are more possible totals than this, the totals count as unknown."""


def _added(totals: Sums, players: int, *points: tuple[int, ...] | None) -> Sums:
    """Return the totals after a deal with any of these points; None means unknown."""
    some = [each for each in points if each is not None and len(each) == players]
    if totals is None or not some:
        return None
    sums = [tuple(map(sum, zip(before, each, strict=True))) for before in totals for each in some]
    found = list(dict.fromkeys(sums))
    return found if len(found) <= _MOST else None
