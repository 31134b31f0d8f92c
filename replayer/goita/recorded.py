"""The rounds of a record, ready to be replayed, and what follows from their replay."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from ..game import CHANCE, Action, Chance, Decision, IllegalAction, Node, RecordedRound
from ..replay import walk
from . import codes
from .fouls import PLAYABLE, stood
from .hands import verify_deal
from .record import Record, Result, Round
from .rules import PLAY_ON, REDEAL, GoitaRules, State


def rules_of(record: Record) -> GoitaRules:
    """The rules that a match was played under, as far as its record shows."""
    return GoitaRules(record.rules, partial=record.view == "partial")


def recorded_round(rules: GoitaRules, played: Round) -> RecordedRound[State]:
    """A round, ready to be replayed.

    Raises IllegalAction where it has not four hands, or a dealer that is no player.
    """
    if len(played.hands) != 4:
        verify_deal(played.hands)
    if played.dealer not in range(4):
        why = f"dealer {played.dealer} is no player: players are 0 to 3"
        raise IllegalAction(codes.PLAYER_OUT_OF_RANGE, why)
    score = played.score or (0, 0)
    start = rules.initial_state(played.dealer, (score[0], score[-1]))
    actions = iter(stood(played))
    redealt = played.result is not None and played.result.end == "redeal"

    def choose(state: State, node: Node) -> Mapping[int, Action] | None:
        if isinstance(node, Chance):
            return {CHANCE: " ".join(played.hands)}
        if isinstance(node, Decision) and not node.counted:
            if redealt:
                return {state.turn: REDEAL}
            return {state.turn: PLAY_ON} if played.record else None
        action = next(actions, None)
        return None if action is None else {state.turn: action}

    fouls = {foul.ply: foul.rule for foul in reversed(played.fouls) if foul.rule in PLAYABLE}
    return RecordedRound(start, choose, fouls)


def completed(record: Record, winners: bool = True) -> Record:
    """The record with the result of every round that can be replayed, and its winner.

    For readers of notations that do not hold them: both follow from hands and actions. Where
    winners are written down, they are not added.
    """
    rules = rules_of(record)
    rounds = (_completed(rules, each, winners) for each in record.rounds)
    return replace(record, rounds=tuple(rounds))


def _completed(rules: GoitaRules, played: Round, winners: bool) -> Round:
    if played.result is not None and (played.winner is not None or not winners):
        return played
    try:
        *_, last = walk(rules, recorded_round(rules, played))
    except IllegalAction:
        return played
    outcome, winner = last.state.outcome, played.winner
    if outcome is None:
        result = None if last.breach is not None else Result("unfinished")
    else:
        result = None if outcome.points is None else Result(outcome.end, outcome.points)
        winner = outcome.winner if winner is None and winners else winner
    return replace(played, winner=winner, result=played.result or result)
