"""Explanations of a deal that contradicts itself: which one slip explains what is wrong with it.

A wrong call, contract or lead makes sound play look wrong, again and again. So a deal with several
errors, or with one in its auction, is also read as if its auction, its contract or the leads of its
tricks were what somebody mistyped, or as if two tricks were swapped. The slip is reported, and then
only what is wrong with the deal without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ....findings import Finding
from ...check import Place
from ...tricks import left_over
from .. import codes
from ..cards import HAND_SIZE, HIDDEN, HIDDEN_KITTY, SEATS, TRUMPS, card_of, symbol
from ..engine.engine import Engine
from ..engine.phases import PLAY
from ..inference.meaning import Meaning, interpret
from ..inference.partial import PartialRules
from ..record import Deal, Trick
from ..rules.auction import contract_of, first_bidder, highest
from ..rules.scoring import bids_for
from ..rules.state import Contract, State


class Explanation(Struct, frozen=True):
    """A deal as it may be meant, and the slips that then are in what is written.

    So many plies are `passed_over`: calls of an auction that is left out. `restored` is the number
    (from 0) of a trick that is missing in what is written.
    """

    rules: PartialRules
    meaning: Meaning
    deal: Deal
    slips: tuple[Finding, ...] = ()
    passed_over: int = 0
    restored: int | None = None


class LedAsMarked(PartialRules, frozen=True):
    """The rules of Mighty, but each trick is led by the player who is marked as leading it."""

    leads: tuple[int | None, ...] = ()

    def proceed(self, state: State, engine: Engine) -> None:
        """Pass over what was not written down, and give the lead to whom it is marked for."""
        PartialRules.proceed(self, state, engine)
        number = engine.number - 1
        lead = self.leads[number] if number < len(self.leads) else None
        if engine.phase == PLAY and engine.place == 0 and lead is not None:
            engine.lead = engine.turn = lead


def explanations(
    rules: PartialRules,
    meaning: Meaning,
    deal: Deal,
    last: State,
    found: Sequence[Finding],
    place: Place,
) -> Iterator[Explanation]:
    """Explanations under which one slip explains more than one error of a deal.

    `last` is the last state of the deal as it is written, `found` is what is wrong with it.
    """
    yield from _with_other_card_in_hand(rules, meaning, deal, place)
    if any(trick.lead is not None for trick in deal.tricks[1:]):
        leads = (None, *(trick.lead for trick in deal.tricks[1:]))
        yield Explanation(LedAsMarked(rules.options, leads=leads), meaning, deal)
    yield from _with_tricks_swapped(rules, meaning, deal, found, place)
    yield from _with_trick_restored(rules, meaning, deal, found)
    yield from _with_other_friend(rules, meaning, deal, place)
    yield from _with_other_trump(rules, meaning, deal, place)
    if not meaning.assumptions:
        yield from _with_other_contract(rules, meaning, deal, last, place)
    without = without_auction(rules, meaning, deal)
    if without is not None:
        slips, calls = (_misfit(deal, place),), len(deal.bids or ())
        yield replace(without, slips=slips, passed_over=calls)


def _with_other_card_in_hand(
    rules: PartialRules, meaning: Meaning, deal: Deal, place: Place
) -> Iterator[Explanation]:
    """The deal with a card that a player plays, in place of one in hand that another plays."""
    for seat, number, right, other in wrong_in_hand(deal):
        hands = [list(hand) for hand in deal.hands or ()]
        wrong, hands[seat][number] = hands[seat][number], right
        field = f"/hands/{seat}/{number}"
        why = f"P{seat} plays {symbol(right)}, and in the hand stands {symbol(wrong)}"
        slip = place.finding(
            codes.CARD_NOT_IN_HAND,
            f"{why}, which P{other} plays: write {symbol(right)}",
            field,
            player=seat,
            fix=place.fix(f"write {symbol(right)}", field, right, safe=False),
        )
        meant = replace(deal, hands=tuple(map(tuple, hands)))
        found = interpret(rules, meant, meaning.before)
        if not found.malformed:
            yield Explanation(rules, found, found.checked, (slip,))


def wrong_in_hand(deal: Deal) -> Iterator[tuple[int, int, str, int]]:
    """Cards in hands that others play, where the player plays a card that the hand lacks.

    The player, the number of the card in the hand (from 0), the card that is lacking, and who plays
    the one that stands there.
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


def _with_tricks_swapped(
    rules: PartialRules, meaning: Meaning, deal: Deal, found: Sequence[Finding], place: Place
) -> Iterator[Explanation]:
    """The deal with two tricks swapped.

    One is the first in which something is wrong; or that before it, if both have the same leader.
    """
    wrong = _first_trick(found)
    if wrong is None or any(each.called is not None for each in meaning.assumptions):
        return
    for first in range(wrong, max(0, wrong - 1) - 1, -1):
        for other in range(first + 1, min(len(deal.tricks), HAND_SIZE)):
            tricks = [*deal.tricks]
            tricks[first], tricks[other] = tricks[other], tricks[first]
            swapped = f"tricks {first + 1} and {other + 1} seem to be swapped"
            slip = found[0].but(message=f"{found[0].message}: {swapped}", fix=None)
            if first < wrong:
                slip = slip.but(pointer=place.pointer(f"/tricks/{first}"), ply=None, player=None)
            yield Explanation(rules, meaning, replace(deal, tricks=tuple(tricks)), (slip,))


def _with_trick_restored(
    rules: PartialRules, meaning: Meaning, deal: Deal, found: Sequence[Finding]
) -> Iterator[Explanation]:
    """The deal with a trick of the cards that nobody plays, before the first wrong one."""
    wrong, hands = _first_trick(found), deal.hands
    if wrong is None or hands is None or len(deal.tricks) != HAND_SIZE - 1:
        return
    played = [card_of(play) for trick in deal.tricks for play in trick.played]
    more = {deal.president: (*(deal.kitty or HIDDEN_KITTY),)}
    held = [(*hand, *more.get(seat, ())) for seat, hand in enumerate(hands)]
    left = left_over(held, [*played, *(deal.discard or ())], HIDDEN)
    if left is None:
        return
    cards = " ".join(map(symbol, left))
    for at in range(wrong, max(-1, wrong - 2), -1):
        tricks = (*deal.tricks[:at], Trick(cards=left), *deal.tricks[at:])
        why = f"{found[0].message}: a trick of {cards} seems to be missing before trick {at + 1}"
        slip = found[0].but(message=why, fix=None)
        yield Explanation(rules, meaning, replace(deal, tricks=tricks), (slip,), restored=at)


def _first_trick(found: Sequence[Finding]) -> int | None:
    """The number (from 0) of the first trick in which something is wrong."""
    in_trick = [_TRICK.search(each.pointer or "") for each in found]
    return min((int(each[1]) for each in in_trick if each is not None), default=None)


_TRICK = re.compile(r"/tricks/([0-9]+)/")


def with_other_dealer(
    rules: PartialRules, meaning: Meaning, deal: Deal, place: Place
) -> Iterator[Explanation]:
    """The deal with each dealer under whom the first call of its auction is in turn.

    A single call may as well be that of another player.
    """
    if deal.bids is None or len(deal.bids) < 2:
        return
    first, last = deal.bids[0].player, meaning.before.last_president
    for seat in SEATS:
        if seat != deal.dealer and first_bidder(rules.options, seat, last) == first:
            why = f"P{deal.dealer} is named as the dealer, but in the auction P{first} is the first"
            slip = place.finding(
                codes.WRONG_DEALER,
                f"{why}, as if P{seat} had dealt",
                "/dealer",
                player=deal.dealer,
                fix=place.right(seat, "/dealer"),
            )
            yield Explanation(rules, meaning, replace(deal, dealer=seat), (slip,))


def without_auction(rules: PartialRules, meaning: Meaning, deal: Deal) -> Explanation | None:
    """The deal as if its auction were not written down; None where nothing else shows it."""
    shown = deal.contract is not None or any(trick.played for trick in deal.tricks)
    if deal.bids is None or not shown:
        return None
    # Without its auction, a deal does not say either how it was thrown in.
    found = interpret(rules, replace(meaning.written, bids=None), meaning.before)
    return None if found.malformed else Explanation(rules, found, found.checked)


def _with_other_contract(
    rules: PartialRules, meaning: Meaning, deal: Deal, last: State, place: Place
) -> Iterator[Explanation]:
    """The deal with the contract that was bid, or with the only one that gives its score."""
    written = None if deal.contract is None else contract_of(deal.contract)
    if written is None:
        return
    bid, other = highest(deal.bids or ()), dict[str, str]()
    if bid is not None:
        other[str(bid[1])] = "was bid"
    outcome, result = last.outcome, deal.result
    if outcome is not None and outcome.points is not None and result and result.score is not None:
        scored = bids_for(
            rules.options, written.trump, outcome.points, result.score, deal.declared_solo
        )
        if len(scored) == 1:
            other.setdefault(str(replace(written, points=scored[0])), "gives the score")
    for contract, why in other.items():
        if contract != deal.contract:
            message = f"the contract is {_word(deal.contract or '')}, but {_word(contract)} {why}"
            message = f"{message}, and with it the rest of the deal is right"
            fix = place.right(contract, "/contract")
            slip = place.finding(codes.WRONG_CONTRACT, message, "/contract", fix=fix)
            yield Explanation(rules, meaning, replace(deal, contract=contract), (slip,))


def _with_other_trump(
    rules: PartialRules, meaning: Meaning, deal: Deal, place: Place
) -> Iterator[Explanation]:
    """The deal with each other trump, where no auction confirms the one of its contract."""
    if deal.bids is not None or deal.trump is None or not deal.tricks:
        return
    for trump in TRUMPS:
        if trump != deal.trump:
            contract = str(Contract(deal.points, trump))
            found = interpret(rules, replace(meaning.written, contract=contract), meaning.before)
            why = f"the contract is {_word(deal.contract or '')}, but with {symbol(trump)}"
            message = f"{why} as the trump the rest of the deal is right"
            fix = place.right(contract, "/contract")
            slip = place.finding(codes.WRONG_CONTRACT, message, "/contract", fix=fix)
            if not found.malformed:
                yield Explanation(rules, found, found.checked, (slip,))


def _with_other_friend(
    rules: PartialRules, meaning: Meaning, deal: Deal, place: Place
) -> Iterator[Explanation]:
    """The deal with each other friend, where only the mark and the result say who it is."""
    marked = meaning.written.friend_player
    if marked is None or deal.friend is not None or deal.result is None or not deal.tricks:
        return
    for friend in SEATS:
        if friend not in (marked, deal.president):
            meant = replace(meaning.written, friend_player=friend)
            found = interpret(rules, meant, meaning.before)
            why = f"P{marked} is marked as the friend, but the result is that of P{friend}"
            fix = place.right(friend, "/friend_player")
            slip = place.finding(codes.WRONG_ROLE, why, "/friend_player", player=marked, fix=fix)
            if not found.malformed:
                yield Explanation(rules, found, found.checked, (slip,))


def _misfit(deal: Deal, place: Place) -> Finding:
    """The finding that the auction ends otherwise than the rest of the deal shows."""
    bids = deal.bids or ()
    best, president = highest(bids), deal.president
    ends = "nobody bids" if best is None else f"P{best[0]} bids highest, {_word(str(best[1]))}"
    shown = [] if president is None else [f"P{president} as the president"]
    shown += [] if deal.contract is None else [f"{_word(deal.contract)} as the contract"]
    why = f"in the auction {ends}, but the deal goes on with {' and '.join(shown) or 'its play'}"
    calls = [number for number, bid in enumerate(bids) if bid.player == president]
    field = f"/bids/{calls[-1]}" if calls else "/bids"
    return place.finding(codes.AUCTION_DOES_NOT_FIT, why, field, player=president)


def _word(contract: str) -> str:
    """A contract as people write it."""
    return f"{contract[:-1]}{symbol(contract[-1:])}"
