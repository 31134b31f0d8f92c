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
    """The replay of a deal under some rules.

    `sound` is its last state where the engine played it as far as it is recorded, and no rule is
    broken. Otherwise it is walked through step by step, to explain why.
    """

    rules: MightyRules
    round: DealRound
    sound: State | None

    @cached_property
    def steps(self) -> tuple[Step[State], ...]:
        """The steps of the replay: most deals never need them."""
        return tuple(walk(self.rules, self.round))

    @property
    def last(self) -> State:
        """The state in which the replay ends."""
        return self.steps[-1].state if self.sound is None else self.sound

    @property
    def breach(self) -> IllegalAction | None:
        """The broken rule at which the replay stops, None where it does not."""
        return self.steps[-1].breach if self.sound is None else None


def replay(rules: MightyRules, played: DealRound) -> Replayed:
    """Replay a deal that is well-formed."""
    return Replayed(rules, played, _played_through(rules, played))


def _played_through(rules: MightyRules, played: DealRound) -> State | None:
    """The last state of a deal without the steps before it, None where a rule is broken."""
    start, recorded = played.start, played.recorded
    deal, engine = recorded.deal, rules.dealt(start, recorded.piles)
    rules.proceed(start, engine)
    while engine.phase < PLAY:
        following = recorded.following(engine)
        if following is None:
            break
        if rules.breach(engine, *following) is not None:
            return None
        rules.carry_out(engine, *following)
        rules.proceed(start, engine)
    if engine.phase == PLAY and not _tricks_played(rules, start, engine, deal.tricks):
        return None
    return rules.reached(start, engine, deal.bids or ())


def _tricks_played(
    rules: MightyRules, start: State, engine: Engine, tricks: Sequence[Trick]
) -> bool:
    """Play the tricks of a deal as far as they are recorded; say whether no rule is broken."""
    for number, trick in enumerate(tricks):
        if engine.phase == OVER:
            break
        cards = trick.cards
        for _ in range(PLAYERS):
            player = engine.turn
            word = cards[player] if player < len(cards) else None
            if word is None:
                left = sum(len(each.played) for each in tricks[number:])
                return left == len(engine.plays)
            play = PLAY_OF.get(word)
            if play is None or engine.breach(play):
                return False
            engine.play(player, play)
        rules.proceed(start, engine)
    return True
