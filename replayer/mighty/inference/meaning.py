"""Infers the meaning of a deal, which is everything that its interpretations have in common."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ..cards import (
    DECK,
    HAND_SIZE,
    HIDDEN,
    HIDDEN_HANDS,
    KITTY_SIZE,
    PLAYERS,
    SEATS,
    Cards,
    in_order,
    known,
    symbol,
)
from ..check.continuity import Before, after, before_of, dealer_of, start_of
from ..check.reading import Slip, readable
from ..check.recorded import DealRound, round_of
from ..record import Deal, Record, Result, Taken, Trick, plies
from ..rules.scoring import bids_for, shares
from ..rules.state import Contract
from .interpretations import (
    Assumption,
    Interpretation,
    assumptions,
    forgotten_call,
    interpretations,
    rounds_under,
)
from .partial import PartialRules

_ALL_PLAYED = PLAYERS * HAND_SIZE
_NOTHING = Assumption(None, "N")

ValueT = TypeVar("ValueT")


class Meaning(Struct, frozen=True):
    """The meaning of a deal, as far as it can be inferred.

    `completed` is the `written` deal with everything that can be inferred. `deal` is the deal to
    check, under `rules`: even if there are errors, it has everything that could be inferred if
    there were none. `before` has the values known from the previous deals. If anything has to be
    assumed, `assumptions` are the ones that leave the fewest errors. If parts of a deal are
    `malformed`, nothing is inferred, and the deal is checked without them. See `reading.readable`
    for `malformed` and `misspelt`.
    """

    rules: PartialRules
    written: Deal
    completed: Deal
    deal: Deal
    before: Before = Before()
    assumptions: tuple[Assumption, ...] = ()
    malformed: tuple[Slip, ...] = ()
    misspelt: tuple[Slip, ...] = ()

    @property
    def readable(self) -> Deal:
        """The completed deal without its malformed parts."""
        return self.deal if self.malformed else self.completed

    @property
    def inferred(self) -> tuple[str, ...]:
        """Descriptions of what was inferred."""
        return tuple(inferred(self.written, self.completed))

    @property
    def gaps(self) -> tuple[str, ...]:
        """Descriptions of what remains unknown even in the check; empty if nothing is assumed."""
        trumps = [each.trump for each in self.assumptions]
        return tuple(_gaps(self.deal, trumps)) if trumps else ()

    def rounds(self, deal: Deal) -> Mapping[Assumption, DealRound]:
        """Return a deal with this meaning, ready for replay under each of the assumptions."""
        if self.assumptions:
            return rounds_under(self.rules, deal, self.assumptions, self.before)
        start = start_of(self.rules.options, deal, self.before)
        return {_NOTHING: round_of(deal, start)}


def meanings(record: Record) -> Iterator[Meaning]:
    """Yield the meaning of each deal of a record."""
    rules, before = PartialRules(record.rules), Before()
    for deal in record.deals:
        meaning = interpret(rules, deal, before, record.view is not None)
        before = after(rules, before, meaning.readable)
        yield meaning


def meaning_of(record: Record, number: int) -> Meaning:
    """Return the meaning of one deal, from 1; earlier deals are taken as written."""
    rules = PartialRules(record.rules)
    before = before_of(rules, record.deals[: number - 1])
    return interpret(rules, record.deals[number - 1], before, record.view is not None)


def complete(record: Record) -> Record:
    """Return the record with everything that can be inferred."""
    deals = zip(record.deals, meanings(record), strict=True)
    return replace(record, deals=tuple([_renumbered(deal, each.completed) for deal, each in deals]))


def _renumbered(written: Deal, deal: Deal) -> Deal:
    """Return a completed deal with its annotations moved to the new plies of their decisions.

    Plies are renumbered because inferred decisions also count.
    """
    if not deal.annotations:
        return deal
    before, now = plies(written), plies(deal)
    moved = {ply: now[key] for key, ply in before.items() if key in now and key[0] != "tricks"}
    by = _decisions(now) - _decisions(before)
    return replace(
        deal,
        annotations=tuple(
            [
                each if not each.ply else replace(each, ply=moved.get(each.ply, each.ply + by))
                for each in deal.annotations
            ]
        ),
    )


def _decisions(numbers: Mapping[Taken, int]) -> int:
    """Return the number of plies before the play."""
    return sum(field != "tricks" for field, _ in numbers)


def interpret(rules: PartialRules, written: Deal, before: Before, view: bool = False) -> Meaning:
    """Infer the meaning of a deal.

    In a `view`, the places of the hidden cards are not inferred.
    """
    deal, misspelt, malformed = readable(written)
    base = deal if malformed else written
    meaning = _interpret(rules, base, deal, before, view, bool(misspelt) and not malformed)
    if malformed:
        meaning = replace(meaning, written=written, completed=written)
    if misspelt or malformed:
        meaning = replace(meaning, misspelt=misspelt, malformed=malformed)
    return meaning


def _interpret(
    rules: PartialRules, written: Deal, deal: Deal, before: Before, view: bool, slips: bool
) -> Meaning:
    """Infer the meaning of a deal, given the part that can be read and is well-formed."""
    says_all = written.says_all and (view or not written.hides_cards)
    if written == Deal() or (says_all and not _may_lack_call(rules, deal)):
        assumed = assumptions(rules, deal) if written.hides_cards else []
        return Meaning(rules, written, written, deal, before, tuple(assumed))
    deal = deal if view else _with_discard(deal)
    found = interpretations(rules, deal, before)
    if says_all:
        called = [each.assumption for each in found if each.assumption.called is not None]
        return Meaning(rules, written, written, deal, before, tuple(called))
    deal = _with_marks(deal, found)
    if deal.friend is None and deal.friend_player != written.friend_player:
        # The payoffs show who the friend was. That determines the points, and the points determine
        # the rest.
        found = interpretations(rules, deal, before)
        deal = _with_marks(deal, found)
    deal = replace(deal, dealer=dealer_of(rules.options, deal, before))
    deal = replace(deal, contract=_contract(rules, deal, found))
    deal = replace(deal, result=_result(deal, found))
    if deal.points is not None and deal.contract != written.contract:
        # The points were derived from the score; everything else must agree with them.
        found = interpretations(rules, deal, before)
    assumed = tuple(each.assumption for each in found)
    if slips or found[0].faults:
        return Meaning(rules, written, _before_slip(written, deal, found), deal, before, assumed)
    deal = deal if view else _with_hands(deal)
    return Meaning(rules, written, deal, deal, before, assumed)


def _may_lack_call(rules: PartialRules, deal: Deal) -> bool:
    """Return whether a deal with a known trump may lack the mark of a call."""
    return deal.trump is not None and forgotten_call(rules.options, deal, deal.trump) is not None


# Deals with errors


def _before_slip(written: Deal, deal: Deal, found: Sequence[Interpretation]) -> Deal:
    """Return the written deal with what can be inferred from the tricks before the first error."""
    sound, certain = min(each.sound for each in found), found[0].faults == 0
    tricks = [
        inferred if number < sound else trick
        for number, (trick, inferred) in enumerate(zip(written.tricks, deal.tricks, strict=True))
    ]
    return replace(
        written,
        dealer=deal.dealer,
        president=deal.president if certain or sound else written.president,
        contract=deal.contract if certain else written.contract,
        tricks=tuple(
            replace(trick, lead=each.lead, winner=each.winner)
            for trick, each in zip(written.tricks, tricks, strict=True)
        ),
    )


def agreed(values: Iterable[ValueT]) -> ValueT | None:
    """Return the value that all agree on, or None if they do not.

    >>> agreed([2, 2]), agreed([2, 3])
    (2, None)
    """
    different = set(values)
    return different.pop() if len(different) == 1 else None


# Inferences from the play


def _with_marks(deal: Deal, found: Sequence[Interpretation]) -> Deal:
    """Add president, friend, leads and winners."""
    president, friend = deal.president, deal.friend_player
    if president is None:
        president = agreed(each.end.president for each in found)
    if friend is None:
        friend = agreed(each.end.friend_player for each in found)
    if friend is None and deal.friend is None:
        _, friend = _paid(deal.result, president) or (None, None)
    tricks = (_with_roles(trick, number, found) for number, trick in enumerate(deal.tricks))
    return replace(deal, president=president, friend_player=friend, tricks=tuple(tricks))


def _with_roles(trick: Trick, number: int, found: Sequence[Interpretation]) -> Trick:
    """Return a trick with its leader and its winner."""
    lead, winner = trick.lead, trick.winner
    ends = [each.end for each in found]
    if lead is None:
        leads = (
            end.tricks[number].lead if number < len(end.tricks) else end.lead
            for end in ends
            if number <= len(end.tricks)
        )
        lead = agreed(leads)
    if winner is None and None not in trick.cards:
        winner = agreed(end.tricks[number].winner for end in ends if number < len(end.tricks))
    return replace(trick, lead=lead, winner=winner)


def _paid(result: Result | None, president: int | None) -> tuple[int, int | None] | None:
    """Return the score that the payoffs are based on, and who was paid as the friend."""
    if result is None or result.payoffs is None or president is None:
        return None
    return shares(result.payoffs, president)


def _contract(rules: PartialRules, deal: Deal, found: Sequence[Interpretation]) -> str | None:
    """Return the parts of the contract that are written, assumed, or derived from the score."""
    if not deal.is_played or (deal.contract is not None and "?" not in deal.contract):
        return deal.contract
    contract = agreed(each.end.contract for each in found)
    if contract is None:
        contracts = [each.end.contract for each in found]
        number = agreed(None if each is None else each.points for each in contracts)
        return deal.contract if number is None else f"{number}?"
    if contract.points is None:
        contract = Contract(_bid_by_score(rules, deal, contract.trump, found[0]), contract.trump)
    return str(contract)


def _bid_by_score(
    rules: PartialRules, deal: Deal, trump: str, interpretation: Interpretation
) -> int | None:
    """Return the points of the contract if the recorded score allows only one value."""
    outcome, score = interpretation.end.outcome, _score(deal)
    if score is None or outcome is None or outcome.points is None:
        return None
    return agreed(bids_for(rules.options, trump, outcome.points, score, deal.declared_solo))


def _score(deal: Deal) -> int | None:
    """Return the recorded score, or the one that the payoffs are based on."""
    if deal.result is None or deal.result.score is not None:
        return None if deal.result is None else deal.result.score
    value, _ = _paid(deal.result, deal.president) or (None, None)
    return value


def _result(deal: Deal, found: Sequence[Interpretation]) -> Result | None:
    """Return the result, including how the deal ended."""
    outcomes = [each.end.outcome for each in found]
    if deal.result is None or deal.result.end is not None or None in outcomes:
        return deal.result
    end, score = agreed(None if each is None else each.end for each in outcomes), _score(deal)
    if end is None and score:
        end = "won" if score > 0 else "lost"
    return replace(deal.result, end=end)


# The places of the cards


def _with_discard(deal: Deal) -> Deal:
    """Add the discard, if all other cards were played and no hand contradicts this."""
    open_cards = {card for cards in deal.cards_played for card in cards}
    known_already = deal.discard is not None and HIDDEN not in deal.discard
    if len(open_cards) != _ALL_PLAYED or known_already:
        return deal
    buried = tuple(card for card in DECK if card not in open_cards)
    hands = enumerate(deal.hands or ())
    holders = {seat for seat, hand in hands if not set(buried).isdisjoint(hand)}
    possible = len(holders) <= 1 if deal.president is None else holders <= {deal.president}
    return replace(deal, discard=buried) if possible else deal


def _with_hands(deal: Deal) -> Deal:
    """Add the parts of the hands and the kitty that the plays reveal."""
    president = deal.president
    if not deal.tricks or president is None:
        return deal
    played = deal.cards_played
    hands = HIDDEN_HANDS if deal.hands is None else deal.hands
    shown = {card for pile in (*hands, deal.kitty or ()) for card in pile}
    filled = tuple(
        hand if seat == president else _filled(hand, cards, shown)
        for seat, hand, cards in zip(SEATS, hands, played, strict=True)
    )
    deal = replace(deal, hands=filled)
    if deal.discard is None or sum(map(len, played)) < _ALL_PLAYED:
        return deal
    return _with_own_cards(deal, president, played[president])


def _filled(hand: Cards, played: Cards, shown: Collection[str]) -> Cards:
    """Fill a hand with the cards played from it that are not recorded in any hand."""
    more = [card for card in played if card not in shown]
    hidden = hand.count(HIDDEN) - len(more)
    if not more or hidden < 0:
        return hand
    return in_order((*known(hand), *more, *(HIDDEN,) * hidden))


def _with_own_cards(deal: Deal, president: int, played: Cards) -> Deal:
    """Add the president's hand or the kitty; together, they are the cards played and buried."""
    assert deal.discard is not None
    assert deal.hands is not None
    thirteen, hand = {*played, *deal.discard}, deal.hands[president]
    kitty = deal.kitty or ()
    if len(thirteen) != HAND_SIZE + KITTY_SIZE:
        return deal
    if HIDDEN in hand and len(kitty) == KITTY_SIZE and thirteen.issuperset(kitty):
        rest = in_order(thirteen.difference(kitty))
        hands = (*deal.hands[:president], rest, *deal.hands[president + 1 :])
        return replace(deal, hands=hands)
    if deal.kitty is None and len(hand) == HAND_SIZE and thirteen.issuperset(hand):
        return replace(deal, kitty=in_order(thirteen.difference(hand)))
    return deal


# Descriptions


def inferred(written: Deal, deal: Deal) -> Iterator[str]:
    """Describe the parts of a completed deal that were not written down."""
    before, after = written.hands or HIDDEN_HANDS, deal.hands or HIDDEN_HANDS
    whole = [f"P{seat}" for seat in SEATS if HIDDEN in before[seat] and HIDDEN not in after[seat]]
    number, trump = (deal.contract or "??")[:-1], symbol((deal.contract or "??")[-1])
    contract = f"trump ({trump})" if number == "?" else f"contract ({number}{trump})"
    names = {
        "dealer": f"the dealer (P{deal.dealer})",
        "president": f"the president (P{deal.president})",
        "contract": f"the {contract}",
        "hands": whole and f"the hands of {', '.join(whole)}",
        "kitty": "the kitty",
        "discard": f"the buried cards ({' '.join(map(symbol, deal.discard or ()))})",
        "friend_player": f"the friend (P{deal.friend_player})",
    }
    for field, name in names.items():
        if name and getattr(deal, field) not in (None, getattr(written, field)):
            yield str(name)
    pairs = list(zip(written.tricks, deal.tricks, strict=True))
    if any(one.lead != other.lead for one, other in pairs):
        yield "the leaders of the tricks"
    if any(one.winner != other.winner for one, other in pairs):
        yield "the winners of the tricks"
    if written.result != deal.result and deal.result is not None:
        yield f"how the deal ended ({deal.result.end})"


def _gaps(deal: Deal, trumps: Sequence[str]) -> list[str]:
    """Describe what a completed deal leaves out before its last known action.

    `trumps` are those that leave the fewest errors in the deal.
    """
    end = None if deal.result is None else deal.result.end or "over"
    played, thrown_in, ended = deal.is_played, end == "thrown-in", end not in (None, "unfinished")
    settled = played or deal.contract is not None
    begun = settled or ended or deal.discard is not None or deal.president is not None
    hands, contract = enumerate(deal.hands or HIDDEN_HANDS), deal.contract or "??"
    hidden = [f"P{seat}" for seat, hand in hands if HIDDEN in hand]
    fitting = " or ".join(dict.fromkeys(map(symbol, trumps)))
    lacks = {
        "the dealer": deal.dealer is None,
        f"the {'hand' if len(hidden) == 1 else 'hands'} dealt to {', '.join(hidden)}": hidden,
        "the kitty": deal.kitty is None or HIDDEN in deal.kitty,
        "the auction": deal.bids is None and begun,
        "the president": begun and deal.president is None and not thrown_in,
        "the buried cards": settled and (deal.discard is None or HIDDEN in deal.discard),
        f"the trump ({fitting} would fit)": played and contract[-1] == "?",
        "the points of the contract": played and contract[0] == "?",
        "how the friend was named": deal.tricks and deal.friend is None,
        "the play": ended and not deal.tricks and not thrown_in,
    }
    return [name for name, is_missing in lacks.items() if is_missing]
