"""Whether a round ended as its record says: winner, result, and five し."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ...findings import Finding
from ..place import Place
from . import codes
from .pieces import HIDDEN, KING, SHI, team, with_five_shi
from .record import Round
from .recorded import Replayed
from .state import Outcome


def check_outcome(now: Replayed, place: Place, unsupported: Collection[str]) -> Iterator[Finding]:
    """Compare winner and result with the replay of a round that could be replayed."""
    if now.round.ended_by_foul:
        return
    outcome = now.last.state.outcome if now.last is not None else None
    if outcome is None:
        if now.round.winner is not None:
            why = f"player {now.round.winner} is named as the winner, but the round is not decided"
            yield place.finding(codes.TOO_SHORT_FOR_WINNER, why, "/winner", player=now.round.winner)
    else:
        yield from _winner(now.round, outcome, place, unsupported)
    yield from _result(now.round, outcome, place)


def _winner(
    played: Round, outcome: Outcome, place: Place, unsupported: Collection[str]
) -> Iterator[Finding]:
    said, right = played.winner, outcome.winner
    if outcome.end == "redeal":
        if said is not None:
            why = f"player {said} is named as the winner, but the deal was thrown in"
            yield place.finding(codes.WRONG_WINNER, why, "/winner", player=said)
    elif said is None:
        if "winner" not in unsupported:
            who = f"player {right}" if right is not None else f"a player of team {outcome.team}"
            why = f"the round is finished, won by {who}, but no winner is named"
            fix = None if right is None else place.fix("name the winner", "/winner", right)
            yield place.finding(codes.WINNER_MISSING, why, "/winner", fix=fix)
    elif said != right and (right is not None or team(said) != outcome.team):
        who = f"player {right} wins" if right is not None else f"team {outcome.team} wins"
        why = f"player {said} is named as the winner, but {who} the round"
        yield place.finding(codes.WRONG_WINNER, why, "/winner", player=said)


def _result(played: Round, outcome: Outcome | None, place: Place) -> Iterator[Finding]:
    result = played.result
    if result is None:
        return
    end = "unfinished" if outcome is None else outcome.end
    points = 0 if outcome is None else outcome.points
    if result.end == "redeal" and not any(_may_have_five(hand) for hand in played.hands):
        why = "the deal was thrown in, but nobody has five し"
        yield place.finding(codes.REDEAL_WITHOUT_FIVE, why, "/result")
    elif result.end != end:
        why = f"the result says {result.end!r}, but the round ends by {end!r}"
        yield place.finding(codes.WRONG_RESULT, why, "/result/end")
    elif points is not None and result.points != points:
        why = f"the result says {result.points} points, but the round scores {points}"
        yield place.finding(codes.WRONG_POINTS, why, "/result/points")


def _may_have_five(hand: str) -> bool:
    return hand.count(SHI) <= 5 <= hand.count(SHI) + hand.count(HIDDEN)


def check_kings(played: Round, place: Place) -> Iterator[Finding]:
    """Compare the number of king marks with the number of kings."""
    if not played.kings:
        return
    kings = "".join(played.hands).count(KING) + played.record.count(KING)
    if len(played.kings) != kings:
        why = f"there are {len(played.kings)} marks for {kings} kings in hands and record"
        yield place.finding(codes.KINGS_MISCOUNTED, why, "/kings")


def check_goshi(played: Round, place: Place) -> Iterator[Finding]:
    """Compare the declarations of five し with the hands."""
    five, named = with_five_shi(played.hands), set[int]()
    if played.goshi in (None, five):
        return
    right = sorted({*played.goshi, *five})
    fix = place.fix("name each player with five し, once", "/goshi", right)
    for number, seat in enumerate(played.goshi):
        field = f"/goshi/{number}"
        if seat not in range(4):
            why = f"player {seat} declares five し: players are 0 to 3"
            yield place.finding(codes.PLAYER_OUT_OF_RANGE, why, field)
        elif seat in named:
            why = f"player {seat} stands twice among those who declared five し"
            yield place.finding(codes.GOSHI_TWICE, why, field, player=seat, fix=fix)
        elif seat < len(played.hands) and not _may_have_five(played.hands[seat]):
            why = f"player {seat} declares five し, but has {played.hands[seat].count(SHI)}"
            yield place.finding(codes.GOSHI_WITHOUT_FIVE, why, field, player=seat)
        named.add(seat)
    for seat in five:
        if seat not in named:
            why = f"player {seat} has five し and did not declare them"
            yield place.finding(codes.GOSHI_NOT_DECLARED, why, "/goshi", player=seat, fix=fix)
