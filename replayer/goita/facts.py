"""Facts about rounds of Goita."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..facts import Declaration, RoundFacts
from .ends import Outcome
from .record import Record, Round
from .state import State

SEATS = range(4)
GOSHI = "goshi"
"""The declaration of five し."""


def facts(record: Record, ends: Sequence[State | None]) -> Iterator[RoundFacts]:
    """Return the facts about each round; if a foul ended it, they are taken from the record."""
    for played, end in zip(record.rounds, ends, strict=True):
        outcome = _by_foul(played) if played.ended_by_foul else end and end.outcome
        if end is None:
            yield round_facts(played.dealer, played.goshi or (), outcome)
        else:
            yield round_facts(end.dealer, end.goshi, outcome)


def round_facts(dealer: int, five: Sequence[int], outcome: Outcome | None) -> RoundFacts:
    """Return the facts about a round where the players in `five` have five し."""
    parts = {"dealer": dealer, "winner": None if outcome is None else outcome.winner}
    return RoundFacts(
        result=None if outcome is None else outcome.end,
        roles={role: who for role, who in parts.items() if who in SEATS and who is not None},
        points=None if outcome is None else _points(outcome),
        winners=None if outcome is None else _side(outcome),
        declarations=tuple([Declaration(who, GOSHI, "5") for who in five if who in SEATS]),
    )


def _by_foul(played: Round) -> Outcome | None:
    """Return the outcome of a round ended by a foul, or None if the winner is not recorded."""
    if played.winner is None or played.result is None:
        return None
    return Outcome.as_written("foul", played.winner, played.result.points)


def _side(outcome: Outcome) -> tuple[int, ...]:
    """Return the two players who won, or nobody if the deal was thrown in."""
    return () if outcome.team is None else (outcome.team, outcome.team + 2)


def _points(outcome: Outcome) -> tuple[int, ...] | None:
    """Return the points of each player, or None if they depend on a hidden piece."""
    if outcome.points is None:
        return None
    return tuple([outcome.points if seat % 2 == outcome.team else 0 for seat in SEATS])
