"""What the record of a match says of who beat whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from ...replayer.game import IllegalAction
from ...replayer.goita.game import GAME as GOITA
from ...replayer.goita.pieces import team
from ...replayer.goita.record import Record as GoitaRecord
from ...replayer.mighty.cards import PLAYERS
from ...replayer.mighty.game import GAME as MIGHTY
from ...replayer.mighty.inference.gaps import inferred
from ...replayer.mighty.record import Record as MightyRecord
from ...replayer.planowanie.game import GAME as PLANOWANIE
from ...replayer.planowanie.record import Record as PlanowanieRecord
from ...replayer.replay import replay_round
from .results import GameResult, pair_results


class MatchOutcome(Struct, frozen=True):
    """How a finished match ended.

    `names` and `points` have one entry a player, in seat order; names are None where the record
    has none. `at_fault` is the player whose fault ended the match. Players of one of the `sides`
    play together, and have no result between them; without sides, each plays for himself.
    """

    names: tuple[str, ...] | None
    points: tuple[int, ...]
    at_fault: int | None = None
    sides: tuple[int, ...] | None = None

    @property
    def results(self) -> list[GameResult]:
        """The results by pairs, none without names; raises what `pair_results` raises."""
        if self.names is None:
            return []
        return pair_results(self.names, self.points, self.at_fault, self.sides)


def goita_outcome(record: GoitaRecord) -> MatchOutcome | None:
    """A match of Goita: two teams, over when one of them has the target.

    Where the score is not written down, it counts from the last one that is, or from 0; it can
    then only be higher.
    """
    first = _first_counted([each.score for each in record.rounds])
    score = list(record.rounds[first - 1].score or (0, 0)) if record.rounds else [0, 0]
    for number in range(first, len(record.rounds) + 1):
        now = record.rounds[number - 1]
        if now.result is not None and now.result.end == "foul":
            if now.winner is None:
                return None
            score[team(now.winner)] += now.result.points
            continue
        outcome = replay_round(GOITA, record, number).steps[-1].state.outcome
        if outcome is None or outcome.points is None:
            return None
        if outcome.team is not None:
            score[outcome.team] += outcome.points
    if max(score) < record.rules.target:
        return None
    return MatchOutcome(record.players, (*score, *score), sides=(0, 1, 0, 1))


def mighty_outcome(record: MightyRecord) -> MatchOutcome | None:
    """A match of Mighty: each for himself, over when its last deal is; by the totals after it."""
    known = inferred(record)
    first = _first_counted([deal.totals for deal in known.deals])
    totals = list(known.deals[first - 1].totals or (0,) * PLAYERS) if known.deals else []
    for number in range(first, len(known.deals) + 1):
        deal, paid = known.deals[number - 1], _paid(known, number)
        if paid is None or (deal.gap and deal.totals is None):
            return None
        totals = [total + more for total, more in zip(totals, paid, strict=True)]
    return MatchOutcome(record.players, tuple(totals)) if known.deals else None


def _paid(record: MightyRecord, number: int) -> tuple[int, ...] | None:
    """What each player gets for a deal: by its replay, or as it says where it was not played."""
    outcome = replay_round(MIGHTY, record, number).steps[-1].state.outcome
    if outcome is not None and outcome.end == "thrown-in":
        return (0,) * PLAYERS
    if outcome is not None and outcome.payoffs is not None:
        return outcome.payoffs
    said = record.deals[number - 1].result
    return None if said is None or said.end == "unfinished" else said.payoffs


def planowanie_outcome(record: PlanowanieRecord) -> MatchOutcome | None:
    """A game of Planowanie: each for himself, unless a program ended it by its fault."""
    result, played = record.result, len(record.deals)
    if result is not None and result.end == "fault":
        return MatchOutcome(record.players, (0,) * record.seats, result.player)
    if not played or played < len(record.plan):
        return None
    last = replay_round(PLANOWANIE, record, played).steps[-1]
    return MatchOutcome(record.players, last.state.totals) if last.over else None


def _first_counted(stated: Sequence[object | None]) -> int:
    """The number of the last deal or round before which the points are written down, or 1."""
    return max((number for number, each in enumerate(stated, 1) if each is not None), default=1)


OUTCOMES: dict[str, Callable[[Any], MatchOutcome | None]] = {
    "goita": goita_outcome,
    "mighty": mighty_outcome,
    "planowanie": planowanie_outcome,
}
"""How the match of a sound record of each game ended, None where it is not finished."""


def match_outcome(game: str, record: Any) -> MatchOutcome | None:
    """How the match of a record ended, None where it is not finished, or cannot be followed.

    Raises KeyError where matches of the game are not rated.
    """
    try:
        return OUTCOMES[game](record)
    except IllegalAction:
        return None
