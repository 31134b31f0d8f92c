"""Checks from one round of a match to the next: score, dealer, and the end of the match."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import product
from math import gcd

from msgspec import Struct
from msgspec.structs import replace

from ....findings import Finding
from ...check import Place
from .. import codes
from ..ends import Outcome
from ..options import Options
from ..pieces import HIDDEN, POINTS, team
from ..record import Round
from ..rules import GoitaRules
from ..state import State
from .recorded import Replayed


class Head(Struct, frozen=True):
    """A round whose head (score, dealer and so on) is checked: its replay, and as written.

    `clear` is true if there are no errors outside its head. `hiding` says what a view hides
    although its player saw it.
    """

    now: Replayed
    place: Place
    written: Round
    clear: bool
    hiding: str


_MISSING = ": is a round missing?"


class Course:
    """The course of a match: what carries over from each round to the next.

    After a slip, some people continue from the wrong values that they wrote, others from the right
    ones. Both are accepted, so that a slip is reported only once.
    """

    def __init__(self, rules: GoitaRules, unsupported: Collection[str]) -> None:
        self._rules = rules
        self._unsupported = unsupported
        self._unit = gcd(10, rules.options.double_goshi_points)
        self._ends: list[State] = []
        self._following: list[State] = []
        self._scored = False
        self._past_end = False
        self._broken_off: Sequence[int] | None = None
        self._before: Round | None = None
        self.dealers: set[int] = set()
        """The players who may deal the next round; empty if unknown."""

    def check(self, now: Replayed, place: Place, written: Round | None = None) -> list[Finding]:
        """Return where the head of the next round contradicts the previous round.

        If the round was read with corrections, the head as `written` is checked. A correction of
        the dealer is a separate slip.
        """
        head = written or now.round
        if self._before is not None and _is_again(head, self._before):
            why = f"this repeats round {place.number - 1}: the same hands and plays"
            return [place.finding(codes.ROUND_TWICE, why)]
        self._before = head
        found = list(self._check(head, head.dealer != now.round.dealer, place))
        slip = any(each.severity == "error" for each in found)
        self._enter(now, self._following if slip else [])
        return found

    def _check(self, now: Round, apart: bool, place: Place) -> Iterator[Finding]:
        score = now.score
        possible = score is None or self._is_score(score)
        if score is not None and not possible:
            expects = f"expected two non-negative multiples of {self._unit}"
            why = f"{list(score)} is not a score: {expects}"
            expected = self._following[:1] if self._scored else []
            fixes = [place.right(list(each.score), "/score") for each in expected]
            yield place.finding(codes.IMPOSSIBLE_SCORE, why, "/score", fix=next(iter(fixes), None))
        jumps: list[Finding] = []
        if self._following:
            jumps = list(self._jumps(now, possible, apart, place))
        elif possible and score is not None:
            yield from self._changes(now, score, place)
        yield from jumps
        if all(each.rule is not codes.SCORE_DOES_NOT_FOLLOW for each in jumps):
            yield from self._after_end(score if possible else None, place)

    def _jumps(self, now: Round, possible: bool, apart: bool, place: Place) -> Iterator[Finding]:
        """Yield findings where the score or the dealer contradicts the previous round."""
        score, expected = now.score, self._following[0].score
        jumps = now.dealer in range(4) and now.dealer not in self.dealers
        wrong = possible and score is not None and self._scored
        wrong = wrong and all(score != state.score for state in self._following)
        if not (jumps or wrong):
            return
        together, after = jumps and not apart, f"after round {place.number - 1}"
        special = now.gap or "special rounds" in self._unsupported
        dealers = " or ".join(map(str, sorted(self.dealers)))
        if wrong and score is not None:
            why = f"the score is {_show(score)}, but {after} it should be {_show(expected)}"
            rule, fix = codes.SCORE_DOES_NOT_FOLLOW, place.right(list(expected), "/score")
            if special and self._may_be_unwritten(now, score):
                rule, fix = codes.ROUNDS_MISSING, None
                why = f"{why}: a round won by six し or more is not recorded"
            elif together:
                # If both score and dealer jump, that is one slip, and probably neither of them is
                # wrong.
                fix = None
                why = f"the score is {_show(score)} and player {now.dealer} deals, but {after}"
                right = f"it should be {_show(expected)} and player {dealers} should deal"
                why = f"{why} {right}{_MISSING}"
            yield place.finding(rule, why, "/score", fix=fix)
        if jumps and not (together and wrong):
            why = f"player {now.dealer} deals, but {after} player {dealers} should"
            no_points = now.gap or self._rules.options.double_goshi_points == 0
            missing = special and together and (score is None or not possible or no_points)
            rule = codes.ROUNDS_MISSING if missing else codes.DEALER_DOES_NOT_FOLLOW
            only = len(self.dealers) == 1 and not missing
            fix = place.right(min(self.dealers), "/dealer") if only else None
            yield place.finding(rule, why, "/dealer", player=now.dealer, fix=fix)

    def _may_be_unwritten(self, now: Round, score: Sequence[int]) -> bool:
        """Return whether missing rounds can explain the score and the dealer.

        If the round has a `gap`, any rounds may be missing; otherwise, only rounds without plays.
        """
        for state in self._following:
            grown = [here - before for here, before in zip(score, state.score, strict=True)]
            if now.gap and min(grown) >= 0:
                return True
            if _explain(self._rules.options, grown, now.dealer):
                return True
        return False

    def _changes(self, now: Round, score: Sequence[int], place: Place) -> Iterator[Finding]:
        """Yield a finding if the score changes although the previous round is incomplete."""
        before, special = self._broken_off, "special rounds" in self._unsupported
        if before is None or tuple(score) == tuple(before) or not (special or now.gap):
            return
        why = f"the score changes from {_show(before)} to {_show(score)}, but round"
        why = f"{why} {place.number - 1} stops before its end"
        grown = [here - there for here, there in zip(score, before, strict=True)]
        if min(grown) >= 0 and (now.gap or _end_explains(self._rules.options, grown, now.dealer)):
            why = f"{why}: plays or rounds are missing"
            yield place.finding(codes.ROUNDS_MISSING, why, "/score")
        else:
            why = f"{why}, and no possible end of that round explains this"
            yield place.finding(codes.SCORE_DOES_NOT_FOLLOW, why, "/score")

    def _after_end(self, score: Sequence[int] | None, place: Place) -> Iterator[Finding]:
        """Report the first round that begins when a team has already reached the target.

        The points are those after the previous round or, if these are unknown, the written score.
        """
        if self._ends and not self._following:
            score = self._ends[0].score
        target, past = self._rules.options.target, self._past_end
        self._past_end = score is not None and max(score) >= target
        if score is not None and self._past_end and not past:
            why = f"the match was over at {_show(score)} (target {target})"
            yield place.finding(codes.MATCH_WAS_OVER, why)

    def _enter(self, now: Replayed, expected: Sequence[State]) -> None:
        """Add a round to the course, along with the expected states if its head contradicts them.

        If no score is written, the expected one is assumed.
        """
        score, last = now.round.score, now.last
        self._broken_off = score if now.sound and now.end is None else None
        outcomes = _outcomes(now) if now.sound else []
        written = score is not None and self._is_score(score)
        before = {(score[0], score[1]): None} if score is not None and written else {}
        if self._scored:
            unwritten = self._ends if score is None and not now.round.gap else []
            before |= dict.fromkeys(each.score for each in (*expected, *unwritten))
        self._scored = bool(before) and None not in [each.points for each in outcomes]
        if not self._scored:
            # An unknown score does not end the match.
            before, outcomes = {(0, 0): None}, [replace(each, points=0) for each in outcomes]
        dealers = {now.round.dealer, *[each.dealer for each in expected]}
        self._ends = [
            self._rules.ended(State(each, dealer, last.state.table), outcome)
            for each in before
            for outcome in outcomes
            for dealer in (dealers if outcome.end == "redeal" else [now.round.dealer])
            if last is not None
        ]
        following = map(self._rules.next_round, self._ends)
        self._following = [each for each in following if each is not None]
        self.dealers = {state.dealer for state in self._following}

    def _is_score(self, score: Sequence[int]) -> bool:
        return len(score) == 2 and min(score) >= 0 and gcd(self._unit, *score) == self._unit


_TRIED = 2
"""For how many rounds with a wrong head to try a swap with the next round."""


def with_rounds_swapped(
    rules: GoitaRules, unsupported: Collection[str], heads: Sequence[Head], found: list[Finding]
) -> list[Finding]:
    """Return the findings about heads of rounds, as one slip if two neighbours seem swapped.

    Any findings that remain after the swap must be among those in `found`.
    """
    if len(found) < 2:
        return found
    known, explained = {(each.rule, each.pointer) for each in found}, [found]
    places = [(each, (each.round or 1) - at) for each in found[:_TRIED] for at in (1, 2)]
    for first, at in places:
        if at < 0 or at + 1 >= len(heads):
            continue
        swapped = (*heads[:at], heads[at + 1], heads[at], *heads[at + 2 :])
        course = Course(rules, unsupported)
        left = [
            finding
            for each in swapped
            for finding in course.check(each.now, each.place, each.written)
        ]
        if known.issuperset((each.rule, each.pointer) for each in left):
            why = first.message.removesuffix(_MISSING)
            why = f"{why}: rounds {at + 1} and {at + 2} seem to be swapped"
            explained.append([first.but(message=why, fix=None), *left])
    return min(explained, key=len)


def _is_again(played: Round, before: Round) -> bool:
    """Return whether a round repeats the previous one, with the same dealer and score."""
    if played.hands != before.hands or played.record != before.record:
        return False
    dealt = len(played.hands) == 4 and not any(HIDDEN in hand for hand in played.hands)
    same = played.dealer == before.dealer and played.score == before.score
    return same and bool(played.record or dealt)


def _outcomes(now: Replayed) -> list[Outcome]:
    """Return the possible outcomes of a sound round, given its play and the recorded result."""
    last, said = now.last, now.round
    if said.ended_by_foul and said.winner is not None and said.result is not None:
        return [Outcome("foul", team(said.winner), said.winner, said.result.points)]
    outcome = None if last is None else last.state.outcome
    if outcome is None:
        return []
    if _is_told(outcome, said):
        return [outcome]
    winners = [outcome.winner]
    if outcome.winner is None and outcome.team is not None:
        # The rules do not say which of two partners won, and the record may not either.
        winners = [seat for seat in range(4) if team(seat) == outcome.team]
        winners = [said.winner] if said.winner in winners else winners
    points = [outcome.points]
    if said.winner is not None and outcome.end != "redeal":
        winners.append(said.winner)
    if said.result is not None and outcome.points is not None:
        points.append(said.result.points)
    return [
        Outcome(outcome.end, None if who is None else team(who), who, number)
        for who in dict.fromkeys(winners)
        for number in dict.fromkeys(points)
    ]


def _is_told(outcome: Outcome, said: Round) -> bool:
    """Return whether a record names a round's winner, and no points other than those scored."""
    points = outcome.points if said.result is None else said.result.points
    return said.winner is not None and (said.winner, points) == (outcome.winner, outcome.points)


def shows_gap(jumps: Iterable[Finding]) -> bool:
    """Return whether findings about a round show that rounds are missing before it."""
    return any(each.rule is codes.ROUNDS_MISSING for each in jumps)


def _show(score: Sequence[int]) -> str:
    return "–".join(map(str, score))


# Rounds without plays, which some notations do not write. They end at the deal: a hand with six or
# more し scores 20 to 50 points, 100, or twice 20 to 40; several such rounds may score any multiple
# of ten from 20 up. Partners with five し each score `double_goshi_points`.

_LEAST_OF_SHI = 20
"""The fewest points that six or more し can score: those of 馬 or 香."""
_LAST_PLAY = sorted({points * times for points in POINTS.values() for times in (1, 2)})
"""The points that the last play of a round may score."""


def _explain(options: Options, grown: Sequence[int], dealer: int) -> bool:
    """Return whether such rounds explain the gain in scores, and who deals next.

    The next dealer's team must have won the last of them.
    """
    double = options.double_goshi_points
    dealt = dealer not in range(4) or grown[team(dealer)] > 0 or not double
    return dealt and all(_is_sum(each, double) for each in grown)


def _end_explains(options: Options, grown: Sequence[int], dealer: int) -> bool:
    """Return whether a round's missing end, and rounds after it, explain this gain in scores."""
    if _explain(options, grown, dealer):
        return True
    for won, points in product((0, 1), _LAST_PLAY):
        left = [each - points * (side == won) for side, each in enumerate(grown)]
        last = dealer not in range(4) or team(dealer) == won
        if _explain(options, left, dealer) or (last and not any(left)):
            return True
    return False


def _is_sum(points: int, double: int) -> bool:
    """Return whether rounds without plays can give one team these points.

    >>> _is_sum(10, 150), _is_sum(20, 150), _is_sum(10, 10), _is_sum(35, 15), _is_sum(25, 15)
    (False, True, True, True, False)
    """
    left = (points - double * times for times in range(10))
    of_double = points == 0 or (double > 0 and points > 0 and points % double == 0)
    return of_double or any(each >= _LEAST_OF_SHI and each % 10 == 0 for each in left)
