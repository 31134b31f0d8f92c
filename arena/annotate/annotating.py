"""Annotates rounds: values, glyphs, comments, and the best actions as variations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from typing import Any

from msgspec import Struct

from ...formats.interface.drawn import Drawn
from ...replayer import scenes
from ...replayer.game import Game
from ...replayer.play.annotation import Annotation, Evaluation
from ...replayer.play.changes import Annotations, annotations_of, with_line_annotations
from ...replayer.play.variations import Variation
from ...replayer.replay.match import replay
from ...replayer.replay.round import RoundReplay, Step
from ...replayer.replay.trajectory import trajectory
from ...replayer.rules import Action, Decision
from ...replayer.scene.scenes import Speaker
from ..players.match import Seat
from ..players.player import Seen
from .continuation import continuation
from .evaluators import Evaluator, Judgement, Tried

HEADER = "Annotated by kifu"
"""The beginning of the comment on an annotated round."""

THRESHOLDS = ((0.4, 4, "Blunder"), (0.2, 2, "Mistake"), (0.1, 6, "Inaccuracy"))
"""The minimum loss for `??`, `?` and `?!`, as a fraction of the `spread`.

The words begin the comments, since some notations hold comments but no glyphs.
"""

_STEEPNESS = 4
"""How fast the accuracy of a decision falls with its loss: to 67% at `?!`, and to 20% at `??`."""


class Judged(Struct, frozen=True):
    """A judged decision of a round: its step (from 0), ply, player, and number of actions."""

    step: int
    ply: int
    player: int
    judgement: Judgement


class Choice(Struct, frozen=True):
    """A decision among several legal actions: its step (from 0), its ply, and what was chosen."""

    step: int
    ply: int
    seen: Seen
    action: Action


def judged_round(
    game: Game[Any, Any], record: Any, number: int, evaluator: Evaluator, seed: str
) -> Iterator[Judged]:
    """Judge each decision in a round, from its beginning; raises the same errors as `choices`."""
    for each in choices(game, record, number, evaluator.sees_all):
        found = evaluator.judge(each.seen, each.action, seed)
        yield Judged(each.step, each.ply, each.seen.player, found)


def choices(
    game: Game[Any, Any], record: Any, number: int, sees_all: bool = False
) -> Iterator[Choice]:
    """Yield the decisions in a round of a complete record, as each seat saw them.

    Decisions with a single legal action, and those before the first ply, are left out. Raises
    ValueError if the record is a view, and IllegalAction (a ValueError) if its play breaks a rule.
    """
    if game.viewer(record) is not None:
        raise ValueError("views cannot be annotated, since they do not show the other hands")
    rounds = list[RoundReplay[Any]]()
    for each in replay(game, record):
        if each.number <= number and each.breach is not None:
            raise each.breach
        rounds.append(each)
        if each.number == number:
            break
    start, rules = game.with_rounds(record, ()), game.rules(record)
    seats = [Seat(game, start, seat, sees_all) for seat in range(rules.players)]
    for seat in seats:
        for each in rounds[:-1]:
            seat.begin(each.steps[0].state)
            seat.follow([step for step in each.steps if step.transition is not None])
        seat.begin(rounds[-1].steps[0].state)
    steps = rounds[-1].steps
    for at, step in enumerate(steps):
        if step.transition is None or not step.ply or not isinstance(step.node, Decision):
            continue
        for place, (player, action) in enumerate((step.actions or {}).items()):
            seats[player].follow(steps[:at])
            seen = seats[player].seen(step.node)
            if step.breach is None and len(seen.legal) > 1:
                yield Choice(at, step.ply + place, seen, action)


def severity(judgement: Judgement, scale: float) -> tuple[int, str] | None:
    """Return the glyph and the word for a loss; None if it is small, or could be due to chance."""
    if judgement.is_certain:
        for part, glyph, word in THRESHOLDS:
            if judgement.loss >= part * scale:
                return glyph, word
    return None


def accuracy(judgement: Judgement, scale: float) -> float:
    """Return the accuracy of a decision in percent: 100 if nothing was certainly lost."""
    loss = judgement.loss if judgement.is_certain else 0.0
    return round(100 * exp(-_STEEPNESS * loss / scale), 1)


def annotated_round(
    game: Game[Any, Any], record: Any, number: int, evaluator: Evaluator, seed: str
) -> Any:
    """Return the record with a round annotated; unchanged if kifu has annotated the round before.

    Raises the same errors as `judged_round`, ValueError if the game has no annotations or the
    evaluator cannot judge it, and EngineFailed if the evaluator is an engine that fails.
    """
    if is_annotated(game, record, number):
        return record
    try:
        judged = list(judged_round(game, record, number, evaluator, seed))
        # In a game where nobody gains anything in playouts, no loss is measurable.
        scale = evaluator.spread(game, record) or 1.0
    finally:
        evaluator.close()
    main_line = next(each for each in replay(game, record) if each.number == number)
    words = _Words(game, record, number)
    notes, variations = list[Annotation](), list[Variation]()
    for each in judged:
        found = each.judgement
        mark = severity(found, scale)
        word = "" if mark is None else f"{mark[1]}. "
        notes.append(
            Annotation(
                ply=each.ply,
                glyphs=() if mark is None else (mark[0],),
                after=(word + _comment(found, words.action(each)),),
                evaluation=Evaluation(
                    score=round(found.score, 2),
                    loss=round(max(0.0, found.loss), 2),
                    accuracy=accuracy(found, scale),
                ),
            )
        )
        step = main_line.steps[each.step]
        variations += [_variation(step, each, one) for one in found.tree]
        if mark is not None and not found.tree:
            line = {**(step.actions or {}), each.player: found.best}
            after = game.rules(record).apply(step.state, line).state
            rest = continuation(game.name, game.rules(record), after, each.ply)
            variations.append(Variation(ply=step.ply, actions=(*line.values(), *rest)))
    notes.append(Annotation(after=(_summary(evaluator, judged, scale, seed, words),)))

    def change(annotations: Annotations) -> Annotations:
        return (*annotations, *notes)

    record = with_line_annotations(game, record, number, (), change)
    kept = game.variations(record, number)
    return game.with_variations(record, number, (*kept, *variations)) if variations else record


def _variation(step: Step[Any], judged: Judged, tried: Tried) -> Variation:
    """Return a line in the tree of a search as a variation, with its value and frequency."""
    first, *rest = tried.line
    actions = {**(step.actions or {}), judged.player: first}
    note = Annotation(
        ply=judged.ply,
        after=(f"Taken {tried.share:.0%}.",),
        evaluation=Evaluation(score=round(tried.score, 2)),
    )
    return Variation(ply=step.ply, actions=(*actions.values(), *rest), annotations=(note,))


def is_annotated(game: Game[Any, Any], record: Any, number: int) -> bool:
    """Return whether kifu has annotated a round."""
    notes = annotations_of(game.rounds(record)[number - 1])
    return any(text.startswith(HEADER) for each in notes for text in each.after)


class _Words:
    """Words for the actions and the players of a round, without the names of people."""

    def __init__(self, game: Game[Any, Any], record: Any, number: int) -> None:
        self._line = trajectory(game, record, number)
        self._scenes = scenes(game.name)

    def action(self, judged: Judged) -> str:
        """Return the best action as boards show it."""
        step, best = self._line.steps[judged.step], judged.judgement.best
        here = Drawn(self._scenes, self._scenes.scene(step.position), None)
        return here.said(step, judged.player, best)

    def player(self, seat: int) -> str:
        """Return the game's label of a player, or a number."""
        return Speaker(self._scenes, None).name(seat)


def _comment(found: Judgement, best: str) -> str:
    """Return the comment on a decision."""
    if found.action == found.best or found.loss <= 0:
        return f"Value {found.value:.2f}."
    margin = f" ± {found.margin:.2f}" if 0 < found.margin < float("inf") else ""
    return (
        f"Value {found.value:.2f}, loses {found.loss:.2f}{margin}. "
        f"Best: {best} ({found.value + found.loss:.2f})."
    )


def _summary(
    evaluator: Evaluator, judged: Sequence[Judged], scale: float, seed: str, words: _Words
) -> str:
    """Return the comment on a round: how it was annotated, and each player's accuracy."""
    parts = list[str]()
    for player in sorted({each.player for each in judged}):
        own = [accuracy(each.judgement, scale) for each in judged if each.player == player]
        parts.append(f"{words.player(player)} {sum(own) / len(own):.0f}%")
    head = f"{HEADER} ({evaluator.name}, seed {seed})."
    return f"{head} Accuracy: {', '.join(parts)}." if parts else head
