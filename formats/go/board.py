"""Draws Go in text: the board with coordinates, and the moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from ...replayer.go.hoshi import stars
from ...replayer.go.points import COLOURS, LETTERS, NAMES, place
from ...replayer.go.position import GoPosition
from ...replayer.go.record import Record, Result, Round
from ...replayer.play.ended import in_words
from ...replayer.replay.trajectory import Trajectory, TrajectoryStep
from ..interface.boards import Board, broken, name_of
from ..text.columns import visible, wrapped

Shown: TypeAlias = Trajectory[Record, GoPosition]
Step: TypeAlias = TrajectoryStep[GoPosition]


def head(record: Record) -> Iterator[str]:
    """Yield the event, the players, and what they agreed."""
    if record.title is not None:
        yield visible(record.title)
    yield f"{_who(record, 0)} (Black) against {_who(record, 1)} (White)"
    said = (
        ("komi", record.komi),
        ("handicap", record.handicap),
        ("rules", record.rules.preset),
        ("event", record.event),
        ("place", record.place),
        ("date", record.date),
    )
    facts = [f"{name} {value}" for name, value in said if value is not None]
    if facts:
        yield visible(", ".join(facts))


def whole(trajectory: Shown) -> Iterator[str]:
    """Yield the last position, the moves, and how the game ended."""
    played = trajectory.record.rounds[trajectory.number - 1]
    yield visible(trajectory.title)
    yield ""
    yield from _board(trajectory.last.position)
    yield ""
    yield from wrapped("moves:", _moves(trajectory.steps))
    yield from _ending(trajectory)
    if not trajectory.path:
        yield from _result(played)


def variation(trajectory: Shown) -> Iterator[str]:
    """Yield the moves of a variation from where it branches off, and its end."""
    yield from wrapped("plays:", _moves(trajectory.own))
    yield from _ending(trajectory)


def position(trajectory: Shown, step: Step) -> Iterator[str]:
    """Yield the board, and whose turn it is."""
    ply = f", ply {step.ply}" if step.ply else ""
    yield f"{trajectory.label}{ply}"
    yield ""
    yield from _board(step.position)
    yield ""
    if not step.actors:
        yield from _ending(trajectory)
    else:
        yield f"{NAMES[step.actors[0]]} is to move"
        legal = len(step.legal.get(step.actors[0], ()))
        if legal:
            yield f"legal:  {legal - 1} points and a pass"
    for action in (step.actions or {}).values():
        yield f"done:   {visible(action)}"
    if step.breach is not None:
        yield broken(step.breach)


def _board(now: GoPosition) -> Iterator[str]:
    """Yield the rows of the board, with the letters of points: X is black, O white.

    The last move is in brackets.
    """
    rows, wide = now.rows, len(now.rows[0])
    marked = {place(each) for each in stars(wide, len(rows))}
    last = place(now.last.split(" ")[1]) if now.last else None
    letters = "   " + " ".join(LETTERS[:wide])
    yield letters
    for row, line in enumerate(rows):
        shown = ""
        for column, sign in enumerate(line):
            empty = "+" if (column, row) in marked else "."
            before = "(" if (column, row) == last else ")" if (column - 1, row) == last else " "
            shown += before + {"B": "X", "W": "O"}.get(sign, empty)
        end = ")" if last == (wide - 1, row) else " "
        yield f"{LETTERS[row]} {shown}{end} {LETTERS[row]}"
    yield letters
    yield f"prisoners: Black {now.prisoners[0]}, White {now.prisoners[1]}"


def _moves(steps: Sequence[Step]) -> list[str]:
    """Return the moves that were carried out, and the changes of the position."""
    done = [
        (step.ply, action)
        for step in steps
        if step.stands
        for action in (step.actions or {}).values()
    ]
    return [f"{ply} {visible(action)}" if ply else f"[{visible(action)}]" for ply, action in done]


def _ending(trajectory: Shown) -> Iterator[str]:
    """Yield how play ends: with a broken rule, with two passes, or early."""
    last = trajectory.last
    if last.breach is not None and not last.stands:
        for action in (last.actions or {}).values():
            yield f"the replay stops at ply {last.ply}: {visible(action)}"
        yield broken(last.breach)
    elif last.over:
        yield "two passes ended play"
    elif not trajectory.path:
        yield f"the record stops here: {NAMES[COLOURS.index(last.position.turn)]} is to move"


def _result(played: Round) -> Iterator[str]:
    result = played.result
    if played.ended is not None:
        yield visible(in_words(played.ended))
    if isinstance(result, Result):
        by = f"+{result.by:g}" if isinstance(result.by, int | float) else f"+{result.by or ''}"
        yield f"result: {result.winner}{by}"
    elif result is not None:
        yield f"result: {result}"


def _who(record: Record, seat: int) -> str:
    return name_of(record.players, seat) or NAMES[seat]


BOARD: Board[Record, GoPosition] = Board(
    head=head, whole=whole, variation=variation, position=position
)
