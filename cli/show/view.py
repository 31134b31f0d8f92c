"""`kifu view`: a record as one player knew it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import click

from ... import replayer
from ...archive.reading.inputs import Input, record_label
from ...formats import CannotHold, Notation, canonical_notation, lost
from ...replayer.game import Game
from ...replayer.play import KINDS
from ...replayer.play.changes import as_seen
from ...replayer.play.kinds import noted_only_in
from ...replayer.replay.match import replay_all
from ...replayer.replay.round import seen
from ...replayer.replay.trajectory import broken
from ...replayer.rules import IllegalAction, Observation
from ..convert.losses import Losses
from ..convert.targets import Target, target_option, with_suffix_of, write_records
from ..errors import Failure, refusing, say
from ..input.records import read_all
from ..options import force, input_notation, input_path, output_file
from ..output import check_target
from .rounds import worded


@click.command
@input_path
@click.option("--player", type=int, required=True, metavar="N", help="The player, from 0.")
@target_option(", if different")
@input_notation
@output_file
@force
def command(
    path: str,
    player: int,
    target: str | None,
    source: Notation[Any] | None,
    output: str | None,
    force: bool,
) -> int:
    """Write a record as one player knew it.

    Everything that the player did not see is hidden. --to or the name of the file after -o gives
    the notation; anything it cannot hold is reported on standard error. By default, the input's
    notation is used, or if it cannot hold the view, the game's canonical one.
    """
    check_target(output, force)
    opened = Input.named(path)
    found = read_all(opened, source)
    if found.notation is not None and found.records:
        found.require_one_game(opened.label)
        game = replayer.game(found.notation.game)
        views = [_view(game, record, player, opened.label) for record in found.records]
        _say_left_out(game, opened.label, found.records, views)
        Losses(verbose=True).left_out(opened.label, found.left_out)
        with refusing(CannotHold, place=opened.label):
            named = [] if output is None else with_suffix_of(output, game.name)
            if target is None and not named:
                notation = _able([found.notation], views) or canonical_notation(game.name)
            elif target is None and (able := _able(named, views)) is not None:
                notation = able
            else:
                notation, losses = Target(target, output).notation(game.name), Losses()
                for number, each in enumerate(views, start=1):
                    losses.of(record_label(opened.label, number), [each], notation)
                losses.say()
            write_records(notation, views, output, force)
    return found.status


def _say_left_out(
    game: Game[Any, Any], label: str, records: Sequence[Any], views: Sequence[Any]
) -> None:
    """Report annotations left out of views because they may reveal hidden information."""
    left = Counter[str]()
    for record, known in zip(records, views, strict=True):
        left.update(noted_only_in(game, record, known))
    if left:
        kinds = ", ".join(f"{kind} ({left[kind]})" for kind in KINDS if kind in left)
        say(f"{label}: left out of the view: {kinds} (they may reveal hidden information)")


def _view(game: Game[Any, Any], record: Any, player: int, label: str) -> Any:
    players = game.rules(record).players
    if player not in range(players):
        raise Failure(f"there is no player {player}: players are 0 to {players - 1}")
    shown = list(_shown(game, record, player, label))
    with refusing(ValueError, place=label):
        return as_seen(game, game.view(record, player, shown))


def _shown(
    game: Game[Any, Any], record: Any, player: int, label: str
) -> Iterator[list[Observation]]:
    """Return what the player saw in each round; raises Failure if one cannot be replayed."""
    for number, replayed in enumerate(replay_all(game, record), start=1):
        where = f"{label}: round {number}"
        if isinstance(replayed, IllegalAction):
            raise Failure(f"{where} cannot be replayed: {worded(broken(replayed))}")
        if replayed.breach is not None:
            ply = replayed.steps[-1].ply
            at = f", ply {ply}" if ply else ""
            raise Failure(f"{where}{at} cannot be replayed: {worded(broken(replayed.breach))}")
        yield seen(replayed.steps, player)


def _able(notations: Sequence[Notation[Any]], views: list[Any]) -> Notation[Any] | None:
    """Return the first of the notations that can hold the views, or None if none can."""
    for each in notations:
        with suppress(CannotHold):
            if not any(lost(view, each) for view in views):
                return each
    return None
