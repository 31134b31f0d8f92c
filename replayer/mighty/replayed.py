"""The replay of a deal: by the engine to its end, and step by step where somebody asks for that."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct

from ..replay import Step, walk
from ..rules import IllegalAction
from .cards import PLAYERS
from .engine.engine import Engine
from .engine.hands import OVER, PLAY
from .engine.numbers import PLAY_OF
from .record import Trick
from .recorded import DealRound
from .rules.mighty import MightyRules
from .rules.state import State


class Replayed(Struct, frozen=True, dict=True):
    """The replay of a deal under some rules, as far as it goes; `last` is its last step."""

    rules: MightyRules
    round: DealRound
    last: Step[State]

    @property
    def state(self) -> State:
        """The state in which the replay ends."""
        return self.last.state

    @property
    def breach(self) -> IllegalAction | None:
        """The broken rule at which it stops, None where it does not."""
        return self.last.breach

    @cached_property
    def steps(self) -> tuple[Step[State], ...]:
        """All of its steps: they are only walked through where somebody asks."""
        return tuple(walk(self.rules, self.round))


def replay(rules: MightyRules, played: DealRound) -> Replayed:
    """Replay a deal that is well-formed."""
    start, recorded, taken = played.start, played.recorded, 0
    engine = rules.dealt(start, recorded.piles)
    rules.proceed(start, engine)
    following = recorded.following(engine)
    breach = None
    while following is not None:
        breach = rules.breach(engine, *following)
        if breach is not None:
            break
        rules.carry_out(engine, *following)
        rules.proceed(start, engine)
        taken += 1
        if engine.phase == PLAY:
            taken += _played_on(rules, start, engine, recorded.deal.tricks)
        following = None if engine.phase == OVER else recorded.following(engine)
    state = rules.reached(start, engine, recorded.bids(engine))
    ply = 0 if engine.phase == OVER else taken + 1
    actions = None if following is None else {following[0]: following[1]}
    return Replayed(rules, played, Step(ply, state, rules.node(state), actions, None, breach))


def _played_on(rules: MightyRules, start: State, engine: Engine, tricks: Sequence[Trick]) -> int:
    """Carry out the plays that follow, as long as they are legal; return their number."""
    count = 0
    while engine.phase == PLAY and len(engine.tricks) < len(tricks):
        cards = tricks[len(engine.tricks)].cards
        for _ in range(len(engine.plays), PLAYERS):
            player = engine.turn
            play = PLAY_OF.get(cards[player] or "") if player < len(cards) else None
            if play is None or engine.breach(play):
                return count
            engine.play(player, play)
            count += 1
        rules.proceed(start, engine)
    return count
