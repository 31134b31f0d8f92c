"""A deal as its record has it, ready to be replayed."""

from __future__ import annotations

from collections.abc import Mapping

from ..game import CHANCE, Action, Decision, Node, RecordedRound
from .cards import HIDDEN_HANDS, HIDDEN_KITTY, PLAYERS
from .record import Deal, Trick
from .rules.deal import deal_action
from .rules.exchange import bury_action
from .rules.state import State


def recorded(deal: Deal, start: State) -> RecordedRound[State]:
    """A well-formed deal, to be replayed from its first state on."""
    hands = HIDDEN_HANDS if deal.hands is None else deal.hands
    kitty = HIDDEN_KITTY if deal.kitty is None else deal.kitty
    bids = deal.bids or ()
    decisions = {
        "exchange": None if deal.discard is None else bury_action(deal.discard),
        "contract": deal.contract,
        "friend": deal.friend,
    }

    def choose(state: State, node: Node) -> Mapping[int, Action] | None:
        if not isinstance(node, Decision):
            return {CHANCE: deal_action(hands, kitty)}
        if state.phase == "play":
            return _next_play(deal, state)
        if state.phase == "auction":
            number = len(state.bids)
            return {bids[number].player: bids[number].call} if number < len(bids) else None
        action = decisions[state.phase]
        return None if action is None else {state.turn: action}

    return RecordedRound(start, choose, {})


def _next_play(deal: Deal, state: State) -> Mapping[int, Action] | None:
    found = place_of_play(deal, state)
    if found is None:
        return None
    number, seat = found
    return {seat: deal.tricks[number].cards[seat] or ""}


def place_of_play(deal: Deal, state: State) -> tuple[int, int] | None:
    """The number of the trick (from 0) and the seat of the next card; None where there is none.

    It is the card of the player in turn, or else the first one after it that is recorded.
    """
    number = len(state.tricks)
    if number < len(deal.tricks) and _has_played(deal.tricks[number], state.turn):
        return number, state.turn
    laid = [(state.lead + place) % PLAYERS for place in range(len(state.table))]
    for number in range(len(state.tricks), len(deal.tricks)):
        for place in range(PLAYERS):
            seat = (state.turn + place) % PLAYERS
            if seat not in laid and _has_played(deal.tricks[number], seat):
                return number, seat
        laid = []
    return None


def _has_played(trick: Trick, seat: int) -> bool:
    return seat < len(trick.cards) and trick.cards[seat] is not None
