"""The kinds of annotations, and how many of each kind a record has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, TypeAlias, TypeVar

from msgspec.structs import replace

from ...findings.shown import short
from ..game import Game
from .annotation import Annotation, Evaluation
from .changes import annotations_of, ended_of, is_noted
from .variations import Variation

RecordT = TypeVar("RecordT")

Noted: TypeAlias = Counter[tuple[str, Hashable]]
"""The number of times each annotation occurs, by kind and place."""

_UNJUDGED = Evaluation()


def noted(game: Game[RecordT, Any], record: RecordT, numbered: bool = True) -> Noted:
    """Count all annotations in a record; places include the round only if `numbered` is true."""
    found: Noted = Counter(_of_line(annotations_of(record), ("match",)))
    for number, each in enumerate(game.rounds(record), start=1):
        place = (number if numbered else 0,)
        ended = ended_of(each)
        if ended is not None:
            found["endings", (place, replace(ended, text=None))] += 1
            if ended.text is not None:
                found["comments", (place, "end", ended.text)] += 1
        found.update(_of_line(annotations_of(each), place))
        found.update(_of_variations(each.variations, place))
    return found


def noted_only_in(game: Game[RecordT, Any], before: RecordT, after: RecordT) -> dict[str, int]:
    """Return how many annotations are in one record but not in another, by kind."""
    if not is_noted(game, before):
        return {}
    numbered = len(game.rounds(before)) == len(game.rounds(after))
    missing: Counter[tuple[str, Any]] = noted(game, before, numbered)
    missing -= noted(game, after, numbered)
    ends = {where[0] for (kind, where) in missing if kind == "endings"}
    found = Counter[str]()
    for (kind, where), count in missing.items():
        if kind != "comments" or where[1] != "end" or where[0] not in ends:
            found[kind] += count  # An end is lost together with its text.
    return dict(found)


def in_words(place: Any) -> str:
    """Return the place and text of an annotation from `noted` in words.

    >>> in_words(((1, "variation", 2, 3), "after", "well seen"))
    "round 1, variation 2, ply 3: 'well seen'"
    """
    (first, *rest), *said = place
    words = ["the match" if first == "match" else f"round {first}"]
    while rest[:1] == ["variation"]:
        words.append(f"variation {rest[1]}")
        rest = rest[2:]
    words += [f"ply {ply}" for ply in rest if ply is not None]
    return f"{', '.join(words)}: {short(said[-1])}"


def changed(game: Game[RecordT, Any], before: RecordT, after: RecordT) -> set[str]:
    """Return the kinds of annotations that are in only one of two records."""
    return {*noted_only_in(game, before, after), *noted_only_in(game, after, before)}


def _of_variations(
    variations: Sequence[Variation], place: tuple[Hashable, ...]
) -> Iterator[tuple[str, Hashable]]:
    for number, each in enumerate(variations, start=1):
        own = (*place, "variation", number)
        yield from _of_line(each.annotations, own)
        yield from _of_variations(each.variations, own)


def _of_line(
    annotations: Sequence[Annotation], place: tuple[Hashable, ...]
) -> Iterator[tuple[str, Hashable]]:
    for each in annotations:
        own = (*place, each.ply)
        yield from (("comments", (own, "before", text)) for text in each.before)
        yield from (("comments", (own, "after", text)) for text in each.after)
        yield from (("glyphs", (own, glyph)) for glyph in each.glyphs)
        times = (("used", each.time_used), ("left", each.time_left))
        yield from (("times", (own, *time)) for time in times if time[1] is not None)
        if each.evaluation is not None:
            position = replace(each.evaluation, loss=None, accuracy=None)
            if position != _UNJUDGED:
                yield "evaluations", (own, position)
            if position != each.evaluation:
                yield "losses", (own, each.evaluation.loss, each.evaluation.accuracy)
        yield from (("marks", (own, mark)) for mark in each.marks)
        yield from (("properties", (own, said)) for said in each.properties)
