"""Finds out what a deal means that leaves things out.

A table of tricks holds neither auction nor contract. Whoever may be the president, and whatever may
be trump, is assumed in turn, and the deal is played through. The assumptions under which the least
is wrong are its interpretations; what they have in common is what the deal means.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from ...game import IllegalAction, RecordedRound
from ..cards import CARDS, HIDDEN
from ..record import Deal, Record
from ..recorded import recorded
from ..rules.auction import highest
from ..rules.exchange import NONE
from ..rules.state import State, card_of
from ..well_formed import malformed
from .assumptions import Assumption, Before, after, assumptions, rounds_under, start_of
from .completion import completed
from .names import gaps, inferred
from .partial import PartialRules

_NOTHING = Assumption(None, "N")


class Meaning(Struct, frozen=True):
    """What a deal means, as far as that can be found out.

    `deal` has all that can be inferred: `inferred` names what was, `gaps` what stays unknown.
    `before` is what the deals before it say. Under each of the `assumptions` as few places of the
    deal are wrong as can be; there are none where nothing has to be assumed. A `malformed` deal
    means nothing: it is said why, and in which field (a JSON pointer in the deal).
    """

    deal: Deal
    before: Before = Before()
    assumptions: tuple[Assumption, ...] = ()
    inferred: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()
    malformed: tuple[str, IllegalAction] | None = None

    def rounds(self, rules: PartialRules, deal: Deal) -> Mapping[Assumption, RecordedRound[State]]:
        """A deal with this meaning, to be replayed under each of the assumptions."""
        if self.assumptions:
            return rounds_under(rules, deal, self.assumptions, self.before)
        return {_NOTHING: recorded(deal, start_of(rules, deal, self.before))}


def meanings(record: Record) -> Iterator[Meaning]:
    """What each deal of a record means."""
    rules, before = PartialRules(record.rules), Before()
    for deal in record.deals:
        meaning = interpret(rules, deal, before, record.view is not None)
        before = after(rules, before, meaning.deal)
        yield meaning


def complete(record: Record) -> Record:
    """The record with all that can be inferred."""
    return replace(record, deals=tuple(each.deal for each in meanings(record)))


def interpret(rules: PartialRules, written: Deal, before: Before, view: bool = False) -> Meaning:
    """Find out what a deal means.

    In a `view`, it is not inferred where the cards were that it hides.
    """
    wrong = malformed(written)
    if wrong is not None:
        return Meaning(written, before, malformed=wrong)
    if written == Deal() or (_says_all(written) and not _hides(written)):
        return Meaning(written, before)
    if view and _says_all(written):
        return Meaning(written, before, tuple(assumptions(rules.options, written)))
    deal, found = completed(rules, written, before, view)
    return Meaning(
        deal,
        before,
        tuple(each.assumption for each in found),
        tuple(inferred(written, deal)),
        tuple(gaps(deal, found)),
    )


def _says_all(deal: Deal) -> bool:
    """Whether a deal leaves nothing out, though cards may be hidden."""
    if deal.dealer is None or deal.hands is None or deal.kitty is None or deal.bids is None:
        return False
    if deal.result is not None and deal.result.end is None:
        return False
    decided = [each is not None for each in (deal.discard, deal.contract, deal.friend)]
    if "?" in (deal.contract or ""):
        return False
    if not deal.tricks:
        return decided == sorted(decided, reverse=True)
    if not all(decided) or deal.president is None or not _friend_said(deal):
        return False
    return all(
        trick.lead is not None and (trick.winner is not None or None in trick.cards)
        for trick in deal.tricks
    )


def _friend_said(deal: Deal) -> bool:
    """Whether it is marked who turned out to be the friend, or nobody did."""
    if deal.friend_player is not None or deal.friend == NONE:
        return True
    best = highest(deal.bids or ())
    if best is None or deal.friend not in CARDS:
        return False
    president, _ = best
    return not any(
        play is not None and seat != president and card_of(play) == deal.friend
        for trick in deal.tricks
        for seat, play in enumerate(trick.cards)
    )


def _hides(deal: Deal) -> bool:
    piles = (*(deal.hands or ()), deal.kitty or (), deal.discard or ())
    return any(HIDDEN in pile for pile in piles)
