"""Adds, edits and deletes comments on a moment of a record."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ..game import Game
from ..rules import Decision
from .annotation import Annotation
from .changes import Annotations, with_line_annotations
from .going_on import Moment, standing

RecordT = TypeVar("RecordT")


class CommentPlace(Struct, frozen=True, array_like=True):
    """The place of a comment in the annotations of its line; all numbers count from 0."""

    annotation: int
    side: Literal["before", "after"]
    number: int


def with_comment(
    game: Game[RecordT, Any], record: RecordT, moment: Moment, place: CommentPlace | None, text: str
) -> RecordT:
    """Return the record with a comment on a moment; an empty text deletes the comment.

    At the end of a line, where nothing happens, the comment is on the whole line. Without a
    `place`, a new comment is added after the action. Raises IndexError if there is no such moment
    or comment, and ValueError if nobody acts or the game's records have no annotations.
    """
    found = standing(game, record, moment)
    line, step = found.line, found.step
    while line.path and moment.step < line.shared:
        line = found.round.variation(line.path[:-1])
    if isinstance(step.node, Decision) and step.actions is not None:
        ply = step.ply
    elif moment.step == len(found.line.steps) - 1:
        ply = None
    else:
        raise ValueError(
            "nobody acts here: comment on an action, or at the end, on the whole round"
        )

    def change(annotations: Annotations) -> Annotations:
        if place is None:
            return _added(annotations, ply, text) if text else annotations
        return _edited(annotations, place, text)

    return with_line_annotations(game, record, moment.round, line.path, change)


def _added(annotations: Annotations, ply: int | None, text: str) -> Annotations:
    """Return the annotations with a comment added to the ply's annotation, or in a new one."""
    for at, each in enumerate(annotations):
        if each.ply == ply:
            noted = replace(each, after=(*each.after, text))
            return (*annotations[:at], noted, *annotations[at + 1 :])
    new = Annotation(ply=ply, after=(text,))
    later = (at for at, each in enumerate(annotations) if ply is not None and (each.ply or 0) > ply)
    at = next(later, len(annotations))
    return (*annotations[:at], new, *annotations[at:])


def _edited(annotations: Annotations, place: CommentPlace, text: str) -> Annotations:
    """Return the annotations with a comment changed, dropping anything left empty."""
    at, number = place.annotation, place.number
    if at not in range(len(annotations)):
        raise IndexError(f"there is no annotation {at}")
    old = annotations[at]
    texts: tuple[str, ...] = getattr(old, place.side)
    if number not in range(len(texts)):
        raise IndexError(f"there is no comment {number} {place.side}")
    changed = (*texts[:number], *((text,) if text else ()), *texts[number + 1 :])
    new = replace(old, **{place.side: changed})
    kept = () if new == Annotation(ply=new.ply) else (new,)
    return (*annotations[:at], *kept, *annotations[at + 1 :])
