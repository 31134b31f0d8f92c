"""Plausible edits of a deal that contradicts itself.

A wrong call, contract or lead can make a lot of sound play look wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, TypeAlias

from msgspec.structs import replace

from ....findings import Finding, Rule
from ...check import Place
from ...hypotheses import Hypothesis, trick_edits
from ...tricks import left_over
from .. import codes
from ..cards import HIDDEN, HIDDEN_KITTY, SEATS, TRUMPS, card_of, symbol
from ..engine.engine import Engine
from ..engine.phases import PLAY
from ..inference.meaning import Meaning, interpret
from ..inference.partial import PartialRules
from ..record import Deal, Trick
from ..rules.auction import contract_of, first_bidder
from ..rules.state import Contract, State
from .reading import but

Meanings: TypeAlias = Iterator[Hypothesis[Meaning]]

Other: TypeAlias = tuple[str, object, Rule, str, int | None]
"""A field of a deal, its right value, and the slip: its rule, its message and its player."""


class LedAsMarked(PartialRules, frozen=True):
    """The rules of Mighty, except that each trick is led by the player marked as its leader."""

    leads: tuple[int | None, ...] = ()

    def proceed(self, state: State, engine: Engine) -> None:
        """Pass over decisions that were not recorded, and give the lead to the marked player."""
        PartialRules.proceed(self, state, engine)
        number = engine.number - 1
        lead = self.leads[number] if number < len(self.leads) else None
        if engine.phase == PLAY and engine.place == 0 and lead is not None:
            engine.lead = engine.turn = lead


def of_deal(meaning: Meaning, found: Sequence[Finding], place: Place) -> Meanings:
    """Yield the slips that may explain what was `found` in a deal."""
    rules, deal = meaning.rules, meaning.deal
    yield from _with_other_card_in_hand(meaning, place)
    if any(trick.lead is not None for trick in deal.tricks[1:]):
        leads = (None, *(trick.lead for trick in deal.tricks[1:]))
        yield Hypothesis(replace(meaning, rules=LedAsMarked(rules.options, leads=leads)))
    if all(each.called is None for each in meaning.assumptions):
        missing = _missing_trick(deal)
        for tricks, slip, restored in trick_edits(deal.tricks, missing, found, place):
            other = replace(meaning, deal=replace(deal, tricks=tricks))
            yield Hypothesis(other, (slip,), restored is not None, restored)
    yield from _with_other(meaning, chain(_other_friends(meaning), _other_trumps(meaning)), place)
    if not meaning.assumptions:
        yield from _with_other(meaning, _other_contracts(meaning), place)
    yield from without_auction(meaning, (_misfit(deal, place),))


def of_auction(
    meaning: Meaning, found: Sequence[Finding], dealer_known: bool, place: Place
) -> Meanings:
    """Yield the slips that may explain why the auction of a deal cannot be followed."""
    if not dealer_known:
        yield from _with_other(meaning, _other_dealers(meaning), place)
    yield from without_auction(meaning, found)


def _with_other_card_in_hand(meaning: Meaning, place: Place) -> Meanings:
    """Yield the deal with one card corrected in a hand that lacks a card its player plays."""
    for seat, number, right, other in wrong_in_hand(meaning.deal):
        field, wrong = f"/hands/{seat}/{number}", (meaning.deal.hands or ())[seat][number]
        why = f"P{seat} plays {symbol(right)}, but the hand has {symbol(wrong)} instead"
        slip = place.finding(
            codes.CARD_NOT_IN_HAND,
            f"{why}, which P{other} plays: write {symbol(right)}",
            field,
            player=seat,
            fix=place.fix(f"write {symbol(right)}", field, right, safe=False),
        )
        changed = _read(meaning, but(meaning.deal, {field: right}))
        if changed is not None:
            yield Hypothesis(changed, (slip,))


def wrong_in_hand(deal: Deal) -> Iterator[tuple[int, int, str, int]]:
    """Yield the cards in hands that seem wrong.

    Another player plays such a card, and the hand lacks a card that its own player plays. Each
    comes with the player, the number of the card in the hand (from 0), the missing card, and the
    other player.
    """
    played = deal.cards_played
    for seat, hand in enumerate(deal.hands or ()):
        buried = (deal.discard or ()) if seat == deal.president else ()
        more = (deal.kitty or HIDDEN_KITTY) if seat == deal.president else ()
        own = {*hand, *more}
        lacking = [card for card in (*played[seat], *buried) if card not in own]
        if HIDDEN in own or len(lacking) != 1:
            continue
        for number, card in enumerate(hand):
            for other in SEATS:
                if other != seat and card in played[other]:
                    yield seat, number, lacking[0], other


def _missing_trick(deal: Deal) -> tuple[Trick, str] | None:
    """Return a trick made of the cards that nobody plays, and their names, if they form a trick."""
    if deal.hands is None:
        return None
    played = [card_of(play) for trick in deal.tricks for play in trick.played]
    more = {deal.president: (*(deal.kitty or HIDDEN_KITTY),)}
    held = [(*hand, *more.get(seat, ())) for seat, hand in enumerate(deal.hands)]
    left = left_over(held, [*played, *(deal.discard or ())], HIDDEN)
    return None if left is None else (Trick(cards=left), " ".join(map(symbol, left)))


def _other_dealers(meaning: Meaning) -> Iterator[Other]:
    """Yield each dealer for whom the first call of the auction is in turn.

    Yield nothing if there is only one call, which may be another player's.
    """
    calls, dealer = meaning.deal.bids or (), meaning.deal.dealer
    if len(calls) < 2:
        return
    first = calls[0].player
    for seat in SEATS:
        right = first_bidder(meaning.rules.options, seat, meaning.before.last_president)
        if seat != dealer and right == first:
            why = f"P{dealer} is named as the dealer, but P{first} is first in the auction"
            why = f"{why}, as if P{seat} had dealt"
            yield "dealer", seat, codes.WRONG_DEALER, why, dealer


def without_auction(meaning: Meaning, slips: Sequence[Finding]) -> Meanings:
    """Yield the deal without its auction, if something else shows its contract."""
    deal = meaning.deal
    shown = deal.contract is not None or any(trick.played for trick in deal.tricks)
    # Without an auction, it is also unknown how a deal was thrown in.
    other = _but(meaning, bids=None) if deal.bids is not None and shown else None
    if other is not None:
        yield Hypothesis(other, tuple(slips))


def _other_contracts(meaning: Meaning) -> Iterator[Other]:
    """Yield the contract that was bid."""
    deal, bid = meaning.deal, meaning.deal.highest_bid
    if deal.contract is None or contract_of(deal.contract) is None or bid is None:
        return
    contract = str(bid[1])
    if contract != deal.contract:
        why = f"the contract is {_word(deal.contract)}, but {_word(contract)} was bid"
        why = f"{why}, and the rest of the deal agrees with that"
        yield "contract", contract, codes.WRONG_CONTRACT, why, None


def _other_trumps(meaning: Meaning) -> Iterator[Other]:
    """Yield every other trump, if no auction confirms the trump of the contract."""
    deal = meaning.deal
    if deal.bids is not None or deal.trump is None or not deal.tricks:
        return
    for trump in TRUMPS.replace(deal.trump, ""):
        contract = str(Contract(deal.points, trump))
        why = f"the contract is {_word(deal.contract or '')}, but the rest of the deal would be"
        why = f"{why} right if the trump were {symbol(trump)}"
        yield "contract", contract, codes.WRONG_CONTRACT, why, None


def _other_friends(meaning: Meaning) -> Iterator[Other]:
    """Yield every other friend, if only the mark and the result show who is the friend."""
    deal, marked = meaning.deal, meaning.written.friend_player
    if marked is None or deal.friend is not None or deal.result is None or not deal.tricks:
        return
    for seat in {*SEATS} - {marked, deal.president}:
        why = f"P{marked} is marked as the friend, but according to the result, it is P{seat}"
        yield "friend_player", seat, codes.WRONG_ROLE, why, marked


def _with_other(meaning: Meaning, others: Iterator[Other], place: Place) -> Meanings:
    """Yield the written deal with each of these changes that does not make it malformed."""
    for field, right, rule, why, player in others:
        other, where = _but(meaning, **{field: right}), f"/{field}"
        if other is not None:
            slip = place.finding(rule, why, where, player=player, fix=place.right(right, where))
            yield Hypothesis(other, (slip,))


def _but(meaning: Meaning, **changes: Any) -> Meaning | None:
    """Return the written deal with some values changed, or None if that makes it malformed."""
    return _read(meaning, replace(meaning.written, **changes))


def _read(meaning: Meaning, deal: Deal) -> Meaning | None:
    """Read another deal in place of this one; return None if it is malformed."""
    found = interpret(meaning.rules, deal, meaning.before)
    return None if found.malformed else found


def _misfit(deal: Deal, place: Place) -> Finding:
    """Return the finding that the rest of the deal contradicts the end of the auction."""
    bids = deal.bids or ()
    best, president = deal.highest_bid, deal.president
    ends = "nobody bids" if best is None else f"P{best[0]} bids highest, {_word(str(best[1]))}"
    shown = [] if president is None else [f"P{president} as the president"]
    shown += [] if deal.contract is None else [f"{_word(deal.contract)} as the contract"]
    why = f"in the auction {ends}, but the deal goes on with {' and '.join(shown) or 'its play'}"
    calls = [number for number, bid in enumerate(bids) if bid.player == president]
    field = f"/bids/{calls[-1]}" if calls else "/bids"
    return place.finding(codes.AUCTION_DOES_NOT_FIT, why, field, player=president)


def _word(contract: str) -> str:
    """Return a contract as people write it."""
    return f"{contract[:-1]}{symbol(contract[-1:])}"
