"""Prepares the deals of a record for replay, and replays them."""

from __future__ import annotations

from collections.abc import Mapping

from ...replay.replayed import Replayed, replay_from
from ...replay.round import RecordedRound
from ...rules import CHANCE, Action, Chance, Node
from ..cards import NONE
from ..engine.pack import pack
from ..record import Cards, Deal, Record
from ..rules import PlanowanieRules, deal_action
from ..state import State

_COUNTS = range(1001)
"""The declarations that are passed to the engine: these include all possible numbers of cards."""


def rules_of(record: Record) -> PlanowanieRules:
    """Return the rules that a game was played under."""
    return PlanowanieRules(record.deck, record.seats, record.plan)


def recorded_round(
    rules: PlanowanieRules, deal: Deal, number: int, totals: tuple[int, ...]
) -> RecordedRound[State]:
    """Return deal `number` (from 0), ready to be replayed; `totals` are the points before it."""
    hands = hands_of(rules, deal, number)

    def choose(state: State, node: Node) -> Mapping[int, Action] | None:
        if isinstance(node, Chance):
            return {CHANCE: deal_action(hands)}
        if state.phase == "declare":
            said = deal.declarations or (None,)
            declared = {player: str(each) for player, each in enumerate(said)}
            return None if None in said else declared
        trick, seat = place_of_play(deal, state) or (None, 0)
        return None if trick is None else {seat: deal.tricks[trick].cards[seat] or ""}

    return RecordedRound(rules.begin(number, totals), choose, {})


def hands_of(rules: PlanowanieRules, deal: Deal, number: int) -> tuple[Cards, ...]:
    """Return the hands of a deal, with hidden cards in place of hands that were not recorded."""
    if deal.hands is not None:
        return deal.hands
    count = rules.plan[number].cards
    return ((rules.deck.hidden,) * count,) * rules.players


def place_of_play(deal: Deal, state: State) -> tuple[int, int] | None:
    """Return the trick (from 0) and the seat of the next card, or None.

    This is the card of the player to act or, if that is missing, any recorded card.
    """
    table = state.deal
    if table is None or state.trick >= len(deal.tricks):
        return None
    number, cards = state.trick, deal.tricks[state.trick].cards
    for place in range(len(cards) - table.laid):
        seat = (table.turn + place) % table.players
        if cards[seat] is not None:
            return number, seat
    return None


def field_of(deal: Deal, state: State, player: int) -> str:
    """Return the field of a deal that records a player's action in a state."""
    if state.phase == "play":
        trick, seat = place_of_play(deal, state) or (0, 0)
        return f"/tricks/{trick}/cards/{seat}"
    return f"/declarations/{player}" if state.phase == "declare" else "/hands"


def replay(
    rules: PlanowanieRules, deal: Deal, number: int, totals: tuple[int, ...]
) -> Replayed[State]:
    """Replay deal `number` (from 0) up to the first broken rule.

    The engine plays the legal part without observations; the rest is replayed step by step.
    """
    recorded = recorded_round(rules, deal, number, totals)
    state, taken = played(rules, deal, recorded.start)
    return replay_from(rules, recorded, state, taken)


def played(rules: PlanowanieRules, deal: Deal, start: State) -> tuple[State, int]:
    """Return the last state that the engine reaches legally, and the number of plies before it."""
    hands, planned = hands_of(rules, deal, start.number), rules.plan[start.number]
    deck = pack(rules.deck.ranks, rules.deck.suits)
    if not deck.can_be_dealt(rules.players, planned.cards, hands):
        return start, 0
    table = rules.table(start.number, hands)
    declared = deal.declarations or ()
    said = [each if each is not None and each in _COUNTS else NONE for each in declared]
    legal = [not table.declaration_breach(*each) for each in enumerate(said)]
    if len(said) != rules.players or not all(legal):
        return rules.state(start, table), 0
    table.declare(said)
    number = deck.numbers.get
    tricks = [[number(card or "", NONE) for card in trick.cards] for trick in deal.tricks]
    table.play_tricks(tricks, rules.leads)
    return rules.state(start, table), rules.players + len(table.played)


def sound_end(
    rules: PlanowanieRules, deal: Deal, number: int, totals: tuple[int, ...]
) -> State | None:
    """Return the end of a deal that was played to its end, with all cards known and no errors.

    `number` counts deals from 0; `totals` are the points before it. None if only a replay by steps
    can show whether there are errors: a deal that stops, hides cards or has variations may also be
    sound.
    """
    if deal.hands is None or deal.variations:
        return None
    state, _ = played(rules, deal, rules.begin(number, totals))
    table, clocks = state.deal, deal.clocks
    if table is None or not table.over:
        return None
    marks = zip(deal.tricks, table.leads, table.winners, strict=False)
    questions = {len(clock) for clock in clocks or () if clock}
    sound = (
        not any(table.pack.hidden in hand for hand in table.dealt)
        and len(deal.tricks) == table.cards
        and deal.points in (None, table.points)
        and all(said.lead in (None, led) and said.winner in (None, won) for said, led, won in marks)
        and (clocks is None or len(clocks) == rules.players)
        and questions <= {table.cards + 1}
    )
    return state if sound else None


def answered(deal: Deal, state: State, player: int) -> int:
    """Return how many questions a player has answered in a deal replayed up to `state`."""
    said = deal.declarations
    declares = state.phase == "declare" and (said is None or said[player] is None)
    return (not declares) + (0 if state.deal is None else state.deal.has_played(player))
