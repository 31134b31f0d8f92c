"""How a round ends: with a broken rule, with a foul, early, or with a winner."""

from __future__ import annotations

from collections.abc import Iterator

from ....replayer.goita.pieces import SHI, partner
from ....replayer.goita.position import EndingFoul, GoitaPosition, RoundEnd
from ....replayer.goita.record import Record
from ....replayer.replay.trajectory import Trajectory
from ....replayer.replay.trajectory_step import TrajectoryStep
from ...interface.boards import broken
from .plays import FOUL, cells, in_digits_too, points_of, score_of, who


def ending(trajectory: Trajectory[Record, GoitaPosition]) -> Iterator[str]:
    """Yield the last line or two of a round."""
    record, last = trajectory.record, trajectory.last
    position = last.position
    if last.breach is not None and not last.stands:
        yield from _stop(record, last)
    elif position.ending_foul is not None:
        yield from _ending_foul(record, position, position.ending_foul)
    elif position.result is None:
        what = "variation" if trajectory.path else "record"
        acting = who(record, position.dealer if position.turn is None else position.turn)
        yield f"the {what} stops here: {acting} is to act"
    else:
        result = position.result
        won = ", and wins the match" if result.wins_match else ""
        score = "" if position.score is None else f"; score {score_of(position.score)}"
        yield _result(trajectory, position, result) + won + score
        if position.left_over:
            yield f"the record continues after the end: {position.left_over} more plies"


def _stop(record: Record, step: TrajectoryStep[GoitaPosition]) -> Iterator[str]:
    """Yield why a replay cannot continue."""
    if step.ply:
        ((player, action),) = (step.actions or {}).items()
        done = in_digits_too(action, step.position)
        yield f"the replay stops at ply {step.ply}: {who(record, player)} plays {done}"
    else:
        yield "the replay stops before the first ply"
    if step.breach is not None:
        yield broken(step.breach)


def _ending_foul(record: Record, position: GoitaPosition, foul: EndingFoul) -> Iterator[str]:
    """Yield the last action of a round that ended with a foul, which had no effect."""
    if foul.play is not None:
        done = in_digits_too(foul.play.pieces, position)
        yield f"ply {foul.play.ply}: {who(record, foul.play.player)} plays {done}, a foul"
    if foul.breach is not None:
        yield broken(foul.breach)
    winner = "nobody" if foul.winner is None else who(record, foul.winner)
    yield f"the foul ends the round, won by {winner}: {points_of(foul.points)}"


def _result(
    trajectory: Trajectory[Record, GoitaPosition], position: GoitaPosition, result: RoundEnd
) -> str:
    record, points, winner = trajectory.record, points_of(result.points), result.winner
    if result.end == "redeal":
        return "the deal is thrown in"
    if result.end == "double-goshi":
        seat = next(seat for seat, hand in enumerate(position.hands) if hand.count(SHI) == 5)
        both = f"{who(record, seat)} and {who(record, partner(seat))}"
        return f"{both} have five し each: {points}"
    assert winner is not None
    if result.end == "shi":
        return f"{who(record, winner)} has {position.hands[winner].count(SHI)} し: {points}"
    *_, (_, text) = cells(record.rounds[trajectory.number - 1], position.plays)
    return f"{who(record, winner)} goes out with {text.rstrip(FOUL)[-2:]}: {points}"
