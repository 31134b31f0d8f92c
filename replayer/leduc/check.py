"""Everything that can be wrong with a record of Leduc poker, hand by hand.

A hand is replayed up to the first action that breaks a rule; how it ended is only checked if no
action does.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import Finding
from ..check import Place, check_variations
from ..game import Checked
from ..replay.round import RoundReplay, Step
from ..rules import CHANCE
from ..times import check_times
from . import codes
from .cards import HIDDEN
from .engine.numbers import ANTE
from .record import Hand, Record
from .recorded import field_of, replay
from .rules import LeducRules
from .state import Pair, State
from .totals import Ledger, show


def check(record: Record) -> Checked[State]:
    """Return everything wrong with a record."""
    rules, ledger = LeducRules(), Ledger()
    found = list(check_times(record.start_time, record.end_time))
    ends = list[State | None]()
    state = rules.initial_state()
    for number, hand in enumerate(record.hands, start=1):
        place = Place(number, "hands")
        replayed = replay(rules, hand, state)
        last = replayed.last
        play = _check_play(hand, last, place)
        if play is None:
            outcome = list(_check_outcome(hand, last.state, place, number == len(record.hands)))
        else:
            outcome = [play]
        found += _check_antes(hand, place)
        clear = _returns(last.state, outcome) is not None or not outcome
        found += _check_knowledge(record.view, hand, last.state, clear, place)
        found += outcome
        returns = _returns(last.state, outcome) if hand.ended is None else hand.returns
        found += ledger.check(hand, returns, place)
        if hand.variations:
            main = RoundReplay(number, replayed.steps)
            found += check_variations(rules, main, hand.variations, place)
        ends.append(last.state if last.over else None)
        state = rules.next_round(last.state)
    return Checked(_of_a_view(record, found), ends)


def _of_a_view(record: Record, found: list[Finding]) -> list[Finding]:
    """Drop all but the first finding about hidden cards if a record names no viewer.

    This applies if all of them are about the same player's cards: the record is probably a view.
    """
    hidden = [each for each in found if each.rule is codes.CARD_HIDDEN]
    if record.view is not None or len({each.player for each in hidden}) != 1:
        return found
    return [each for each in found if each not in hidden[1:]]


def _check_antes(hand: Hand, place: Place) -> Iterator[Finding]:
    if hand.antes is not None and hand.antes != (ANTE, ANTE):
        why = f"the antes are {show(hand.antes)}, but each player antes {ANTE}"
        fix = place.right([ANTE, ANTE], "/antes")
        yield place.finding(codes.WRONG_ANTES, why, "/antes", fix=fix)


def _check_knowledge(
    view: int | None, hand: Hand, state: State, clear: bool, place: Place
) -> Iterator[Finding]:
    """Check that a record shows the cards that its player saw, and no others.

    If `clear` is false, it is unclear how the hand ended, and cards shown at its end are not
    checked. If a player does not know their own card, the record is probably not the view it claims
    to be, and the other card is not checked.
    """
    blind = view is not None and hand.cards[view : view + 1] == (HIDDEN,)
    for owner, card in enumerate(hand.cards):
        own = view in (None, owner)
        shown = own or state.end == "showdown"
        if card == HIDDEN and (own or (clear and shown)):
            who = "the author of a complete record" if view is None else f"player {view}"
            why = f"the card of player {owner} is hidden, but {who} knows it"
            yield place.finding(codes.CARD_HIDDEN, why, f"/cards/{owner}", player=owner)
        elif clear and not shown and card != HIDDEN and not blind:
            why = f"player {view} did not see the card of player {owner}: write {HIDDEN}"
            field = f"/cards/{owner}"
            fix = place.right(HIDDEN, field)
            yield place.finding(codes.VIEW_KNOWS_TOO_MUCH, why, field, player=owner, fix=fix)


def _check_play(hand: Hand, last: Step[State], place: Place) -> Finding | None:
    """Return the rule that the play breaks, or an error if the hand continues after its end."""
    state, breach = last.state, last.breach
    if breach is not None:
        ((player, _),) = (last.actions or {}).items()
        field = field_of(hand, state)
        who = None if player == CHANCE else player
        found = place.finding(breach.rule, str(breach), field, ply=last.ply or None, player=who)
        return found.but(fix=place.mended(field, breach))
    if state.taken < len(hand.actions):
        why = f"the hand is over after action {state.taken}, but it continues"
        return place.finding(codes.GOES_ON_AFTER_END, why, f"/actions/{state.taken}")
    return None


def _check_outcome(hand: Hand, state: State, place: Place, is_last: bool) -> Iterator[Finding]:
    """Yield the first error in what a record says about the end of a hand."""
    if state.end is None:
        yield from _check_unfinished(hand, place, is_last)
    elif hand.end not in (None, state.end):
        why = f"the end is recorded as a {hand.end}, but the hand ends with a {state.end}"
        yield place.finding(codes.WRONG_END, why, "/end", fix=place.right(state.end, "/end"))
    elif hand.returns is not None and state.returns not in (None, hand.returns):
        why = f"the returns are {show(hand.returns)}, but must be {show(state.returns)}"
        fix = place.right(state.returns, "/returns")
        yield place.finding(codes.WRONG_RETURNS, why, "/returns", fix=fix)


def _check_unfinished(hand: Hand, place: Place, is_last: bool) -> Iterator[Finding]:
    if hand.end is not None:
        why = "the record has an end, but the hand is not over"
        yield place.finding(codes.WRONG_END, why, "/end")
    elif hand.ended is not None:
        return  # no rule gives the returns
    elif hand.returns is not None:
        why = "the record has returns, but the hand is not over"
        yield place.finding(codes.WRONG_RETURNS, why, "/returns")
    elif hand.totals is not None:
        why = "the record has totals, but the hand is not over"
        yield place.finding(codes.WRONG_TOTALS, why, "/totals")
    elif not is_last:
        why = "the hand stops before its end, but another one follows"
        yield place.finding(codes.ENDS_EARLY, why, "/actions")


def _returns(state: State, outcome: list[Finding]) -> Pair | None:
    """Return the returns of a hand, or None if it is unclear how the hand ended."""
    unclear = any(each.rule is not codes.WRONG_RETURNS for each in outcome)
    return None if unclear else state.returns
