"""What is noted of the play, in lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...formats.text.columns import visible
from ...replayer.play.annotation import Annotation, Evaluation
from ...replayer.play.ended import in_words
from ...replayer.play.glyphs import glyph
from ...replayer.replay.trajectory import Trajectory


def notes(found: Trajectory[Any, Any], ply: int | None = None) -> Iterator[str]:
    """What is noted of a line of play, or of one of its plies, and how it ended outside play."""
    wanted = [each for each in found.annotations if ply is None or each.ply == ply]
    yield from annotation_lines(wanted, "variation" if found.path else "round")
    if ply is None and found.ended is not None:
        text = "" if found.ended.text is None else f": {_line(found.ended.text)}"
        yield visible(f"  {in_words(found.ended)}{text}")


def annotation_lines(annotations: Sequence[Annotation], whole: str) -> Iterator[str]:
    """A line for each annotation; those without a ply are about the `whole`."""
    for each in annotations:
        about = f"the {whole}" if each.ply is None else f"ply {each.ply}"
        yield visible(f"  on {about}: {'; '.join(_parts(each))}")


def _parts(each: Annotation) -> Iterator[str]:
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
        yield " ".join([mark.shape, *mark.at, *filter(None, (mark.colour, mark.text))])
    for said in each.properties:
        yield " ".join([said.key, *map(_line, said.values)])


def _judged(evaluation: Evaluation) -> Iterator[str]:
    depth = "" if evaluation.depth is None else f" at depth {evaluation.depth}"
    if evaluation.mate is not None:
        yield f"mate in {evaluation.mate}{depth}"
    elif evaluation.score is not None:
        yield f"{evaluation.score:+g}{depth}"


def _line(text: str) -> str:
    """A text in one line."""
    return " ".join(text.split())
