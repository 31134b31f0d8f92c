"""The actions of a record that its annotations judge, as facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from ..facts import Judged, RoundFacts
from ..game import Game
from ..replay.match import replay_all
from ..replay.round import RoundReplay
from ..rules import Decision
from .annotation import Annotation, Evaluation, Number
from .changes import annotations_of

RecordT = TypeVar("RecordT")


def with_judged(
    game: Game[RecordT, Any], record: RecordT, facts: Sequence[RoundFacts]
) -> Sequence[RoundFacts]:
    """Return the facts about the rounds of a record with the judged actions of each main line."""
    rounds = enumerate(game.rounds(record), start=1)
    notes = {number: [*filter(_judges, annotations_of(each))] for number, each in rounds}
    found, judged = [*facts], [number for number, some in notes.items() if some]
    for number, line in zip(judged, replay_all(game, record, judged), strict=True):
        if isinstance(line, RoundReplay):
            some = tuple(_judged(line, notes[number]))
            found[number - 1] = replace(found[number - 1], judged=some)
    return found


def _judges(annotation: Annotation) -> bool:
    return bool(annotation.ply and (annotation.evaluation or annotation.glyphs))


def _judged(line: RoundReplay[Any], notes: Sequence[Annotation]) -> Iterator[Judged]:
    players = {
        step.ply + place: player
        for step in line.steps
        if step.ply and isinstance(step.node, Decision)
        for place, player in enumerate(step.actions or ())
    }
    for each in notes:
        if each.ply in players:
            found = each.evaluation or Evaluation()
            yield Judged(
                player=players[each.ply],
                ply=each.ply,
                score=_number(found.score),
                loss=_number(found.loss),
                accuracy=_number(found.accuracy),
                glyphs=each.glyphs,
            )


def _number(value: Number | None) -> float | None:
    return None if value is None else float(value)
