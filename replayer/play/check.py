"""Checks annotations and ends outside play, along with the checks of each game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import inf, isfinite
from typing import Any, TypeVar

from msgspec.structs import replace

from ...findings import Finding
from .. import codes
from ..check import Place
from ..discovery import require
from ..game import Checked, Game
from ..replay.match import replay_round
from ..replay.round import RoundReplay
from ..rules import IllegalAction
from . import glyphs
from .annotation import Annotation
from .changes import annotations_of, ended_of, is_noted, is_noted_line
from .ended import BY_SOMEBODY, Ended, in_words
from .variations import Variation, excess

StateT = TypeVar("StateT")
RecordT = TypeVar("RecordT")


def checked(
    game: Game[RecordT, StateT], record: RecordT, unsupported: Collection[str] = ()
) -> Checked[StateT]:
    """Return all errors in a record: in its play, its annotations and its ends outside play.

    `unsupported` names the values that the notation cannot express; they are not reported as
    missing.
    """
    beyond = _beyond(game, record)
    for number in beyond:
        record = game.with_variations(record, number, ())
    found = game.check(record, unsupported)
    require(found, Checked, game.name, "`check`")
    if not beyond and not is_noted(game, record):
        return found
    if beyond:
        found = replace(found, completed=None)  # it would lack these variations
    more = [*beyond.values(), *_check_record(game, record, found.ends)]
    return replace(found, findings=[*found.findings, *more])


def _beyond(game: Game[RecordT, Any], record: RecordT) -> dict[int, Finding]:
    """Return the rounds with too many variations to replay, and the findings about them."""
    found = dict[int, Finding]()
    for number, each in enumerate(game.rounds(record), start=1):
        if each.variations and (beyond := excess(each.variations)) is not None:
            where = "".join(f"/variations/{index}" for index in beyond.path)
            place = Place(number, game.rounds_field)
            found[number] = place.finding(beyond.rule, beyond.message, where)
    return found


def _check_record(
    game: Game[RecordT, StateT], record: RecordT, ends: Sequence[StateT | None]
) -> Iterator[Finding]:
    for number, each in enumerate(annotations_of(record)):
        where = f"/annotations/{number}"
        for field, why in _impossible(each):
            pointer = where + field
            yield Finding(rule=codes.IMPOSSIBLE_ANNOTATION, message=why, pointer=pointer)
        if each.ply is not None:
            why = f"a match has no ply {each.ply}: put the annotation in the round that has the ply"
            yield Finding(rule=codes.NOTHING_TO_ANNOTATE, message=why, pointer=f"{where}/ply")
    for number, each in enumerate(game.rounds(record), start=1):
        ended, notes = ended_of(each), annotations_of(each)
        place = Place(number, game.rounds_field)
        if notes:
            yield from _check_line(notes, "", range(each.plies + 1), "the main line", place)
        if each.variations and any(map(is_noted_line, each.variations)):
            yield from _check_variations(game, record, each.variations, place)
        if ended is not None:
            end = ends[number - 1] if number <= len(ends) else None
            yield from _check_ended(game, record, ended, end is not None, place)


# Annotations


def _check_line(
    annotations: Sequence[Annotation], field: str, plies: range, line: str, place: Place
) -> Iterator[Finding]:
    """Yield the errors in the annotations of a line, which has these plies."""
    for number, each in enumerate(annotations):
        if _is_plain(each) and (each.ply is None or each.ply in plies):
            continue
        where = f"{field}/annotations/{number}"
        for key, why in _impossible(each):
            yield place.finding(codes.IMPOSSIBLE_ANNOTATION, why, where + key)
        if each.ply is not None and each.ply not in plies:
            why = f"there is no ply {each.ply} in {line}: it has {_listed(plies)}"
            yield place.finding(codes.NOTHING_TO_ANNOTATE, why, f"{where}/ply")


def _listed(plies: range) -> str:
    first, last = max(plies.start, 1), plies.stop - 1
    if last < first:
        return "none"
    return f"ply {first}" if first == last else f"plies {first} to {last}"


def _is_plain(annotation: Annotation) -> bool:
    """Return whether an annotation has no marks, and no numbers except a possible time."""
    left = annotation.time_left
    return (
        (left is None or 0 <= left < inf)
        and annotation.time_used is None
        and annotation.evaluation is None
        and not annotation.glyphs
        and not annotation.marks
    )


def _impossible(annotation: Annotation) -> Iterator[tuple[str, str]]:
    """Yield the fields of an annotation with impossible numbers or marks, and the reasons."""
    for number, glyph in enumerate(annotation.glyphs):
        if not 0 <= glyph <= glyphs.MOST:
            yield f"/glyphs/{number}", f"there is no glyph {glyph}: glyphs are 0 to {glyphs.MOST}"
    times = (("time_used", annotation.time_used), ("time_left", annotation.time_left))
    for field, seconds in times:
        if seconds is not None and not (isfinite(seconds) and seconds >= 0):
            yield f"/{field}", f"{seconds} seconds is not a time: expected 0 or more"
    judged = annotation.evaluation
    if judged is not None and judged.score is not None and not isfinite(judged.score):
        yield "/evaluation/score", f"{judged.score} is not a score: expected a number"
    if judged is not None and judged.depth is not None and judged.depth < 0:
        yield "/evaluation/depth", f"{judged.depth} is not a depth: expected 0 or more"
    if judged is not None and judged.loss is not None and not 0 <= judged.loss < inf:
        yield "/evaluation/loss", f"{judged.loss} is not a loss: expected 0 or more"
    if judged is not None and judged.accuracy is not None and not 0 <= judged.accuracy <= 100:
        yield "/evaluation/accuracy", f"{judged.accuracy} is not an accuracy: expected 0 to 100"
    for number, mark in enumerate(annotation.marks):
        if mark.shape in ("arrow", "line") and len(mark.at) > 1 and mark.at[0] == mark.at[1]:
            yield f"/marks/{number}", f"the {mark.shape} goes from {mark.at[0]} to itself"


def _check_variations(
    game: Game[RecordT, StateT], record: RecordT, variations: Sequence[Variation], place: Place
) -> Iterator[Finding]:
    """Yield the errors in the annotations of variations; counting their plies may take a replay."""
    main: RoundReplay[StateT] | None = None
    if game.plies_of(()) is None:
        try:
            main = replay_round(game, record, place.number)
        except IllegalAction:
            main = None
    replays = None if main is None else main.variations
    yield from _check_tree(game, variations, replays, (), "", place)


def _check_tree(
    game: Game[Any, StateT],
    variations: Sequence[Variation],
    replays: Sequence[RoundReplay[StateT]] | None,
    path: tuple[int, ...],
    field: str,
    place: Place,
) -> Iterator[Finding]:
    for index, each in enumerate(variations):
        replayed = None if replays is None else replays[index]
        count = game.plies_of(each.actions)
        plies = range(each.ply, each.ply + (len(each.actions) if count is None else count))
        if replayed is not None and replayed.own and replayed.breach is None:
            # Cards dealt by chance and decisions before the first ply are not plies.
            plies = range(each.ply, replayed.plies + 1)
        own, there = (*path, index + 1), f"{field}/variations/{index}"
        if each.annotations:
            line = f"variation {'.'.join(map(str, own))}"
            yield from _check_line(each.annotations, there, plies, line, place)
        if each.variations:
            deeper = None if replayed is None else replayed.variations
            yield from _check_tree(game, each.variations, deeper, own, there, place)


# Ends outside play


def _check_ended(
    game: Game[RecordT, StateT], record: RecordT, ended: Ended, over: bool, place: Place
) -> Iterator[Finding]:
    """Yield the first error in an end outside play."""
    players = game.rules(record).players
    if ended.by is not None and ended.by not in range(players):
        why = f"there is no player {ended.by}: players are 0 to {players - 1}"
        yield place.finding(codes.ENDED_BY_NOBODY, why, "/ended/by")
    elif ended.by is None and ended.how in BY_SOMEBODY:
        why = f"the round ended by {ended.how}, but the record does not say by whom"
        yield place.finding(codes.ENDED_BY_NOBODY, why, "/ended")
    elif over:
        why = f"{in_words(ended)}, but the last action had already ended the round"
        yield place.finding(codes.ENDED_AFTER_END, why, "/ended", player=ended.by)
    else:
        why = game.contradicts(record, place.number, ended)
        if why is not None:
            yield place.finding(codes.ENDED_OTHERWISE, why, "/ended", player=ended.by)
