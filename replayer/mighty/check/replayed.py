"""Replays of deals: with the engine as far as they are legal, then step by step."""

from __future__ import annotations

from collections.abc import Sequence

from ...replay.replayed import Replayed, replay_from
from ..cards import PLAYERS
from ..engine.engine import Engine
from ..engine.numbers import PLAY_OF
from ..engine.phases import OVER, PLAY
from ..record import Trick
from ..rules.mighty import MightyRules
from ..rules.state import State
from .recorded import DealRound


def replay(rules: MightyRules, played: DealRound) -> Replayed[State]:
    """Replay a deal that is well-formed."""
    start, recorded, taken = played.start, played.recorded, 0
    engine = rules.dealt(start, recorded.piles)
    rules.proceed(start, engine)
    while engine.phase != OVER:
        following = recorded.following(engine)
        if following is None or rules.breach(engine, *following) is not None:
            break
        rules.carry_out(engine, *following)
        rules.proceed(start, engine)
        taken += 1
        if engine.phase == PLAY:
            taken += play(rules, start, engine, recorded.deal.tricks)
    state = rules.reached(start, engine, recorded.bids(engine))
    return replay_from(rules, played, state, taken)


def play(rules: MightyRules, start: State, engine: Engine, tricks: Sequence[Trick]) -> int:
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
