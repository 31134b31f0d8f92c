"""Changes the annotations of records: keeps what a player may see, removes or combines them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias, TypeVar, cast

from msgspec.structs import replace

from ..game import Game
from ..record import GameRound
from .annotation import Annotation
from .ended import Ended
from .variations import Variation, changed

RecordT = TypeVar("RecordT")

Annotations: TypeAlias = tuple[Annotation, ...]

Change: TypeAlias = Callable[[Annotations], Annotations]
"""A function that changes the annotations of a match, a round or a variation."""


def annotations_of(holder: object) -> Annotations:
    """Return the annotations of a match, round or variation; none if its game has none."""
    found: object = getattr(holder, "annotations", ())
    return cast(Annotations, found) if found and isinstance(found, tuple) else ()


def ended_of(played: object) -> Ended | None:
    """Return how a round ended outside play, or None if it did not."""
    found: object = getattr(played, "ended", None)
    return found if isinstance(found, Ended) else None


def is_noted(game: Game[RecordT, Any], record: RecordT) -> bool:
    """Return whether a record has any annotations or ends outside play, which most do not."""
    if annotations_of(record):
        return True
    return any(map(is_noted_line, game.rounds(record)))


def is_noted_line(played: GameRound | Variation) -> bool:
    """Return whether a round or variation, or any variation in it, has annotations or an end."""
    if annotations_of(played) or ended_of(played) is not None:
        return True
    return any(map(is_noted_line, played.variations)) if played.variations else False


def as_seen(game: Game[RecordT, Any], record: RecordT) -> RecordT:
    """Return the record with only the notes that any player may see: times and ends outside play.

    Comments, marks and evaluations may reveal what is hidden, and so may glyphs and properties.
    """
    if not is_noted(game, record):
        return record
    return _with_ends(game, with_annotations(game, record, _times), _without_text)


def bare(game: Game[RecordT, Any], record: RecordT) -> RecordT:
    """Return the record without annotations or ends outside play."""
    if not is_noted(game, record):
        return record
    return _with_ends(
        game, with_annotations(game, record, lambda annotations: ()), lambda ended: None
    )


def with_annotations(game: Game[RecordT, Any], record: RecordT, change: Change) -> RecordT:
    """Return the record with its annotations changed; the same object if nothing changes."""
    found = _with(record, "annotations", change(annotations_of(record)))
    rounds: Sequence[Any] = game.rounds(record)
    changed = [_changed(each, change) for each in rounds]
    if all(one is other for one, other in zip(rounds, changed, strict=True)):
        return found
    return game.with_rounds(found, changed)


def with_line_annotations(
    game: Game[RecordT, Any], record: RecordT, number: int, path: Sequence[int], change: Change
) -> RecordT:
    """Return the record with the annotations of one line changed; rounds count from 1.

    Raises IndexError if there is no such line, and ValueError if its game has no annotations.
    """
    rounds: list[Any] = [*game.rounds(record)]
    if number not in range(1, len(rounds) + 1):
        raise IndexError(f"there is no round {number}: there are {len(rounds) or 'none'}")
    if path:

        def noted(one: Variation) -> Variation:
            return replace(one, annotations=change(one.annotations))

        variations = changed(game.variations(record, number), path, noted)
        return game.with_variations(record, number, variations)
    if not hasattr(rounds[number - 1], "annotations"):
        raise ValueError(f"records of {game.name} have no annotations")
    rounds[number - 1] = _with(
        rounds[number - 1], "annotations", change(annotations_of(rounds[number - 1]))
    )
    return game.with_rounds(record, rounds)


def with_match_annotations(record: RecordT, change: Change) -> RecordT:
    """Return the record with the annotations of the whole match changed.

    Raises ValueError if its game has no annotations.
    """
    if not hasattr(record, "annotations"):
        raise ValueError("matches of this game have no annotations")
    return _with(record, "annotations", change(annotations_of(record)))


def without_comments(
    game: Game[RecordT, Any], record: RecordT, is_gone: Callable[[str], bool]
) -> RecordT:
    """Return the record without these comments, and without annotations that this leaves empty."""

    def change(annotations: Annotations) -> Annotations:
        kept = list[Annotation]()
        for each in annotations:
            before, after = (
                tuple([text for text in texts if not is_gone(text)])
                for texts in (each.before, each.after)
            )
            left = each
            if (before, after) != (each.before, each.after):
                left = replace(each, before=before, after=after)
            if left is each or replace(left, ply=None) != Annotation():
                kept.append(left)
        return tuple(kept)

    return with_annotations(game, record, change)


def _with_ends(
    game: Game[RecordT, Any], record: RecordT, change: Callable[[Ended], Ended | None]
) -> RecordT:
    rounds: Sequence[Any] = game.rounds(record)
    ends = [ended_of(each) for each in rounds]
    if not any(ends):
        return record
    changed = [
        each if ended is None else _with(each, "ended", change(ended))
        for each, ended in zip(rounds, ends, strict=True)
    ]
    return game.with_rounds(record, changed)


def _without_text(ended: Ended) -> Ended:
    return replace(ended, text=None)


def together(game: Game[RecordT, Any], whole: RecordT, records: Sequence[RecordT]) -> RecordT:
    """Return a record joined from others, with all their annotations.

    Raises ValueError if they disagree about how a round ended.
    """
    whole = _with(whole, "annotations", _union(map(annotations_of, records)))
    rounds = list[Any]()
    for number, each in enumerate(game.rounds(whole)):
        parts = [game.rounds(one)[number : number + 1] for one in records]
        same: list[Any] = [played for part in parts for played in part]
        ends = {ended for ended in map(ended_of, same) if ended is not None}
        if len(ends) > 1:
            raise ValueError(f"round {number + 1} ends differently in two of the views")
        noted = _with(each, "annotations", _union(map(annotations_of, same)))
        rounds.append(_with(noted, "ended", next(iter(ends), None)))
    return game.with_rounds(whole, rounds)


def _union(lists: Iterable[Annotations]) -> Annotations:
    """Merge lists of annotations, keeping each annotation once and in order."""
    return tuple(dict.fromkeys(each for annotations in lists for each in annotations))


def _times(annotations: Annotations) -> Annotations:
    return tuple(
        Annotation(ply=each.ply, time_used=each.time_used, time_left=each.time_left)
        for each in annotations
        if each.time_used is not None or each.time_left is not None
    )


def _changed(played: Any, change: Change) -> Any:
    """Return a round or variation with its annotations and those of its variations changed."""
    found = _with(played, "annotations", change(annotations_of(played)))
    before: tuple[Variation, ...] = found.variations
    after = tuple([_changed(each, change) for each in before])
    same = all(one is other for one, other in zip(before, after, strict=True))
    return found if same else replace(found, variations=after)


def _with(holder: Any, field: str, value: object) -> Any:
    """Return a struct with a new value in a field; the same object if nothing changes."""
    if getattr(holder, field, value) == value:
        return holder
    return replace(holder, **{field: value})
