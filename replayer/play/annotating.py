"""Edits annotations: adds, changes and deletes comments, glyphs and marks.

The edits are changes of the annotations of a line, for `annotate`. Whatever is left empty is
dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ..game import Game
from .annotation import Annotation, Mark
from .changes import Annotations, Change, with_line_annotations, with_match_annotations

RecordT = TypeVar("RecordT")

_One: TypeAlias = Callable[[Annotation], Annotation]


class Subject(Struct, frozen=True):
    """The subject of annotations: a ply of a line, the whole line, or the match (without round).

    A ply belongs to the line in which it is played, not to the variations that share it.
    """

    round: int | None
    path: tuple[int, ...] = ()
    ply: int | None = None


class CommentPlace(Struct, frozen=True, array_like=True):
    """The place of a comment in the annotations of its line; all numbers count from 0."""

    annotation: int
    side: Literal["before", "after"]
    number: int


def annotate(
    game: Game[RecordT, Any], record: RecordT, subject: Subject, change: Change
) -> RecordT:
    """Return the record with the annotations of a subject's line, or of the match, changed.

    Raises IndexError if there is no such line, and ValueError if the game has no annotations.
    """
    if subject.round is None:
        return with_match_annotations(record, change)
    return with_line_annotations(game, record, subject.round, subject.path, change)


def commented(ply: int | None, text: str, place: CommentPlace | None = None) -> Change:
    """Return the edit that writes a comment at its `place`, or a new one after the ply.

    An empty text deletes the comment. The edit raises IndexError if there is no such comment.
    """

    def change(annotations: Annotations) -> Annotations:
        if place is not None:
            return _edited(annotations, place, text)
        if not text:
            return annotations
        return _first(annotations, ply, lambda one: replace(one, after=(*one.after, text)))

    return change


def judged(ply: int | None, glyphs: Sequence[int]) -> Change:
    """Return the edit that makes these the glyphs of a ply."""

    def change(annotations: Annotations) -> Annotations:
        bare = _of_ply(annotations, ply, lambda one: replace(one, glyphs=()))
        return _first(bare, ply, lambda one: replace(one, glyphs=tuple(glyphs)))

    return change


def marked(ply: int | None, mark: Mark) -> Change:
    """Return the edit that draws a mark at a ply, or erases it if it is already there.

    It replaces an arrow or a line between the same places, or else what is drawn at the same place.
    """

    def change(annotations: Annotations) -> Annotations:
        is_there = any(
            _overlaps(each, mark) and replace(each, at=mark.at) == mark
            for one in annotations
            if one.ply == ply
            for each in one.marks
        )
        bare = _of_ply(annotations, ply, lambda one: replace(one, marks=_without(one.marks, mark)))
        if is_there:
            return bare
        return _first(bare, ply, lambda one: replace(one, marks=(*one.marks, mark)))

    return change


LINES = ("arrow", "line")
"""The shapes that lead from one place to another; others are drawn at each of their places."""


_BEHIND = ("highlight", "dim")
"""Shapes that may be behind another one at the same place."""


def _overlaps(one: Mark, other: Mark) -> bool:
    """Return whether two marks cannot be drawn together."""
    for shapes in (LINES, _BEHIND):
        if (one.shape in shapes) != (other.shape in shapes):
            return False
    if one.shape in LINES:
        return one.shape == other.shape and one.at == other.at
    return not {*one.at}.isdisjoint(other.at)


def _without(marks: Sequence[Mark], gone: Mark) -> tuple[Mark, ...]:
    """Return the marks without those that cannot be drawn together with another one."""
    found = list[Mark]()
    for each in marks:
        if not _overlaps(each, gone):
            found.append(each)
        elif each.shape not in LINES and (
            left := tuple(place for place in each.at if place not in gone.at)
        ):
            found.append(replace(each, at=left))
    return tuple(found)


def _of_ply(annotations: Annotations, ply: int | None, change: _One) -> Annotations:
    """Return the annotations with each one of a ply changed, dropping any left empty."""
    found = list[Annotation]()
    for each in annotations:
        new = change(each) if each.ply == ply else each
        if new == each or new != Annotation(ply=ply):
            found.append(new)
    return tuple(found)


def _first(annotations: Annotations, ply: int | None, change: _One) -> Annotations:
    """Return the annotations with the first one of a ply changed, or with a new one."""
    for at, each in enumerate(annotations):
        if each.ply == ply:
            return (*annotations[:at], change(each), *annotations[at + 1 :])
    new = change(Annotation(ply=ply))
    if new == Annotation(ply=ply):
        return annotations
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
