"""From one round of a match to the next: score, dealer, and when the match is over."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from math import gcd

from msgspec.structs import replace

from ...findings import Finding
from ..check import Place
from . import codes
from .pieces import team
from .recorded import Replayed
from .rules import GoitaRules
from .state import Outcome, State


def follows(
    rules: GoitaRules,
    before: Replayed | None,
    now: Replayed,
    place: Place,
    unsupported: Collection[str],
) -> Iterator[Finding]:
    """What in the head of a round does not follow from the round before it."""
    score = now.round.score
    unit = gcd(10, rules.options.double_goshi_points)
    possible = score is None or (len(score) == 2 and all(n >= 0 and n % unit == 0 for n in score))
    if not possible:
        why = f"{list(score or ())} is no score: two multiples of {unit}, 0 or more"
        yield place.finding(codes.IMPOSSIBLE_SCORE, why, "/score")
    ends = [] if before is None else _ends(rules, before)
    if before is None or not ends:
        return
    outcome, scored = ends[0].outcome, before.round.score
    known = scored is not None and len(scored) == 2 and outcome and outcome.points is not None
    if not known:
        # A score that nobody knows ends no match.
        ends = [replace(end, score=(0, 0)) for end in ends]
    following = [state for end in ends if (state := rules.next_round(end)) is not None]
    if not following:
        why = f"the match was over at {_show(ends[0].score)} (target {rules.options.target})"
        yield place.finding(codes.MATCH_WAS_OVER, why)
        return
    expected = following[0].score
    special = now.round.gap or "special rounds" in unsupported
    if possible and score is not None and known and score != expected:
        why = f"the score is {_show(score)}, but after round {place.number - 1} it is"
        if special and score[0] >= expected[0] and score[1] >= expected[1]:
            why = f"{why} {_show(expected)}: a round won by six し or more is not written down"
            yield place.finding(codes.ROUNDS_MISSING, why, "/score")
            return
        yield place.finding(codes.SCORE_DOES_NOT_FOLLOW, f"{why} {_show(expected)}", "/score")
    dealers = {state.dealer for state in following}
    if now.round.dealer in range(4) and now.round.dealer not in dealers:
        right = " or ".join(map(str, sorted(dealers)))
        why = f"player {now.round.dealer} deals, but after round {place.number - 1} it is {right}"
        missing = special and (score is None or now.round.gap)
        rule = codes.ROUNDS_MISSING if missing else codes.DEALER_DOES_NOT_FOLLOW
        yield place.finding(rule, why, "/dealer", player=now.round.dealer)


def shows_gap(jumps: Iterable[Finding]) -> bool:
    """Whether what does not follow in a round shows that rounds are missing before it."""
    return any(each.rule is codes.ROUNDS_MISSING for each in jumps)


def _ends(rules: GoitaRules, before: Replayed) -> list[State]:
    """The states in which a round can have ended, none where that is not known.

    There are two where neither the rules nor the record say which of two partners won.
    """
    last, said = before.last, before.round
    if not before.sound or last is None:
        return []
    if said.ended_by_foul and said.winner is not None and said.result is not None:
        foul = Outcome("foul", team(said.winner), said.winner, said.result.points)
        return [rules.ended(last.state, foul)]
    outcome = last.state.outcome
    if outcome is None:
        return []
    if outcome.winner is not None or outcome.team is None:
        return [last.state]
    winners = [seat for seat in range(4) if team(seat) == outcome.team]
    if said.winner is not None:
        winners = [said.winner]
    return [replace(last.state, outcome=replace(outcome, winner=each)) for each in winners]


def _show(score: Sequence[int]) -> str:
    return "–".join(map(str, score))
