"""`kifu learn`: a network for searches, trained by sound self-play."""

from __future__ import annotations

import signal
from collections.abc import Generator
from contextlib import contextmanager, suppress
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...archive.questions.installed import NotInstalled
from ...arena.players.thinking import CalledOff, while_wanted
from ...findings import amount
from ...replayer import game
from ...replayer.game import Unsupported
from ..errors import CLEAN, INTERRUPTED, Failure, refusing, say
from ..options import GAME, Number, any_folder, seed_option
from ..output import emit, finish
from .begin import begin, begin_options

if TYPE_CHECKING:
    from ...arena.learning.learner import Learner

SAVED = 60.0
"""The minimum number of seconds between checkpoints, which are written after games."""


@click.command
@click.argument("name", metavar="GAME", type=GAME)
@click.option(
    "-o",
    "--output",
    "folder",
    metavar="FOLDER",
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    shell_complete=any_folder,
    help="The folder for the network and everything that it learns from.",
)
@click.option(
    "--minutes",
    type=Number(min=0, min_open=True),
    metavar="T",
    help="Stop after this many minutes in all. [default: 60, unless --games is given]",
)
@click.option(
    "--games",
    type=click.IntRange(min=1),
    metavar="N",
    help="Stop after this many games in all.",
)
@click.option(
    "--simulations",
    type=click.IntRange(min=1),
    metavar="N",
    help="The number of simulations of each search. [default: 100]",
)
@seed_option("The seed for the network, games and training")
@begin_options
def command(
    name: str,
    folder: Path,
    minutes: float | None,
    games: int | None,
    simulations: int | None,
    seed: str | None,
    rules: str | None,
    options: tuple[str, ...],
) -> int:
    """Train a network for the level `search` by self-play.

    In the folder are the network so far (network.npz), those after 0, 1, 2, 4, ... games, the games
    (games.jsonl), and the positions whose solutions it learns (solved.jsonl). Both are records in
    canonical JSON with annotations.

    A command with the same folder goes on from there. Ctrl-C stops within a second or two
    and keeps all finished games. This needs the extra `learn`.
    """
    from ...arena.learning.checkpoint import WrongNetwork
    from ...arena.learning.learner import Learner, alone_in
    from ...arena.search.player import require_suitable
    from ...arena.search.public import Unsuitable

    start = begin(name, rules, options)
    with refusing(NotInstalled, WrongNetwork, Unsupported, Unsuitable):
        require_suitable(game(name), start)
        with alone_in(folder):
            learner = Learner(game(name), start, folder, seed or "0", simulations or 100)
            known = learner.progress
            for option, given, used in (
                ("--seed", seed, known.seed),
                ("--simulations", simulations, known.simulations),
            ):
                if given not in (None, used):
                    raise Failure(f"{folder}: its network learns with {option} {used}, not {given}")
            seconds = (minutes or 60) * 60 if minutes or not games else inf
            return _learn(learner, seconds, games or inf)


def _learn(learner: Learner, seconds: float, games: float) -> int:
    """Learn until the time or the games are over, or Ctrl-C; return the exit status."""
    saved = learner.seconds
    with _stopping() as stopped, while_wanted(lambda: not stopped):
        while True:
            done, now = learner.progress.games, learner.seconds
            is_over = bool(stopped) or now >= seconds or done >= games
            is_kept = not done & (done - 1)  # 0 and the powers of two
            if is_over or is_kept or now > saved + SAVED:
                learner.save()
                saved = now
            if is_kept:
                learner.keep()
            if is_over or is_kept:
                _report(learner)
            if is_over:
                return INTERRUPTED if stopped else CLEAN
            with suppress(CalledOff):
                learner.step()


def _report(learner: Learner) -> None:
    """Report the progress of learning."""
    done = amount(learner.progress.games, "game")
    parts = [f"{done} in {learner.seconds / 60:.1f} minutes"]
    with suppress(CalledOff):
        for simulations in (0, learner.progress.simulations):
            found = learner.exploitability(simulations)
            if found is not None:
                how = "with searches" if simulations else "of the network alone"
                parts.append(f"exploitability {how} {found:.3f}")
    emit(", ".join(parts) + "\n")
    finish()


@contextmanager
def _stopping() -> Generator[list[int]]:
    """Yield a list that is filled by Ctrl-C; pressed twice, it interrupts at once."""
    stopped = list[int]()

    def stop(number: int, frame: object) -> None:
        stopped.append(number)
        signal.signal(signal.SIGINT, before)
        say("stopping: finished games are kept (Ctrl-C again: stop at once, and lose new results)")

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield stopped
    finally:
        signal.signal(signal.SIGINT, before)
