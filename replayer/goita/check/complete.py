"""Fills in values that can be derived from the play if a notation leaves them out."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from ...check import Place
from ..record import Record, Round
from ..rules import GoitaRules
from .continuity import Course, shows_gap
from .recorded import replay, rules_of


def complete(record: Record, unsupported: Collection[str]) -> Record:
    """Return the record with the results, winners and gaps that can be derived from its play.

    The values that the notation does not support are added: the result and the winner of every
    round that can be replayed, and `gap` where rounds are missing. Without `gap`, a record
    converted to a notation that can hold all rounds would not show why the score and the dealer
    jump.
    """
    rules, winner = rules_of(record), "winner" in unsupported
    rounds: list[Round] = []
    course = Course(rules, unsupported)
    for number, written in enumerate(record.rounds, start=1):
        now = replay(rules, written.in_ascii())
        ended = now.completed(winner) if now.round is written else written
        gap = shows_gap(course.check(now, Place(number)))
        rounds.append(replace(ended, gap=True) if gap else ended)
    return replace(record, rounds=tuple(rounds))


def complete_round(rules: GoitaRules, played: Round) -> Round:
    """Return the round with its result and its winner, if its play determines them."""
    if played.result is not None and played.winner is not None:
        return played
    return replay(rules, played).completed()
