"""Draws Leduc poker: cards, bets and chips, with a line for each player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from ...replayer.leduc.position import LeducPosition
from ...replayer.leduc.record import Pair, Record
from ...replayer.replay.trajectory import Trajectory, TrajectoryStep
from ..interface.boards import Board, broken, heading, name_of, plays
from ..text.columns import aligned, visible, wrapped

Shown: TypeAlias = Trajectory[Record, LeducPosition]
Step: TypeAlias = TrajectoryStep[LeducPosition]


def head(record: Record) -> Iterator[str]:
    """Yield the name, times and players of the match."""
    yield from heading(record)
    yield f"{_who(record, 0)} against {_who(record, 1)}"
    if record.view is not None:
        yield f"as P{record.view} knew it; a card that player did not see is ??"


def whole(trajectory: Shown) -> Iterator[str]:
    """Yield the cards, the bets, and the end of a hand."""
    record, last = trajectory.record, trajectory.last
    totals = trajectory.steps[0].position.totals
    yield f"{visible(trajectory.title)}, totals {_chips(totals)}"
    yield ""
    yield from _table(record, last.position)
    yield ""
    yield from _ending(trajectory)
    recorded = record.hands[trajectory.number - 1].actions
    if last.over and not trajectory.path and last.position.taken < len(recorded):
        yield "the record continues after the end"


def variation(trajectory: Shown) -> Iterator[str]:
    """Yield the actions of a variation from where it branches off, and its end."""
    yield from plays(trajectory)
    yield from _ending(trajectory)


def position(trajectory: Shown, step: Step) -> Iterator[str]:
    """Yield the cards, the bets so far, whose turn it is, and the legal actions."""
    record = trajectory.record
    ply = f", ply {step.ply}" if step.ply else ""
    yield f"{trajectory.label}{ply}, totals {_chips(step.position.totals)}"
    yield ""
    yield from _table(record, step.position)
    yield ""
    if not step.actors:
        yield from _ending(trajectory)
        return
    yield _to_do(record, step)
    for legal in step.legal.values():
        yield from wrapped("legal:", legal)
    for action in (step.actions or {}).values():
        yield f"done:   {visible(action)}"
    if step.breach is not None:
        yield broken(step.breach)


def _table(record: Record, now: LeducPosition) -> Iterator[str]:
    """Yield a line for each player; players take turns, so every other action is that player's."""
    after = [] if now.public is None else [f"after {now.public}"]
    rows = [["player", "card", "bets", *after, "chips in"]]
    for seat, card in enumerate(now.cards):
        bets = [" ".join(actions[seat::2]) for actions in now.betting]
        rows.append([_who(record, seat), visible(card), *bets, str(now.stakes[seat])])
    return aligned(rows)


def _ending(trajectory: Shown) -> Iterator[str]:
    """Yield how a hand ends: with a broken rule, early, or with a winner."""
    record, last = trajectory.record, trajectory.last
    now = last.position
    if last.breach is not None:
        for player, action in (last.actions or {}).items():
            at = f"ply {last.ply}, {_who(record, player)}" if last.ply else "a card"
            yield f"the replay stops at {at}: {visible(action)}"
        yield broken(last.breach)
    elif now.end is None:
        what = "variation" if trajectory.path else "record"
        yield f"the {what} stops here: {_to_do(record, last)}"
    else:
        yield f"{now.end}: {_won(record, now.returns)}, totals {_chips(now.totals)}"


def _to_do(record: Record, step: Step) -> str:
    for seat in step.actors:
        return f"{_who(record, seat)} is to act"
    return "a card has to be dealt"


def _won(record: Record, returns: Pair | None) -> str:
    if returns is None:
        return "a card is hidden"
    if returns == (0, 0):
        return "the pot is shared"
    return f"{_who(record, returns.index(max(returns)))} wins {max(returns)}"


def _who(record: Record, seat: int) -> str:
    """Return a player's number and name."""
    return f"P{seat} {name_of(record.players, seat)}".rstrip()


def _chips(chips: Pair) -> str:
    return f"{chips[0]:+d} {chips[1]:+d}" if any(chips) else "0 0"


BOARD: Board[Record, LeducPosition] = Board(
    head=head, whole=whole, variation=variation, position=position
)
