"""What follows from the play of a record whose notation leaves it out."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from ...findings import Finding
from ..place import Place
from . import codes
from .continuity import follows
from .record import Record, Result, Round
from .recorded import Replayed, replay, replay_as_written, rules_of
from .rules import GoitaRules


def complete(record: Record, unsupported: Collection[str]) -> Record:
    """The record with the results, winners and gaps that follow from its play.

    Those are added that a notation does not support, with one walk through the rounds: the result
    of every round that can be replayed; its winner; and a mark before each round where others are
    missing. Without the mark, a notation that can hold all rounds would not show why score and
    dealer jump.
    """
    rules = rules_of(record)
    rounds: list[Round] = []
    before: Replayed | None = None
    for number, written in enumerate(record.rounds, start=1):
        now = replay(rules, written.in_ascii())
        jumps = follows(rules, before, now, Place(number), unsupported)
        rounds.append(complete_replayed(written, now, jumps, unsupported))
        before = now
    return replace(record, rounds=tuple(rounds))


def complete_replayed(
    written: Round, now: Replayed, jumps: Iterable[Finding], unsupported: Collection[str]
) -> Round:
    """A round with what follows from its replay, and from how it `jumps` from the one before."""
    gap = written.gap or any(each.rule is codes.ROUNDS_MISSING for each in jumps)
    ended = _ended(now, "winner" in unsupported) if now.round is written else written
    return replace(ended, gap=True) if gap else ended


def complete_round(rules: GoitaRules, played: Round) -> Round:
    """The round with its result and its winner, as far as they follow from its play."""
    if played.result is not None and played.winner is not None:
        return played
    return _ended(replay_as_written(rules, played), winner=True)


def _ended(replayed: Replayed, winner: bool) -> Round:
    """A round with its result, and its winner if that is to be added."""
    played, last = replayed.round, replayed.last
    if last is None or replayed.breach is not None:
        return played
    outcome = last.state.outcome
    if outcome is None:
        return replace(played, result=played.result or Result("unfinished"))
    result = None if outcome.points is None else Result(outcome.end, outcome.points)
    won = outcome.winner if winner and played.winner is None else played.winner
    return replace(played, winner=won, result=played.result or result)
