"""The deals of a record, ready to be replayed."""

from __future__ import annotations

from collections.abc import Mapping

from ..replay import RecordedRound
from ..rules import CHANCE, Action, Chance, Node
from .deal import deal_action
from .record import Cards, Deal, Record
from .rules import PlanowanieRules
from .state import State


def rules_of(record: Record) -> PlanowanieRules:
    """The rules that a game was played under."""
    return PlanowanieRules(record.deck, record.seats, record.plan)


def recorded_round(
    rules: PlanowanieRules, deal: Deal, number: int, totals: tuple[int, ...]
) -> RecordedRound[State]:
    """A deal, whose number counts from 0, ready to be replayed; `totals` are those before it."""
    hands = hands_of(rules, deal, number)

    def choose(state: State, node: Node) -> Mapping[int, Action] | None:
        if isinstance(node, Chance):
            return {CHANCE: deal_action(hands)}
        if state.phase == "declare":
            said = deal.declarations
            if said is None or None in said:
                return None
            return {player: str(declared) for player, declared in enumerate(said)}
        place = place_of_play(deal, state)
        if place is None:
            return None
        trick, seat = place
        return {seat: deal.tricks[trick].cards[seat] or ""}

    return RecordedRound(rules.begin(number, totals), choose, {})


def hands_of(rules: PlanowanieRules, deal: Deal, number: int) -> tuple[Cards, ...]:
    """The hands of a deal, hidden cards where nobody wrote them down."""
    if deal.hands is not None:
        return deal.hands
    count = rules.plan[number].cards
    return ((rules.deck.hidden,) * count,) * rules.players


def place_of_play(deal: Deal, state: State) -> tuple[int, int] | None:
    """The number of the trick (from 0) and the seat of the next card, None where there is none.

    It is that of the player in turn, or else whichever stands there.
    """
    players, number = len(state.hands), len(state.tricks)
    cards = deal.tricks[number].cards if number < len(deal.tricks) else ()
    for place in range(len(cards) - len(state.table)):
        seat = (state.turn + place) % players
        if cards[seat] is not None:
            return number, seat
    return None


def field_of(deal: Deal, state: State, player: int) -> str:
    """The field of a deal that says what a player does in a state."""
    if state.phase == "play":
        trick, seat = place_of_play(deal, state) or (0, 0)
        return f"/tricks/{trick}/cards/{seat}"
    return f"/declarations/{player}" if state.phase == "declare" else "/hands"
