"""Replays a recorded deal: by the engine as far as it is legal, then step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from ...replay.replayed import Replayed, replay_from
from ...replay.round import RecordedRound
from ...rules import CHANCE, Action, Node
from ..cards import PLAYERS
from ..engine.engine import Engine
from ..engine.numbers import PLAY_OF
from ..engine.phases import AUCTION, CONTRACT, EXCHANGE, OVER, PLAY
from ..record import Deal, Trick
from ..rules.deal import deal_action
from ..rules.exchange import bury_action
from ..rules.mighty import MightyRules
from ..rules.state import Bid, State
from .reading import piles_of


class DealRound(RecordedRound[State], frozen=True):
    """A `deal` to be replayed from a given state."""

    deal: Deal


def round_of(deal: Deal, start: State) -> DealRound:
    """Return a deal, ready to be replayed from a state."""
    return DealRound(start, partial(_choose, deal), {}, deal)


def _choose(deal: Deal, state: State, node: Node) -> Mapping[int, Action] | None:
    """Return the actions in a state, or None if the record stops."""
    if state.engine is None:
        *hands, kitty = piles_of(deal)
        return {CHANCE: deal_action(hands, kitty)}
    found = following(deal, state.engine)
    return None if found is None else {found[0]: found[1]}


def following(deal: Deal, engine: Engine) -> tuple[int, Action] | None:
    """Return the next player and action in a deal, or None if the record stops."""
    player = engine.turn
    if engine.phase == PLAY:
        place, action = _place_of_play(deal, engine), None
        if place is not None:
            number, player = place
            action = deal.tricks[number].cards[player]
    elif engine.phase == AUCTION:
        left = (deal.bids or ())[engine.auction.calls :]
        player, action = (left[0].player, left[0].call) if left else (player, None)
    elif engine.phase == EXCHANGE:
        action = None if deal.discard is None else bury_action(deal.discard)
    else:
        action = deal.contract if engine.phase == CONTRACT else deal.friend
    return None if action is None else (player, action)


def field_of(deal: Deal, state: State) -> str:
    """Return the field of a deal that records the action in a state."""
    match state.phase:
        case "auction":
            return f"/bids/{len(state.bids)}"
        case "exchange":
            return "/discard"
        case "contract" | "friend":
            return f"/{state.phase}"
        case _:
            found = None if state.engine is None else _place_of_play(deal, state.engine)
            return "/tricks" if found is None else f"/tricks/{found[0]}/cards/{found[1]}"


def _place_of_play(deal: Deal, engine: Engine) -> tuple[int, int] | None:
    """Return the trick (from 0) and the seat of the next play, or None.

    This is the play of the player to act or, if that is missing, the next recorded play.
    """
    tricks, number, turn = deal.tricks, engine.number - 1, engine.turn
    if number < len(tricks) and _has_played(tricks[number], turn):
        return number, turn
    laid = [(engine.lead + place) % PLAYERS for place in range(engine.place)]
    for number in range(engine.number - 1, len(tricks)):
        for place in range(1, PLAYERS + 1):
            seat = (turn + place) % PLAYERS
            if seat not in laid and _has_played(tricks[number], seat):
                return number, seat
        laid = []
    return None


def _has_played(trick: Trick, seat: int) -> bool:
    return seat < len(trick.cards) and trick.cards[seat] is not None


def bids_of(deal: Deal, engine: Engine) -> tuple[Bid, ...]:
    """Return the calls that were made in a deal."""
    return (deal.bids or ())[: engine.auction.calls]


def replay(rules: MightyRules, played: DealRound) -> Replayed[State]:
    """Replay a well-formed deal."""
    start, deal, taken = played.start, played.deal, 0
    engine = rules.dealt(start, piles_of(deal))
    rules.proceed(start, engine)
    while engine.phase != OVER:
        action = following(deal, engine)
        if action is None or rules.breach(engine, *action) is not None:
            break
        rules.carry_out(engine, *action)
        rules.proceed(start, engine)
        taken += 1
        if engine.phase == PLAY:
            taken += _play_on(rules, start, engine, deal.tricks)
    state = rules.reached(start, engine, bids_of(deal, engine))
    return replay_from(rules, played, state, taken)


def _play_on(rules: MightyRules, start: State, engine: Engine, tricks: Sequence[Trick]) -> int:
    """Carry out the next plays of a deal as long as they are legal; return their number."""
    count = 0
    while engine.phase == PLAY and engine.number <= len(tricks):
        cards = tricks[engine.number - 1].cards
        for _ in range(engine.place, PLAYERS):
            player = engine.turn
            word = cards[player] if player < len(cards) else None
            number = PLAY_OF.get(word or "")
            if number is None or engine.breach(number):
                return count
            engine.play(player, number)
            count += 1
        rules.proceed(start, engine)
    return count
