"""Prepares the rounds of a record for replay, and replays them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from ...replay.round import RecordedRound, Step, walk
from ...rules import CHANCE, Action, Chance, Decision, IllegalAction, Node
from .. import codes
from ..engine.engine import Table, play
from ..pieces import with_five_shi
from ..record import Record, Result, Round, split_plies
from ..rules import PLAY_ON, REDEAL, GoitaRules, verify_deal
from ..state import State

_PLAYABLE = frozenset(
    rule.code
    for rule in (codes.KING_MAY_NOT_ATTACK, codes.RECEIVE_MUST_MATCH, codes.KING_MAY_NOT_RECEIVE)
)
"""The rules that can be broken without stopping the play."""


def rules_of(record: Record) -> GoitaRules:
    """Return the rules for replaying the record of a match."""
    return GoitaRules(record.rules, partial=record.view == "partial")


def recorded_round(rules: GoitaRules, played: Round) -> RecordedRound[State]:
    """Return a recorded round, ready to be replayed.

    Raises IllegalAction unless it has four hands and a dealer from 0 to 3.
    """
    if len(played.hands) != 4:
        verify_deal(played.hands)
    if played.dealer not in range(4):
        why = f"dealer {played.dealer} is not a player: players are 0 to 3"
        raise IllegalAction(codes.PLAYER_OUT_OF_RANGE, why)
    recorded = split_plies(played.record)
    actions = iter(recorded[:-1] if played.ended_by_foul else recorded)
    redealt = is_redealt(played)

    def choose(state: State, node: Node) -> Mapping[int, Action] | None:
        if isinstance(node, Chance):
            return {CHANCE: " ".join(played.hands)}
        if state.deciding:
            decision = PLAY_ON if played.record else REDEAL
            return {state.turn: decision} if played.record or redealt else None
        action = next(actions, None)
        return None if action is None else {state.turn: action}

    fouls = {foul.ply: foul.rule for foul in reversed(played.fouls) if foul.rule in _PLAYABLE}
    return RecordedRound(_start(rules, played), choose, fouls)


def _start(rules: GoitaRules, played: Round) -> State:
    score = played.score or (0, 0)
    return rules.initial_state(played.dealer, (score[0], score[-1]))


def is_redealt(played: Round) -> bool:
    """Return whether the record says that the deal was thrown in."""
    return played.result is not None and played.result.end == "redeal"


class Replayed(Struct, frozen=True, dict=True):
    """A round as read, and the result of replaying it under some rules.

    `last` is the last step of its replay, or None if its deal is wrong; `taken` is the number of
    plies before that step. `breach` is the broken rule at which the replay stopped. The round is
    `sound` if it was replayed to its last action.
    """

    rules: GoitaRules
    round: Round
    last: Step[State] | None = None
    taken: int = 0
    breach: IllegalAction | None = None
    sound: bool = False

    @cached_property
    def steps(self) -> tuple[Step[State], ...]:
        """The steps of the replay, empty if the deal is wrong.

        They are computed only when used: most rounds need only the last step.
        """
        return () if self.last is None else _walked(self.rules, self.round)

    @property
    def end(self) -> State | None:
        """The state in which the round ended, or None if it did not end or is not sound."""
        last = self.last if self.sound else None
        return last.state if last is not None and last.over else None

    def completed(self, winner: bool = True) -> Round:
        """Return the round with its result, and with its winner if requested.

        Both are taken from the replay, but values already in the record are kept, right or wrong.
        """
        played, last = self.round, self.last
        if last is None or self.breach is not None:
            return played
        outcome = last.state.outcome
        if outcome is None:
            return replace(played, result=played.result or Result("unfinished"))
        result = None if outcome.points is None else Result(outcome.end, outcome.points)
        won = outcome.winner if winner and played.winner is None else played.winner
        return replace(played, winner=won, result=played.result or result)


def agrees(now: Replayed) -> bool:
    """Return whether a round agrees with its recorded winner, result and five し."""
    said, outcome = now.round, None if now.end is None else now.end.outcome
    if outcome is None:
        open_end = said.result is None or said.result.end in ("unfinished", "foul")
        winner = said.winner is None or said.ended_by_foul or said.ended is not None
        return open_end and winner and said.goshi in (None, with_five_shi(said.hands))
    winner = said.winner is None or outcome.winner in (None, said.winner)
    result = said.result is None or (said.result.end, said.result.points) == (
        outcome.end,
        outcome.points,
    )
    return winner and result and said.goshi in (None, with_five_shi(said.hands))


def replay(rules: GoitaRules, played: Round, masked: bool = True) -> Replayed:
    """Replay a round."""
    try:
        verify_deal(played.hands, masked)
        found = _replay_by_engine(rules, played)
        if found is not None:
            return found
        steps = _walked(rules, played)
    except IllegalAction as fault:
        return Replayed(rules, played, breach=fault.with_traceback(None))
    last = steps[-1]
    done = (step.ply for step in reversed(steps) if step.transition is not None)
    taken = next(done, 0)
    beyond = last.over and taken < len(split_plies(played.record))
    sound = last.breach is None and not beyond
    return Replayed(rules, played, last, taken, last.breach, sound)


def _replay_by_engine(rules: GoitaRules, played: Round) -> Replayed | None:
    """Replay a round with a sound deal, without observations; return None if it is not legal."""
    if played.fouls or played.ended_by_foul or played.dealer not in range(4):
        return None
    table = Table(rules.options, played.dealer, played.hands, rules.partial)
    taken = play(table, played.record)
    if taken is None:
        return None
    if table.deciding and is_redealt(played):
        table.redeal()
    state = rules.state(_start(rules, played), table)
    node = rules.node(state)
    counted = isinstance(node, Decision) and node.counted
    return Replayed(
        rules, played, Step(taken + 1 if counted else 0, state, node), taken, sound=True
    )


def _walked(rules: GoitaRules, played: Round) -> tuple[Step[State], ...]:
    return tuple(walk(rules, recorded_round(rules, played)))


def complete_round(rules: GoitaRules, played: Round) -> Round:
    """Return the round with its result and its winner, if its play determines them."""
    if played.result is not None and played.winner is not None:
        return played
    return replay(rules, played).completed()


def from_dealer(played: Round) -> Round | None:
    """Return the round with its hands read as starting with the dealer's; None if unchanged."""
    if played.dealer not in (1, 2, 3) or len(played.hands) != 4:
        return None
    hands = tuple(played.hands[(seat - played.dealer) % 4] for seat in range(4))
    return None if hands == played.hands else replace(played, hands=hands)
