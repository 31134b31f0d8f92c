"""What a deal does not say: what of it can be inferred, and what is a gap."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ...game import IllegalAction
from ..cards import (
    DECK,
    HAND_SIZE,
    HIDDEN,
    KITTY_SIZE,
    PLAYERS,
    SEATS,
    in_order,
    known,
    symbol,
)
from ..record import Cards, Deal, Record, Result, Trick, declared_solo
from ..rules.mighty import MightyRules
from ..rules.scoring import bids_for, shares
from ..rules.state import Contract
from ..well_formed import verify_shape
from .assumptions import LOOK_BACK, UNKNOWN_HANDS, Before, before_of, dealer_of, held
from .interpretations import Course, courses

_TRICKS = 10
_ALL_PLAYED = PLAYERS * _TRICKS

ValueT = TypeVar("ValueT")


class Understood(Struct, frozen=True):
    """A deal with all that can be inferred of it.

    `inferred` names what was, `gaps` what was neither written down nor can be inferred.
    """

    deal: Deal
    inferred: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()


def understood(rules: MightyRules, said: Deal, before: Before, hidden: bool = False) -> Understood:
    """Infer what a deal does not say; of a view, not where the cards were that it hides.

    Raises IllegalAction where the deal is not shaped like one.
    """
    verify_shape(said)
    if _says_all(said) or said == Deal():
        return Understood(said)
    deal = said if hidden else _discard(said)
    tried = courses(rules, deal, before)
    deal = _table(deal, tried)
    if deal.friend_player != said.friend_player:
        # Who the friend was decides the points, and they the rest.
        tried = courses(rules, deal, before)
        deal = _table(deal, tried)
    deal = replace(deal, dealer=dealer_of(rules, deal, before))
    deal = replace(deal, contract=_contract(rules, deal, tried))
    deal = replace(deal, result=_result(deal, tried))
    deal = deal if hidden else _cards(deal)
    return Understood(deal, tuple(_inferred(said, deal)), tuple(_gaps(deal, tried)))


def all_understood(record: Record) -> list[Understood]:
    """The deals of a record with all that can be inferred; one not shaped like a deal stays."""
    rules, found = MightyRules(record.rules), list[Understood]()
    for said in record.deals:
        before = before_of([each.deal for each in found[-LOOK_BACK - 1 :]])
        try:
            found.append(understood(rules, said, before, record.view is not None))
        except IllegalAction:
            found.append(Understood(said))
    return found


def inferred(record: Record) -> Record:
    """The record with all that can be inferred."""
    return replace(record, deals=tuple(each.deal for each in all_understood(record)))


def _says_all(deal: Deal) -> bool:
    if deal.dealer is None or deal.hands is None or deal.kitty is None or deal.bids is None:
        return False
    if HIDDEN in (*deal.kitty, *sum(deal.hands, ()), *(deal.discard or ())):
        return False
    if deal.result is not None and deal.result.end is None:
        return False
    decided = [each is not None for each in (deal.discard, deal.contract, deal.friend)]
    if not deal.tricks:
        return decided == sorted(decided, reverse=True) and "?" not in (deal.contract or "")
    roles_said = deal.president is not None and (
        deal.friend_player is not None or deal.friend == "none"
    )
    marks = (mark for each in deal.tricks for mark in (each.lead, each.winner))
    return all(decided) and roles_said and "?" not in str(deal.contract) and None not in marks


def agreed(values: Iterable[ValueT]) -> ValueT | None:
    """The value that all agree on, None where they do not.

    >>> agreed([2, 2]), agreed([2, 3])
    (2, None)
    """
    different = set(values)
    return different.pop() if len(different) == 1 else None


# What follows from the play


def _table(deal: Deal, tried: Sequence[Course]) -> Deal:
    """Put in president, friend, leads and winners."""
    president, friend = deal.president, deal.friend_player
    if president is None:
        president = agreed(course.president for course in tried)
    if friend is None:
        friend = agreed(course.friend for course in tried)
    if friend is None and deal.friend is None:
        _, friend = _paid(deal.result, president) or (None, None)
    tricks = (_marks(trick, number, tried) for number, trick in enumerate(deal.tricks))
    return replace(deal, president=president, friend_player=friend, tricks=tuple(tricks))


def _marks(trick: Trick, number: int, tried: Sequence[Course]) -> Trick:
    """A trick with its lead and its winner."""
    lead, winner = trick.lead, trick.winner
    if lead is None:
        leads = (
            course.tricks[number].lead if number < len(course.tricks) else course.end.lead
            for course in tried
            if number <= len(course.tricks)
        )
        lead = agreed(leads)
    if winner is None and None not in trick.cards:
        winner = agreed(
            course.tricks[number].winner for course in tried if number < len(course.tricks)
        )
    return replace(trick, lead=lead, winner=winner)


def _paid(result: Result | None, president: int | None) -> tuple[int, int | None] | None:
    """The score by which the players are paid, and who is paid as the president's friend."""
    if result is None or result.payoffs is None or president is None:
        return None
    return shares(result.payoffs, president)


def _contract(rules: MightyRules, deal: Deal, tried: Sequence[Course]) -> str | None:
    """The contract as far as it is known: said, assumed, or told by the score."""
    if not _is_played(deal) or (deal.contract is not None and "?" not in deal.contract):
        return deal.contract
    contract = agreed(course.contract for course in tried)
    if contract is None:
        numbers = {None if each.contract is None else each.contract.points for each in tried}
        number = agreed(numbers)
        return deal.contract if number is None else f"{number}?"
    if contract.points is None:
        contract = Contract(_bid_of_score(rules, deal, contract.trump, tried), contract.trump)
    return str(contract)


def _bid_of_score(
    rules: MightyRules, deal: Deal, trump: str, tried: Sequence[Course]
) -> int | None:
    """The points of the contract under which the score is what it is said to be."""
    options, outcome = rules.options, tried[0].end.outcome
    said, points = _score(deal), None if outcome is None else outcome.points
    if said is None or points is None:
        return None
    return agreed(bids_for(options, trump, points, said, declared_solo(deal)))


def _score(deal: Deal) -> int | None:
    """The score that is said, or by which the players are said to be paid."""
    if deal.result is None or deal.result.score is not None:
        return None if deal.result is None else deal.result.score
    value, _ = _paid(deal.result, deal.president) or (None, None)
    return value


def _result(deal: Deal, tried: Sequence[Course]) -> Result | None:
    """The result, with how the deal ended."""
    outcomes = [course.end.outcome for course in tried]
    if deal.result is None or deal.result.end is not None or None in outcomes:
        return deal.result
    ends = {None if each is None else each.end for each in outcomes}
    end, score = agreed(ends), _score(deal)
    if end is None and score:
        end = "won" if score > 0 else "lost"
    return replace(deal.result, end=end)


def _is_played(deal: Deal) -> bool:
    return deal.friend is not None or bool(deal.tricks)


# Where the cards were


def _discard(deal: Deal) -> Deal:
    """Put in the discard, where all other cards were played."""
    open_cards = {card for cards in held(deal) for card in cards}
    known_already = deal.discard is not None and HIDDEN not in deal.discard
    if len(open_cards) < _ALL_PLAYED or known_already:
        return deal
    return replace(deal, discard=tuple(card for card in DECK if card not in open_cards))


def _cards(deal: Deal) -> Deal:
    """Put in hands and kitty as far as the cards that were played tell them."""
    president = deal.president
    if not deal.tricks or president is None:
        return deal
    played = held(deal)
    hands = UNKNOWN_HANDS if deal.hands is None else deal.hands
    shown = {card for pile in (*hands, deal.kitty or ()) for card in pile}
    filled = tuple(
        hand if seat == president else _filled(hand, cards, shown)
        for seat, hand, cards in zip(SEATS, hands, played, strict=True)
    )
    deal = replace(deal, hands=filled)
    if deal.discard is None or sum(map(len, played)) < _ALL_PLAYED:
        return deal
    return _dealt_to(deal, president, played[president])


def _filled(hand: Cards, played: Cards, shown: Collection[str]) -> Cards:
    """A hand with the cards that were played from it, of those that are not shown anywhere."""
    more = [card for card in played if card not in shown]
    hidden = hand.count(HIDDEN) - len(more)
    if not more or hidden < 0:
        return hand
    return in_order((*known(hand), *more, *(HIDDEN,) * hidden))


def _dealt_to(deal: Deal, president: int, played: Cards) -> Deal:
    """Put in the president's hand or the kitty: together they are what was played and buried."""
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


# What to say of it


def _is_thrown_in(deal: Deal) -> bool:
    return deal.result is not None and deal.result.end == "thrown-in"


def _inferred(said: Deal, deal: Deal) -> Iterator[str]:
    if said.dealer != deal.dealer:
        yield f"the dealer (P{deal.dealer})"
    if said.president != deal.president:
        yield f"the president (P{deal.president})"
    if said.contract != deal.contract and deal.contract is not None:
        number, trump = deal.contract[:-1], symbol(deal.contract[-1])
        yield f"the trump ({trump})" if number == "?" else f"the contract ({number}{trump})"
    if said.hands != deal.hands and deal.hands is not None:
        before = said.hands or ((HIDDEN,),) * PLAYERS
        whole = [
            f"P{seat}"
            for seat in SEATS
            if HIDDEN in before[seat] and HIDDEN not in deal.hands[seat]
        ]
        if whole:
            yield f"the hands of {', '.join(whole)}"
    if said.kitty != deal.kitty:
        yield "the kitty"
    if said.discard != deal.discard and deal.discard is not None:
        yield f"the buried cards ({' '.join(map(symbol, deal.discard))})"
    if said.friend_player != deal.friend_player:
        yield f"the friend (P{deal.friend_player})"
    pairs = list(zip(said.tricks, deal.tricks, strict=True))
    if any(one.lead != other.lead for one, other in pairs):
        yield "who led"
    if any(one.winner != other.winner for one, other in pairs):
        yield "who won the tricks"
    if said.result != deal.result and deal.result is not None:
        yield f"how the deal ended ({deal.result.end})"


def _gaps(deal: Deal, tried: Sequence[Course]) -> Iterator[str]:
    """Name what is missing before the last thing that is there."""
    played = _is_played(deal)
    settled = played or deal.contract is not None
    ended = deal.result is not None and deal.result.end != "unfinished"
    begun = settled or ended or deal.discard is not None or deal.president is not None
    if deal.dealer is None:
        yield "the dealer"
    hidden = [
        f"P{seat}" for seat, hand in enumerate(deal.hands or ((HIDDEN,),) * 5) if HIDDEN in hand
    ]
    if hidden:
        yield f"the {'hand' if len(hidden) == 1 else 'hands'} dealt to {', '.join(hidden)}"
    if deal.kitty is None or HIDDEN in deal.kitty:
        yield "the kitty"
    if deal.bids is None and begun:
        yield "the auction"
    if begun and deal.president is None and not _is_thrown_in(deal):
        yield "the president"
    if settled and (deal.discard is None or HIDDEN in deal.discard):
        yield "the buried cards"
    contract = deal.contract or "??"
    if played and contract[-1] == "?":
        fitting = dict.fromkeys(symbol(course.assumed.trump) for course in tried)
        yield f"the trump ({' or '.join(fitting)} would do)"
    if played and contract[0] == "?":
        yield "the points of the contract"
    if deal.tricks and deal.friend is None:
        yield "how the friend was named"
    if ended and not deal.tricks and not _is_thrown_in(deal):
        yield "the play"
