"""Templates: short records whose comments say in words what each action means."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any

from msgspec.structs import replace

from .. import replayer
from ..formats import CannotHold, Notation, rewritten
from ..formats.interface.drawn import drawn
from ..replayer.game import Game
from ..replayer.play.annotating import Subject, annotate, commented
from ..replayer.play.annotation import Annotation
from ..replayer.replay.trajectory import Malformed, trajectories
from ..replayer.replay.view import view
from ..replayer.rules import CHANCE
from ..validation.beginning import begun
from .players.levels import RANDOM, RULES, player
from .players.match import Match
from .players.strategy import strategies

LONGEST = 80
"""A round with at least this many steps is cut short."""
SHORT = 12
"""The number of steps left in a round that is cut short."""
SEED = "1"


def template(start: Any, notation: Notation[Any], about: str) -> tuple[str, list[str]]:
    """Return the text of a short record with comments, and what the notation cannot hold.

    `start` is the record of a match before play, which is then played by rules of thumb. The first
    comment is `about`, and the first action of each kind has a comment that says what it does. The
    record has one round, or a whole match if the notation cannot hold less; if it can only hold
    what one player saw, that is player 0.

    Raises CannotHold if the notation can hold none of them.
    """
    game = replayer.game_of(start)
    # Generated matches often have options that make them short
    options = None if start == begun(game.name, {}) else start
    match = partial(replayer.generate, game.name, SEED, options)
    *attempts, last = (partial(_round, game, start), match, lambda: view(game, match(), 0))
    for attempt in attempts:
        with suppress(CannotHold):
            return _written(game, attempt(), notation, about)
    return _written(game, last(), notation, about)


def _round(game: Game[Any, Any], start: Any) -> Any:
    level = RULES if game.name in strategies() else RANDOM
    seats = range(game.rules(start).players)
    match = Match(game, start, [player(game.name, level, f"{SEED}/{each}") for each in seats], SEED)
    match.play(1)
    (steps,) = match.rounds
    if len(steps) > LONGEST:
        steps = (*steps[:SHORT], replace(steps[SHORT], actions=None, transition=None))
    return game.written(start, [steps])


def _written(
    game: Game[Any, Any], record: Any, notation: Notation[Any], about: str
) -> tuple[str, list[str]]:
    """Return the text and the losses of a record with comments."""
    if not hasattr(record, "annotations"):
        return rewritten(record, notation)
    _, losses = rewritten(record, notation)
    for ply, text in _comments(game, record).items():
        longer = annotate(game, record, Subject(1, (), ply), commented(ply, text))
        # Some notations have no place for a comment on a pass, for example
        if rewritten(longer, notation)[1] == losses:
            record = longer
    # Some notations have no place before, others none after the record
    places = (Annotation(before=(about,)), Annotation(after=(about,)))
    texts = [rewritten(replace(record, annotations=(each,)), notation) for each in places]
    (first, *_) = about.splitlines()
    return min(texts, key=lambda found: (len(found[1]), found[0].find(first)))


def _comments(game: Game[Any, Any], record: Any) -> dict[int, str]:
    """Return the sentences about the first action of each kind, by ply."""
    scenes = replayer.scenes(game.name)
    line = next(iter(trajectories(game, record, (1,))))
    if isinstance(line, Malformed):
        return {}
    found, kinds = dict[int, str](), set[str]()
    for step in line.steps:
        here = drawn(scenes, line, step)
        for ahead, (seat, action) in enumerate((step.actions or {}).items()):
            kind = f"{here.scene.mode} {scenes.act(here.scene.mode, action).match}"
            if seat != CHANCE and step.ply and kind not in kinds:
                kinds.add(kind)
                words = here.said(step, seat, action)
                found[step.ply + ahead] = f"{here.speaker.name(seat)}: {words}"
    return found
