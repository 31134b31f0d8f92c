"""`kifu replay`: a game as a person would follow it, or step by step for a program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import click

from ... import replayer
from ...archive.reading.inputs import Input
from ...formats import Notation, board
from ...formats.interface.board import Board
from ...formats.text.columns import visible
from ...replayer.game import Game
from ...replayer.play.annotation import Annotation, Evaluation
from ...replayer.play.changes import annotations_of
from ...replayer.play.ended import in_words
from ...replayer.play.glyphs import glyph
from ...replayer.replay.trajectory import Malformed, Trajectory, header_values, trajectories
from ...replayer.replay.trajectory_step import TrajectoryStep
from ...replayer.scene.scenes import Speaker
from ..errors import CLEAN, FOUND
from ..input.records import OneRecord, read_one, report
from ..options import OneOf, input_notation, input_path, record_number
from ..output import emit, json_text, show_lines
from .rounds import (
    numbers,
    one_number,
    round_option,
    step_at,
    variation_of,
    variation_option,
    worded,
)

Found: TypeAlias = Trajectory[Any, Any] | Malformed


@click.command
@input_path
@round_option
@variation_option
@click.option("--ply", type=int, metavar="K", help="Show the position before this ply, from 1.")
@record_number
@input_notation
@click.option(
    "--output-format",
    "style",
    type=OneOf(["text", "json", "jsonl"]),
    default="text",
    show_default=True,
    help="For people or for programs; jsonl has all records of the input, one per line.",
)
def command(
    path: str,
    number_of_round: int | None,
    variation: tuple[int, ...],
    ply: int | None,
    number: int | None,
    source: Notation[Any] | None,
    style: str,
) -> int:
    """Show a game: hands, table, possible actions, result.

    Variations follow each round in short form; --variation shows one of them in full. The ply after
    the last is the end; ply 0 is a decision before the first. In a view, a position shows what its
    player knew at that point. The exit status is 1 if a round or a variation breaks a rule and
    cannot be replayed further.
    """
    if style == "jsonl" and number is None:
        if ply is not None or variation or number_of_round is not None:
            raise click.UsageError("--round, --ply and --variation need --record with jsonl")
        return _all_records(path, source)
    one = read_one(path, source, number)
    if ply is not None or variation:
        number_of_round = one_number(one.game, one.record, number_of_round)
    chosen = numbers(one.game, one.record, number_of_round)
    found = [_meant(each, variation) for each in trajectories(one.game, one.record, chosen)]
    if ply is not None:
        _require(found, ply)
    if style == "jsonl":
        emit(_on_a_line(one.game, one.record, found))
    elif style == "json":
        for piece in _as_json(one, found, ply):
            emit(piece)
    else:
        show_lines(as_text(one, found, ply))
    return FOUND if any(map(_stops, found)) else one.status


def _meant(found: Found, variation: Sequence[int]) -> Found:
    return found if isinstance(found, Malformed) else variation_of(found, variation)


def _require(found: Sequence[Found], ply: int) -> None:
    """Raise Failure if there is no such ply, before anything is written."""
    for each in found:
        if not isinstance(each, Malformed):
            step_at(each, ply)


def _stops(found: Found) -> bool:
    return isinstance(found, Malformed) or any(each.breach for each in found.tree())


# For people


def as_text(one: OneRecord, found: Iterable[Found], ply: int | None = None) -> Iterator[str]:
    """Yield the lines of a record: header and rounds, or each round's position before a ply."""
    shows = board(one.game.name)
    head = [] if ply is not None else [*shows.head(one.record)]
    if ply is None:
        speaker = _speaker(one.record)
        head += annotation_lines(annotations_of(one.record), "match", speaker)
    yield from head
    for index, each in enumerate(found):
        if ply is None and (head or index):
            yield ""
        if isinstance(each, Malformed):
            yield f"round {each.number} cannot be replayed: {worded(each.breach)}"
        elif ply is None:
            yield from _whole(shows, each)
        else:
            yield from _position(shows, each, step_at(each, ply))


def _whole(shows: Board, found: Trajectory[Any, Any]) -> Iterator[str]:
    """Yield the main line or a variation in full, and its variations in short form."""
    first, *variations = found.tree()
    if first.own:
        yield from shows.whole(first)
    else:
        yield visible(first.title)
    yield from _fault(first)
    yield from notes(first)
    for each in variations:
        yield ""
        yield visible(each.title)
        if each.own:
            yield from shows.variation(each)
        yield from _fault(each)
        yield from notes(each)


def _fault(found: Trajectory[Any, Any]) -> Iterator[str]:
    """Yield why a variation cannot be played, or why it stops before its last action."""
    if found.fault is not None:
        yield f"  {visible(worded(found.fault))}"
    elif found.breach is not None and not found.own:
        yield f"  not reached: {visible(worded(found.breach))}"


def _position(
    shows: Board, found: Trajectory[Any, Any], step: TrajectoryStep[Any]
) -> Iterator[str]:
    """Yield a position, and the actions that variations play there."""
    yield from shows.position(found, step)
    yield from notes(found, step.ply)
    for each in found.variations:
        if each.own and found.steps[each.shared] is step:
            first = each.own[0]
            speaker = _speaker(found.record, found)
            actions = [first.spelled(*done) for done in (first.actions or {}).items()]
            yield visible(f"{each.title}: {' '.join(speaker.place(said) for said in actions)}")


# For programs


def _as_json(one: OneRecord, found: Sequence[Found], ply: int | None) -> Iterator[str]:
    """Return one object, with one round per line."""
    header = json_text(header_values(one.game, one.record))
    yield f'{header[:-1]}, "rounds": ['
    separator = "\n  "
    for each in found:
        if ply is None or isinstance(each, Malformed):
            values = each.values()
        else:
            values = each.values_at(ply)
        yield separator + json_text(values)
        separator = ",\n  "
    yield "\n]}\n"


def _on_a_line(game: Game[Any, Any], record: Any, found: Iterable[Found]) -> str:
    """Return a record on one line."""
    values = header_values(game, record) | {"rounds": [each.values() for each in found]}
    return json_text(values) + "\n"


def _all_records(path: str, source: Notation[Any] | None) -> int:
    """Write all records in an input as they are read, and return the exit status."""
    status = CLEAN
    for outcome in Input.named(path).outcomes(source and source.id):
        status = max(status, report(outcome.reading))
        if outcome.record is not None and outcome.game is not None and outcome.reading.whole:
            found = list(trajectories(outcome.game, outcome.record))
            status = FOUND if any(map(_stops, found)) else status
            emit(_on_a_line(outcome.game, outcome.record, found))
    return status


def notes(found: Trajectory[Any, Any], ply: int | None = None) -> Iterator[str]:
    """Yield the annotations of a line of play or a ply, and any end outside play."""
    wanted = [each for each in found.annotations if ply is None or each.ply == ply]
    speaker = _speaker(found.record, found)
    yield from annotation_lines(wanted, "variation" if found.path else "round", speaker)
    if ply is None and found.ended is not None:
        text = "" if found.ended.text is None else f": {_line(found.ended.text)}"
        yield visible(f"  {in_words(found.ended)}{text}")


def _speaker(record: object, found: Trajectory[Any, Any] | None = None) -> Speaker:
    """Return the game's words for properties of annotations and, in a round, for places."""
    scenes = replayer.scenes(replayer.game_of(record).name)
    grid = None if found is None else scenes.scene(found.steps[0].position).grid
    return Speaker(scenes, None, grid=grid)


def annotation_lines(
    annotations: Sequence[Annotation], whole: str, speaker: Speaker
) -> Iterator[str]:
    """Yield a line for each annotation; `whole` names the subject of those without a ply."""
    for each in annotations:
        about = f"the {whole}" if each.ply is None else f"ply {each.ply}"
        if said := "; ".join(_parts(each, speaker)):
            yield visible(f"  on {about}: {said}")


def _parts(each: Annotation, speaker: Speaker) -> Iterator[str]:
    yield from (glyph(number).shown for number in each.glyphs)
    yield from (f"before it: {_line(text)}" for text in each.before)
    yield from map(_line, each.after)
    if each.time_used is not None:
        yield f"{each.time_used} s used"
    if each.time_left is not None:
        yield f"{each.time_left} s left"
    if each.evaluation is not None:
        yield from _judged(each.evaluation)
    for mark in each.marks:
        yield " ".join(
            [mark.shape, *map(speaker.place, mark.at), *filter(None, (mark.colour, mark.text))]
        )
    for said in each.properties:
        # properties without values only record how a notation was laid out
        if any(said.values) and said.key not in speaker.looks.unshown:
            name = speaker.word(f"properties.{said.key}") or said.key
            yield " ".join([name, *map(_line, said.values)])


def _judged(evaluation: Evaluation) -> Iterator[str]:
    depth = "" if evaluation.depth is None else f" at depth {evaluation.depth}"
    if evaluation.mate is not None:
        yield f"mate in {evaluation.mate}{depth}"
    elif evaluation.score is not None:
        yield f"{evaluation.score:+g}{depth}"
    if evaluation.loss:
        yield f"loses {evaluation.loss:g}"
    if evaluation.accuracy is not None:
        yield f"accuracy {evaluation.accuracy:g}%"


def _line(text: str) -> str:
    """Return a text on one line."""
    return " ".join(text.split())
