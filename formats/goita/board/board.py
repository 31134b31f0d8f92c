"""Draws Goita with the characters and marks of the tables in the 2015 proposal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from ....replayer.goita.position import GoitaPosition
from ....replayer.goita.record import Record
from ....replayer.replay.trajectory import Trajectory
from ....replayer.replay.trajectory_step import TrajectoryStep
from ...interface.boards import Board, broken, heading, name_of
from ...text.columns import aligned, visible, wrapped
from ..pieces import characters
from .ending import ending
from .plays import (
    FACE_UP,
    FOUL,
    cells,
    dealt,
    in_digits_too,
    label,
    left_and_laid,
    score_of,
    who,
)


def head(record: Record) -> Iterator[str]:
    """Yield the name, times and rules of the match."""
    yield from heading(record)
    target = record.rules.target
    yield f"players 0 and 2 against players 1 and 3, rounds up to {target} points"
    options = msgspec.to_builtins(record.rules)
    if options:
        yield "options: " + ", ".join(f"{name} = {value}" for name, value in options.items())
    if record.view == "partial":
        yield "some pieces are hidden (裏)"
    elif record.view is not None:
        yield f"as {who(record, record.view)} knew it; pieces that player did not see are 裏"


def whole(trajectory: Trajectory[Record, GoitaPosition]) -> Iterator[str]:
    """Yield the hands, the decision about five し, a row for each turn, and the result."""
    record, begin = trajectory.record, trajectory.steps[0].position
    played = record.rounds[trajectory.number - 1]
    score = "" if begin.score is None else f", score {score_of(begin.score)}"
    yield f"{visible(trajectory.title)}: {who(record, begin.dealer)} deals{score}"
    if played.gap:
        yield "rounds are missing before this one"
    yield ""
    hands = [[label(record, seat, begin.dealer), hand] for seat, hand in enumerate(dealt(played))]
    yield from aligned([["player", "hand"], *hands])
    yield ""
    decided = [step for step in trajectory.steps if step.before_play]
    for step in decided:
        yield from _decision(record, step)
    rows = list(_rows(trajectory))
    if len(rows) > 1:
        yield from [""] * len(decided)
        yield from aligned(rows)
        yield ""
    yield from _fouls(trajectory)
    yield from ending(trajectory)


def variation(trajectory: Trajectory[Record, GoitaPosition]) -> Iterator[str]:
    """Yield the plays of a variation from where it branches off, and its result."""
    record = trajectory.record
    for step in trajectory.own:
        if step.before_play:
            yield from _decision(record, step)
    taken = [
        f"{play.ply} {name_of(record.players, play.player) or f'player {play.player}'} {text}"
        for play, text in cells(
            record.rounds[trajectory.number - 1], trajectory.last.position.plays
        )
        if play.ply >= (trajectory.left_at or 0)
    ]
    if taken:
        yield from wrapped("plays:", taken)
    yield from ending(trajectory)


def position(
    trajectory: Trajectory[Record, GoitaPosition], step: TrajectoryStep[GoitaPosition]
) -> Iterator[str]:
    """Yield what each player holds and has played, whose turn it is, and the legal actions."""
    record, now = trajectory.record, step.position
    place = f", ply {step.ply}" if step.ply else (", after its last ply" if step.over else "")
    score = "" if now.score is None else f", score {score_of(now.score)}"
    yield f"{trajectory.label}{place}{score}"
    yield ""
    rows = [["player", "left", "laid"]]
    for seat, both in enumerate(left_and_laid(record.rounds[trajectory.number - 1], now)):
        rows.append([label(record, seat, now.dealer), *both])
    yield from aligned(rows)
    yield ""
    if step.over:
        yield from ending(trajectory)
        return
    yield from _to_do(record, step)
    for actions in step.legal.values():
        yield from wrapped("legal:", [in_digits_too(each, now) for each in actions])
    for action in (step.actions or {}).values():
        yield f"played: {in_digits_too(action, now)}"
    if step.breach is not None and not step.stands:
        yield broken(step.breach)


def _rows(trajectory: Trajectory[Record, GoitaPosition]) -> Iterator[list[str]]:
    """Yield a row for each turn: the number of its first ply, and the plays."""
    record, last = trajectory.record, trajectory.last.position
    order = [(last.dealer + seat) % 4 for seat in range(4)]
    yield ["ply", *(label(record, seat) for seat in order)]
    row: list[str] = []
    for play, text in cells(record.rounds[trajectory.number - 1], last.plays):
        if play.ply % 4 == 1 and row:
            yield row
            row = []
        row = row or [f"{play.ply:3}"]
        row.append(text)
    if row:
        yield row


def _decision(
    record: Record, step: TrajectoryStep[GoitaPosition], decided: bool = True
) -> Iterator[str]:
    """Yield who has five し, and what the partner has decided or still has to decide."""
    holders = [who(record, seat) for seat in step.position.five_shi]
    has = "has" if len(holders) == 1 else "have"
    decisions: Mapping[str, str] = {"redeal": "has the round redealt", "play on": "plays on"}
    actions = (step.actions or {}).values() if decided else ()
    chosen = " ".join(decisions.get(action, action) for action in actions) or "decides"
    deciders = " ".join(who(record, seat) for seat in step.actors)
    yield f"{' and '.join(holders)} {has} five し; {deciders} {chosen}"


def _fouls(trajectory: Trajectory[Record, GoitaPosition]) -> Iterator[str]:
    """Yield the fouls that did not stop play, which are marked in the table."""
    for step in trajectory.steps:
        if step.breach is not None and step.stands:
            for player in step.actors:
                by = who(trajectory.record, player)
                yield f"ply {step.ply}{FOUL}: a foul by {by}; play went on"
            yield broken(step.breach)


def _to_do(record: Record, step: TrajectoryStep[GoitaPosition]) -> Iterator[str]:
    now = step.position
    if now.phase == "decision":
        yield from _decision(record, step, decided=False)
    elif now.turn is not None and now.attack is not None and now.attacker is not None:
        attack = f"{FACE_UP}{characters(now.attack)} from {who(record, now.attacker)}"
        yield f"{who(record, now.turn)} receives {attack}, or passes"
    elif now.turn is not None:
        yield f"{who(record, now.turn)} lays a piece face-down and attacks"


BOARD: Board[Record, GoitaPosition] = Board(
    head=head, whole=whole, variation=variation, position=position
)
