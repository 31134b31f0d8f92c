"""From one round of a match to the next: score, dealer, and when the match is over."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

from msgspec import Struct

from ...findings import Finding
from ..place import Place
from ..replay import Step
from . import codes
from .fouls import ended_by_foul
from .options import Options
from .pieces import team
from .record import Round
from .rules import Outcome, State


class Played(Struct, frozen=True):
    """A round, the steps of its replay, and whether all of it could be replayed."""

    round: Round
    steps: tuple[Step[State], ...]
    sound: bool

    @property
    def last(self) -> Step[State] | None:
        """The last step, None where there is none to replay."""
        return self.steps[-1] if self.steps else None

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended, None where that is not known."""
        if not self.sound or self.last is None:
            return None
        winner, result = self.round.winner, self.round.result
        if ended_by_foul(self.round) and winner is not None and result is not None:
            return Outcome("foul", team(winner), winner, result.points)
        return self.last.state.outcome


def follows(
    options: Options, before: Played | None, now: Played, place: Place, unsaid: frozenset[str]
) -> Iterator[Finding]:
    """What in the head of a round does not follow from the round before it."""
    score = now.round.score
    unit = gcd(10, options.double_goshi_points)
    sane = score is None or (len(score) == 2 and all(n >= 0 and n % unit == 0 for n in score))
    if not sane:
        why = f"{list(score or ())} is no score: two multiples of {unit}, 0 or more"
        yield place.finding(codes.IMPOSSIBLE_SCORE, why, "/score")
    outcome = None if before is None else before.outcome
    if before is None or outcome is None:
        return
    expected = _score_after(before.round, outcome)
    if expected is not None and max(expected) >= options.target:
        why = f"the match was over at {_show(expected)} (target {options.target})"
        yield place.finding(codes.MATCH_WAS_OVER, why)
        return
    special = now.round.gap or "special rounds" in unsaid
    if sane and score is not None and expected is not None and score != expected:
        why = f"the score is {_show(score)}, but after round {place.number - 1} it is"
        if special and score[0] >= expected[0] and score[1] >= expected[1]:
            why = f"{why} {_show(expected)}: a round won by six し or more is not written down"
            yield place.finding(codes.ROUNDS_MISSING, why, "/score")
            return
        yield place.finding(codes.SCORE_DOES_NOT_FOLLOW, f"{why} {_show(expected)}", "/score")
    dealers = _next_dealers(before.round, outcome)
    if now.round.dealer in range(4) and now.round.dealer not in dealers:
        right = " or ".join(map(str, sorted(dealers)))
        why = f"player {now.round.dealer} deals, but after round {place.number - 1} it is {right}"
        missing = special and (score is None or now.round.gap)
        rule = codes.ROUNDS_MISSING if missing else codes.DEALER_DOES_NOT_FOLLOW
        yield place.finding(rule, why, "/dealer", player=now.round.dealer)


def _score_after(played: Round, outcome: Outcome) -> tuple[int, ...] | None:
    if played.score is None or len(played.score) != 2 or outcome.points is None:
        return None
    return tuple(
        points + (outcome.points if side == outcome.team else 0)
        for side, points in enumerate(played.score)
    )


def _next_dealers(played: Round, outcome: Outcome) -> set[int]:
    if outcome.end == "redeal":
        return {played.dealer}
    if outcome.winner is not None:
        return {outcome.winner}
    if played.winner is not None:
        return {played.winner}
    return {seat for seat in range(4) if team(seat) == outcome.team}


def _show(score: tuple[int, ...]) -> str:
    return "–".join(map(str, score))
