"""Reorders variations: moves one up among its siblings, or makes it part of the line it leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from ..game import Game
from ..replay.match import replay_round
from .annotation import Annotation
from .changes import Annotations, annotations_of, with_line_annotations
from .going_on import CannotGoOn, actions_of, with_last_line, with_variation
from .variations import Variation

RecordT = TypeVar("RecordT")


def moved_up(
    game: Game[RecordT, Any], record: RecordT, number: int, path: Sequence[int]
) -> tuple[RecordT, tuple[int, ...]]:
    """Return the record with a variation before the previous one at its ply, and its new path.

    Raises IndexError if there is no such variation, and CannotGoOn if none comes before it.
    """
    siblings, at = _siblings(game, record, number, path)
    ply = siblings[at].ply
    before = next((to for to in reversed(range(at)) if siblings[to].ply == ply), None)
    if before is None:
        raise CannotGoOn(f"no other variation at ply {ply} comes before this one")
    siblings[before], siblings[at] = siblings[at], siblings[before]
    return _with_siblings(game, record, number, path, siblings), (*path[:-1], before + 1)


def promoted(
    game: Game[RecordT, Any], record: RecordT, number: int, path: Sequence[int]
) -> RecordT:
    """Return the record with a variation as part of the line it leaves.

    The former rest of that line, with its annotations and variations, becomes a variation in its
    place. The name of the promoted variation becomes a comment on its first ply, as do comments on
    the whole variation. Raises IndexError if there is no such variation, and CannotGoOn if a line
    breaks a rule or cannot be changed.
    """
    siblings, at = _siblings(game, record, number, path)
    own, replayed = siblings[at], replay_round(game, record, number)
    line, left = replayed.variation(path), replayed.variation(path[:-1])
    for each in (line, left):
        if each.breach is not None:
            raise CannotGoOn(f"{each.label} breaks a rule, which must be corrected first")
    rest = actions_of(left.steps[line.shared :])
    if path[1:]:
        parents, above = _siblings(game, record, number, path[:-1])
        notes = parents[above].annotations
    else:
        notes = annotations_of(game.rounds(record)[number - 1])
    former = Variation(
        ply=own.ply,
        actions=rest,
        annotations=tuple(each for each in notes if not _precedes(each, own.ply)),
        variations=tuple(each for each in siblings if each.ply > own.ply),
    )
    siblings[at : at + 1] = [former] if rest else []
    branches = (*(each for each in siblings if each.ply <= own.ply), *own.variations)
    notes = (*(each for each in notes if _precedes(each, own.ply)), *_on_plies(own))
    if not path[1:]:
        longer = with_last_line(game, record, number, line.steps)
        noted = with_line_annotations(game, longer, number, (), lambda _: notes)
        return game.with_variations(noted, number, branches)

    def extended(parent: Variation) -> Variation:
        actions = (*parent.actions[: len(parent.actions) - len(rest)], *own.actions)
        return replace(parent, actions=actions, annotations=notes, variations=branches)

    return with_variation(game, record, number, path[:-1], extended)


def _precedes(note: Annotation, ply: int) -> bool:
    """Return whether an annotation is about the whole line, or about something before a ply."""
    return note.ply is None or note.ply < ply


def _on_plies(one: Variation) -> Annotations:
    """Return the annotations of a variation, with those about all of it on its first ply."""
    name = () if one.name is None else (Annotation(ply=one.ply, before=(one.name,)),)
    notes = (replace(each, ply=one.ply) if each.ply is None else each for each in one.annotations)
    return (*name, *notes)


def _siblings(
    game: Game[RecordT, Any], record: RecordT, number: int, path: Sequence[int]
) -> tuple[list[Variation], int]:
    """Return the variations of the line that a variation leaves, and its index among them.

    Raises IndexError if there is no such variation.
    """
    found: Sequence[Variation] = ()
    if path and number in range(1, len(game.rounds(record)) + 1):
        found = game.variations(record, number)
    for each in path[:-1]:
        found = found[each - 1].variations if each in range(1, len(found) + 1) else ()
    if not path or path[-1] not in range(1, len(found) + 1):
        raise IndexError(f"round {number} has no such variation")
    return [*found], path[-1] - 1


def _with_siblings(
    game: Game[RecordT, Any],
    record: RecordT,
    number: int,
    path: Sequence[int],
    siblings: Sequence[Variation],
) -> RecordT:
    """Return the record with other variations of the line that a variation leaves."""
    new = tuple(siblings)
    if not path[1:]:
        return game.with_variations(record, number, new)
    return with_variation(game, record, number, path[:-1], lambda one: replace(one, variations=new))
